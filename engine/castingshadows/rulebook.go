package castingshadows

import (
	_ "embed"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
)

//go:embed RULES.md
var rules string

// rulebook is what people can look up.
var rulebook = append(engine.ReadChapters(rules), position.Open())

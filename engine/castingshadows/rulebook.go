package castingshadows

import (
	_ "embed"

	"arbiter/engine"
)

//go:embed RULES.md
var rules string

// rulebook is what people can look up.
var rulebook = append(engine.ReadChapters(rules), open())

package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// terms lists the words that screens show.
func terms() []engine.Term { return printed.Terms() }

package content

import (
	"arbiter/engine"
)

// A Level of noise that people may choose.
type Level struct {
	Percent int
	Label   engine.Text
	Chosen  bool
	Title   string
}

package content

import (
	"arbiter/engine"
)

// A Level is a level of noise that people may choose.
type Level struct {
	Percent int
	Label   engine.Text
	Chosen  bool
	Title   string
}

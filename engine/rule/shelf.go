package rule

import (
	"sync/atomic"

	"arbiter/engine"
)

const shelfBits = 12

// The shelf has commands that were listed before, so that a list that names one again does not make
// it anew. What a list says does not depend on it, and several bots may think at the same time.
var shelf [1 << shelfBits]atomic.Pointer[engine.Command]

// Listed returns c as an element of a list. Equal commands need equal keys; where different ones
// meet, the later one takes the place.
func Listed[C interface {
	comparable
	engine.Command
}](c C, key uint64) engine.Command {
	place := &shelf[key*0x9e3779b97f4a7c15>>(64-shelfBits)] // Fibonacci hashing
	if before := place.Load(); before != nil {
		if same, is := (*before).(C); is && same == c {
			return *before
		}
	}
	var made engine.Command = c
	place.Store(&made)
	return made
}

package castingshadows

import (
	"sync/atomic"

	"arbiter/engine"
)

// A shelf keeps commands that were listed, so that a list that names one again does not make it
// anew. It is a memory of values that never change: what a list says does not depend on it, and
// several goroutines may use it.
type shelf [1 << shelfBits]atomic.Pointer[engine.Command]

const shelfBits = 11

var listedBefore shelf

// listed returns c as an element of a list. Equal commands need equal keys; where different ones
// meet, the later one takes the place.
func listed[C interface {
	comparable
	engine.Command
}](c C, key uint64) engine.Command {
	place := &listedBefore[key*0x9e3779b97f4a7c15>>(64-shelfBits)] // Fibonacci hashing
	if before := place.Load(); before != nil {
		if same, is := (*before).(C); is && same == c {
			return *before
		}
	}
	var made engine.Command = c
	place.Store(&made)
	return made
}

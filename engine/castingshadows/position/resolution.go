package position

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// An Event stands in the file of its chapter with all that belongs to it. Those that tell
// why they happen are explained.
type Event interface {
	Apply(*State)      // facts only: no rules, cannot fail
	Tell() engine.Text // the event in words for people
}

// Why is asked of the position before the event.
type explained interface{ Why(*State) engine.Reason }

// A Stated event may be told as a fact of a position. Misfit says what would fit where
// this one does not.
type Stated interface{ Misfit(*State) error }

// A Resolution is what happens while one command is played. Later rules see what
// earlier ones did.
type Resolution struct {
	State
	Events  []engine.Event
	Playout bool // nobody asks for the events
}

// Emit lets one thing happen. It is generic so that an event nobody asks for stays off
// the heap.
func Emit[E Event](r *Resolution, e E) {
	e.Apply(&r.State)
	if !r.Playout {
		r.Events = append(r.Events, e)
	}
}

// Apply lets e happen.
func (s *State) Apply(e engine.Event) {
	switch e := e.(type) {
	case Event:
		e.Apply(s)
	case printed.Fact:
		s.Facts = s.Facts.With(e)
	}
}

// Tell puts a command, an event or a fact into words.
func Tell(x any) engine.Text {
	if x, ok := x.(interface{ Tell() engine.Text }); ok {
		return x.Tell()
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// Why explains an event by what was added up and by the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	if e, ok := e.(explained); ok {
		return e.Why(s)
	}
	return engine.Reason{}
}

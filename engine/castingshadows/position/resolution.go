package position

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// An Event and all its methods stand in the file of its chapter. Events that say why they happen
// implement explained.
type Event interface {
	Apply(*State)      // facts only: no rules, cannot fail
	Tell() engine.Text // the event in words for people
}

// Why is called with the position before the event.
type explained interface{ Why(*State) engine.Reason }

// A Stated event can be stated as a fact about a position. Misfit returns an error that says what
// would fit if this one does not.
type Stated interface{ Misfit(*State) error }

// A Resolution is everything that happens while one command is played. Later rules see what earlier
// ones have done.
type Resolution struct {
	State
	Events  []engine.Event
	Playout bool // events are not recorded
}

// Emit applies one event. It is generic so that an event nobody asks for stays off the heap.
func Emit[E Event](r *Resolution, e E) {
	e.Apply(&r.State)
	if !r.Playout {
		r.Events = append(r.Events, e)
	}
}

// Apply applies e.
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

// Why explains an event: the sum behind it and the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	if e, ok := e.(explained); ok {
		return e.Why(s)
	}
	return engine.Reason{}
}

package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// An event and all its methods stand in the file of its chapter. Events that say why they happen
// implement explained.
type event interface {
	Apply(*State)      // facts only: no rules, cannot fail
	Tell() engine.Text // the event in words for people
}

// Why is called with the position before the event.
type explained interface{ Why(*State) engine.Reason }

// A stated event can be stated as a fact about a position. Misfit returns an error that says what
// would fit if this one does not.
type stated interface{ Misfit(*State) error }

// A resolution is everything that happens while one command is played. Later rules see what earlier
// ones have done.
type resolution struct {
	State
	Events  []engine.Event
	Playout bool // events are not recorded
}

// emit applies one event. It is generic so that an event nobody asks for stays off the heap.
func emit[E event](r *resolution, e E) {
	e.Apply(&r.State)
	if !r.Playout {
		r.Events = append(r.Events, e)
	}
}

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.apply(e)
	return &next
}

// Fold returns the state after events, as Apply would one by one.
func (s *State) Fold(events []engine.Event) engine.State {
	next := *s
	for _, e := range events {
		next.apply(e)
	}
	return &next
}

// apply changes the state itself.
func (s *State) apply(e engine.Event) {
	switch e := e.(type) {
	case event:
		e.Apply(s)
	case printed.Fact:
		s.Facts = s.Facts.With(e)
	}
}

// tell puts a command, an event or a fact into words.
func tell(x any) engine.Text {
	if x, ok := x.(interface{ Tell() engine.Text }); ok {
		return x.Tell()
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// Why explains an event by the position before it: the sum behind it and the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	if e, ok := e.(explained); ok {
		return e.Why(s)
	}
	return engine.Reason{}
}

package highcouncil

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// What a verb of the game is, and what refuses it.
type (
	command = rule.Command[State, resolution]
	event   = rule.Event[State]
	stated  = rule.Stated[State]
	refusal = rule.Refusal
	word    = rule.Word
)

var allowed refusal

func refuse(format string, words ...word) refusal { return rule.Refuse(format, words...) }

// A resolution is everything that happens while one command is played. Later rules see what earlier
// ones have done.
type resolution struct {
	rule.Record
	State
}

// emit applies one event. It is generic so that an event nobody asks for stays off the heap.
func emit[E event](r *resolution, e E) {
	e.Apply(&r.State)
	if !r.Silent {
		r.Events = append(r.Events, e)
	}
}

// Decide plays c by the rules.
func (s *State) Decide(c engine.Command) ([]engine.Event, error) {
	_, events, err := s.Step(c)
	return events, err
}

// Step plays c by the rules.
func (s *State) Step(c engine.Command) (engine.State, []engine.Event, error) {
	if err := s.check(c); err != nil {
		return nil, nil, err
	}
	r := &resolution{State: *s}
	r.Begin()
	c.(command).Play(r)
	return &r.State, r.Events, nil
}

// check returns why c may not be played, nil if it may.
func (s *State) check(c engine.Command) error {
	if c.By() != engine.Table && s.find(c.By()) < 0 {
		return engine.Refuse("%s does not play", c.By())
	}
	if s.over {
		return engine.Refuse("the game is over")
	}
	return c.(command).Check(s).Err(s.spoken)
}

// Apply returns the state after e.
func (s *State) Apply(e engine.Event) engine.State {
	next := *s
	next.accept(e)
	return &next
}

// Fold returns the state after events, as Apply would one by one.
func (s *State) Fold(events []engine.Event) engine.State {
	return rule.Fold(s, (*State).accept, events)
}

func (s *State) accept(e engine.Event) { e.(event).Apply(s) }

// Why explains an event: the sum behind it and the rule.
func (s *State) Why(e engine.Event) engine.Reason { return rule.Why(s, e) }

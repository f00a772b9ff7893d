package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// A command stands in the file of its chapter with all that belongs to it.
type command interface {
	engine.Command
	check(*State) refusal // why it may not be played; the zero refusal allows
	play(*resolution)     // what happens; check has passed it
	tell() engine.Text
}

// An event likewise. Those that tell why they happen are explained.
type event interface {
	apply(*State) // facts only: no rules, cannot fail
	tell() engine.Text
}

type explained interface{ why(*State) engine.Reason }

// A stated event may be told as a fact of a position, which it may not fit.
type stated interface{ misfit(*State) error }

// A resolution is what happens while one command is played. Later rules see what
// earlier ones did.
type resolution struct {
	State
	events  []engine.Event
	playout bool // nobody asks for the events
}

// emit lets one thing happen. It is generic so that an event nobody asks for stays off
// the heap.
func emit[E event](r *resolution, e E) {
	e.apply(&r.State)
	if !r.playout {
		r.events = append(r.events, e)
	}
}

// Most commands bring about no more than that.
const usualEvents = 8

// step plays c by the rules.
func (s *State) step(c engine.Command) (*State, []engine.Event, error) {
	if err := s.check(c); err != nil {
		return nil, nil, err
	}
	r := &resolution{State: *s, events: make([]engine.Event, 0, usualEvents)}
	r.playOn(c)
	return &r.State, r.events, nil
}

// playOn plays a command that the rules allow, and what follows by itself.
func (r *resolution) playOn(c engine.Command) {
	c.(command).play(r)
	r.proceed()
}

// check returns why c may not be played, nil if it may.
func (s *State) check(c engine.Command) error {
	if c.By() != engine.Table && s.find(c.By()) < 0 {
		return engine.Refuse("%s does not play", c.By())
	}
	if s.over {
		return engine.Refuse("the game is over")
	}
	return c.(command).check(s).Err(s.spoken)
}

// apply lets e happen.
func (s *State) apply(e engine.Event) {
	switch e := e.(type) {
	case event:
		e.apply(s)
	case printed.Fact:
		s.facts = s.facts.With(e)
	}
}

// tell puts a command, an event or a fact into words.
func tell(x any) engine.Text {
	switch x := x.(type) {
	case interface{ tell() engine.Text }:
		return x.tell()
	case printed.Fact:
		return x.Tell()
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// whyOf explains an event by what was added up and by the rule.
func (s *State) whyOf(e engine.Event) engine.Reason {
	if e, ok := e.(explained); ok {
		return e.why(s)
	}
	return engine.Reason{}
}

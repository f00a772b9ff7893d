package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// What a verb of the game is, and what refuses it.
type (
	command = rule.Command[State, resolution]
	event   = rule.Event[State]
	refusal = rule.Refusal
	word    = rule.Word
)

var allowed refusal

func refuse(format string, words ...word) refusal { return rule.Refuse(format, words...) }

// A bounded event can report whether it names only what exists in the box and at this table. Events
// from outside (a log, a script, somebody's typing) may name anything; those that do not fit change
// nothing. Events from Decide always fit.
type bounded interface{ fits(*State) bool }

// A resolution is everything that happens while one command is played. Later rules see what earlier
// ones have done.
type resolution struct {
	rule.Record
	State
}

// emit applies one event. It is generic so that an event nobody asks for stays off the heap: a
// playout has a thousand of them in each game.
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
	if r := s.check(c); !r.Allowed() {
		return nil, nil, r.Err(func(w word) any { return s.spoken(w, c) })
	}
	r := &resolution{State: *s}
	r.Begin()
	r.play(c)
	return &r.State, r.Events, nil
}

// check returns why c may not be played, looking first at what applies to every command.
func (s *State) check(c engine.Command) refusal {
	if c.By() != engine.Table && s.find(c.By()) < 0 {
		return refuse("%s does not play", wordBy)
	}
	if s.phase == PhaseOver {
		return refuse("the game is over")
	}
	if d := s.pending(); d != needsNothing && d != satisfies(c) {
		return s.refusePending()
	}
	if s.statesCardboard() && s.pending() == needsNothing {
		return s.checkStatement(c)
	}
	return c.(command).Check(s)
}

// play carries out a command that check has passed.
func (r *resolution) play(c engine.Command) {
	if r.statesCardboard() && r.pending() == needsNothing {
		r.playStatement(c)
		return
	}
	c.(command).Play(r)
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

// accept applies an event from outside.
func (s *State) accept(x engine.Event) {
	if e, ok := x.(event); ok && s.fits(e) {
		e.Apply(s)
	}
}

func (s *State) fits(e engine.Event) bool {
	b, ok := e.(bounded)
	return !ok || b.fits(s)
}

// Why explains an event: the sum behind it and the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	if s.fits(e) {
		return rule.Why(s, e)
	}
	return engine.Reason{}
}

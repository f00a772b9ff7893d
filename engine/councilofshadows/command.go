package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// What a verb of the game is.
type (
	command = rule.Command[State, resolution]
	event   = rule.Event[State]
)

// A bounded event can report whether it names only what exists in the box and at this table. Events
// from outside (a log, a script, somebody's typing) may name anything; those that do not fit change
// nothing. Events from Decide always fit.
type bounded interface{ fits(*State) bool }

// A resolution is everything that happens while one command is played. Later rules see what earlier
// ones have done.
type resolution struct {
	State
	rule.Record
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
	r := &resolution{State: *s, Record: rule.Recording(4)}
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

// A Playout plays on from a state in place, without a log and without copies, for search and
// statistics. It plays by the same rules as Decide and Apply.
type Playout struct {
	t     resolution
	legal []engine.Command
}

// Playout returns a playout that begins in s, which does not change.
func (s *State) Playout() *Playout {
	return &Playout{t: resolution{State: *s, Record: rule.Record{Silent: true}}}
}

// Restart goes back to s.
func (p *Playout) Restart(s *State) { p.t.State = *s }

// Begin goes back to s as a seat knows it, and fills in what is hidden from the seat as
// State.Sample does.
func (p *Playout) Begin(s *State, seat engine.Seat, d engine.Dice) {
	p.t.State = *s
	p.t.sample(seat, d)
}

// Try plays c if it is legal.
func (p *Playout) Try(c engine.Command) {
	if p.t.check(c).Allowed() {
		p.t.play(c)
	}
}

// Legal returns what State.Legal returns. The list is valid until the next call.
func (p *Playout) Legal() []engine.Command {
	p.legal = p.t.list(p.legal[:0])
	return p.legal
}

// Play plays c, which must be legal.
func (p *Playout) Play(c engine.Command) {
	p.t.play(c)
}

// Position returns the present position. It changes with the next command.
func (p *Playout) Position() *State { return &p.t.State }

// State returns a copy of the position.
func (p *Playout) State() *State { return new(p.t.State) }

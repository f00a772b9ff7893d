package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

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

package councilofshadows

import "arbiter/engine"

// A Playout plays on from a state in place, without a log and without copies, for
// search and statistics. The rules are the same: what it plays, Decide and Apply
// would bring about, too.
type Playout struct {
	t     turn
	legal []engine.Command
}

// Playout returns a playout that begins in s, which stays as it is.
func (s *State) Playout() *Playout { return &Playout{t: turn{State: *s, quiet: true}} }

// Restart goes back to s.
func (p *Playout) Restart(s *State) { p.t.State = *s }

// Legal is State.Legal. The list holds until the next call.
func (p *Playout) Legal() []engine.Command {
	p.legal = p.t.list(p.legal[:0])
	return p.legal
}

// Play plays c, which must be legal.
func (p *Playout) Play(c engine.Command) {
	p.t.play(c)
}

// State returns a copy of the position.
func (p *Playout) State() *State {
	s := p.t.State
	return &s
}

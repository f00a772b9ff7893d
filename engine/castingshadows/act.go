package castingshadows

import (
	"cmp"

	"arbiter/engine"
)

// Actions of which the program knows only that they are used: in the tracks book.

// Act uses an action for what people carry out.
type Act struct{ Seat engine.Seat }

// By is the seat.
func (c Act) By() engine.Seat { return c.Seat }

func (c Act) check(s *State) refusal { return cmp.Or(s.byPeople(), s.mayAct(s.find(c.Seat))) }
func (c Act) play(r *resolution)     { emit(r, Acts{c.Seat, -1}) }
func (c Act) tell() engine.Text      { return engine.Say("Use an action") }

// toldCommands lists what the tracks book is told: what whose turn it is does, and what anybody
// reports.
func (s *State) toldCommands(all []engine.Command) []engine.Command {
	i := s.turn
	switch s.stage {
	case Acting:
		if s.hasPoint().Allowed() {
			all = append(all, Act{s.seat(i)})
		}
		for n := uint8(1); s.spends(i, n).Allowed(); n++ {
			all = append(all, Spend{s.seat(i), n})
		}
	case Absorbing:
		all = s.absorptions(all)
	}
	if s.finishes(i).Allowed() {
		all = append(all, s.commands().finish)
	}
	if s.mayAct(i).Allowed() {
		all = s.takings(all)
	}
	return s.reported(all)
}

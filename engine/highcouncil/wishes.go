package highcouncil

import "arbiter/engine"

// Wishes lists the commands that a seat may wish for at this moment: everything that is legal and,
// for everything else that people may touch, one command that is refused.
func (s *State) Wishes(seat engine.Seat) []engine.Command {
	i := s.find(seat)
	if i < 0 {
		return nil
	}
	all := engine.BySeat(seat, s.Legal())
	if s.turn != i || s.over || s.short() >= 0 || s.asked >= 0 {
		return all
	}
	return engine.WithOthers(all, s.candidates())
}

// candidates returns commands about the cards that the acting seat is known to hold, the fields
// that its open card may mean, and the neighbors that its side may argue with.
func (s *State) candidates() (all []engine.Command) {
	seat, color := s.seat(s.turn), s.seating.own[s.turn][0]
	for _, card := range s.active().known.of(s.side(s.turn)) {
		all = append(all, Play{seat, card})
	}
	if s.open[0] != 0 {
		for c := White; c.IsArgument(); c++ {
			all = append(all, s.commands().discuss[c])
		}
	}
	for field := uint8(1); field <= Fields; field++ {
		if s.oneNumberCard().Allowed() {
			all = append(all, s.wishedSeat(seat, field, color))
		}
		for _, from := range [2]uint8{Left(field), Right(field)} {
			if s.opposes(field).Allowed() && s.argues(from).Allowed() {
				all = append(all, s.wishedArguing(seat, from, field, color))
			}
		}
	}
	return all
}

// wishedSeat puts a follower on a field, for arguments if it is not the field of the card.
func (s *State) wishedSeat(seat engine.Seat, field uint8, color Color) engine.Command {
	c := TakeSeat{Seat: seat, Field: field, Color: color, Rank: Follower}
	if card := s.open[0]; field != card.Number() {
		c.Paid = argumentFor(card.Color())
	}
	return c
}

func (s *State) wishedArguing(seat engine.Seat, from, to uint8, color Color) engine.Command {
	return Convince{Seat: seat, From: from, To: to, With: argumentFor(fieldColor(from)), Color: color}
}

// argumentFor returns a color of arguments that fits the color of a field.
func argumentFor(c Color) Color {
	if c == Black {
		return White
	}
	return c
}

package engine

import "slices"

// Moves tells how people bring the cardboard from one view to another, as an
// undo asks for: markers to set back, cards to move. Both views must be those of
// seat. Where another seat's view of a hand may be wrong, nothing is said.
func Moves(seat Seat, from, to View) []Text {
	var moves []Text
	for _, p := range to.Seats {
		moves = append(moves, markers(p.Seat, from, to)...)
	}
	for _, z := range to.Zones {
		if z.Name == Hand && z.Seat != seat {
			continue
		}
		was, _ := from.Zone(z.Seat, z.Name)
		for _, c := range z.Cards {
			if c.Name != "" && !was.holds(c.Name) {
				moves = append(moves, Say("%s: %s goes to: %s", z.Seat, c.Name, z.Title))
			}
		}
	}
	return append(moves, gone(from, to)...)
}

func markers(seat Seat, from, to View) []Text {
	var moves []Text
	for _, t := range to.Tracks {
		was, _ := from.At(t.Name, seat)
		is, _ := to.At(t.Name, seat)
		if was == is || t.Derived {
			continue
		}
		if t.Roman {
			moves = append(moves, Say("%s: %s from %s to %s", seat, t.Title, Roman(was), Roman(is)))
			continue
		}
		moves = append(moves, Say("%s: %s from %d to %d", seat, t.Title, was, is))
	}
	return moves
}

// gone lists the cards that a seat no longer has.
func gone(from, to View) []Text {
	var moves []Text
	for _, z := range from.Zones {
		for _, c := range z.Cards {
			if c.Name != "" && !to.has(z.Seat, c.Name) {
				moves = append(moves, Say("%s: put %s back where it came from", z.Seat, c.Name))
			}
		}
	}
	return moves
}

func (v View) has(seat Seat, card Term) bool {
	return slices.ContainsFunc(v.Zones, func(z Zone) bool { return z.Seat == seat && z.holds(card) })
}

func (z Zone) holds(card Term) bool {
	return slices.ContainsFunc(z.Cards, func(c Card) bool { return c.Name == card })
}

// Roman writes a level: 0, I, II, III, IV.
func Roman(n int) Term {
	numerals := []Term{"0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	if n < 0 || n >= len(numerals) {
		return "?"
	}
	return numerals[n]
}

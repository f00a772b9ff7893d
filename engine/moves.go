package engine

import "slices"

// Moves tells how people bring the cardboard from one view to another, as an
// undo asks for: markers to set back, cards to move. Both views must be those of
// the same onlooker.
func Moves(from, to View) []Text {
	var moves []Text
	for _, p := range to.Seats {
		moves = append(moves, markers(p.Seat, from, to)...)
	}
	for _, z := range to.Zones {
		was, _ := from.Zone(z.Seat, z.Name)
		for _, c := range z.Cards {
			if c.Name != "" && !slices.ContainsFunc(was.Cards, func(d Card) bool { return d.Name == c.Name }) {
				moves = append(moves, Say("%s: %s goes to %s", z.Seat, c.Name, z.Title))
			}
		}
	}
	return moves
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

// Roman writes a level: 0, I, II, III, IV.
func Roman(n int) Term {
	numerals := []Term{"0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	if n < 0 || n >= len(numerals) {
		return "?"
	}
	return numerals[n]
}

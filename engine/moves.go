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
	moves = append(moves, leaving(seat, from, to)...)
	for _, z := range to.Zones {
		was, _ := from.Zone(z.Seat, z.Name)
		if z.Name == Hand && z.Seat != seat {
			continue
		}
		for _, name := range z.more(was) {
			moves = append(moves, Say("%s: %s goes to: %s", z.Seat, name, z.Title))
		}
	}
	return append(append(moves, gone(from, to)...), pieces(from, to)...)
}

// pieces tells what is put back besides markers and cards: first what comes away,
// then what comes, then numbers.
func pieces(from, to View) []Text {
	var moves []Text
	for _, z := range from.Lying {
		stays, _ := find(to.Lying, z.Seat, z.Name)
		for _, name := range z.more(stays) {
			moves = append(moves, Say("%s: %s leaves: %s", z.Seat, name, z.Title))
		}
	}
	for _, z := range to.Lying {
		was, _ := find(from.Lying, z.Seat, z.Name)
		for _, name := range z.more(was) {
			moves = append(moves, Say("%s: %s goes to: %s", z.Seat, name, z.Title))
		}
	}
	for _, p := range to.Seats {
		moves = append(moves, heaps(p.Seat, from, to)...)
	}
	return moves
}

// heaps lists the numbers of pieces that change. Where a heap is left out there is
// none.
func heaps(seat Seat, from, to View) []Text {
	var moves []Text
	told := map[string]bool{}
	for _, t := range append(slices.Clone(to.Pieces), from.Pieces...) {
		was, _ := from.on(from.Pieces, t.Name, seat)
		is, _ := to.on(to.Pieces, t.Name, seat)
		if was != is && !told[t.Name] {
			moves = append(moves, Say("%s: %s from %d to %d", seat, t.Title, was, is))
		}
		told[t.Name] = true
	}
	return moves
}

// leaving lists the cards that leave a zone, where the seat has more than one
// that is alike and it would not be clear which of them goes.
func leaving(seat Seat, from, to View) []Text {
	var moves []Text
	for _, z := range from.Zones {
		is, _ := to.Zone(z.Seat, z.Name)
		if z.Name == Hand && z.Seat != seat {
			continue
		}
		for _, name := range z.more(is) {
			if stay := to.count(z.Seat, name); stay > 0 && max(stay, from.count(z.Seat, name)) > 1 {
				moves = append(moves, Say("%s: %s leaves: %s", z.Seat, name, z.Title))
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

// gone lists the cards that a seat no longer has.
func gone(from, to View) []Text {
	var moves []Text
	for _, z := range from.Zones {
		for _, c := range z.Cards {
			if c.Name != "" && to.count(z.Seat, c.Name) == 0 {
				moves = append(moves, Say("%s: put %s back where it came from", z.Seat, c.Name))
			}
		}
	}
	return moves
}

// count returns how many cards of that name a seat has.
func (v View) count(seat Seat, card Term) (n int) {
	for _, z := range v.Zones {
		if z.Seat == seat {
			n += z.count(card)
		}
	}
	return n
}

func (z Zone) count(card Term) (n int) {
	for _, c := range z.Cards {
		if c.Name == card {
			n++
		}
	}
	return n
}

// more lists the known cards of z that other lacks, as often as it lacks them.
func (z Zone) more(other Zone) []Term {
	var more []Term
	for i, c := range z.Cards {
		if before := (Zone{Cards: z.Cards[:i]}).count(c.Name); c.Name != "" && before >= other.count(c.Name) {
			more = append(more, c.Name)
		}
	}
	return more
}

// Roman writes a level: 0, I, II, III, IV.
func Roman(n int) Term {
	numerals := []Term{"0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	if n < 0 || n >= len(numerals) {
		return "?"
	}
	return numerals[n]
}

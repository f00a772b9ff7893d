package highcouncil

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// The accounts: pieces and blocks are counted on the present ring, arguments as they came and went.

func (s *State) accounts(events []engine.Event, seat engine.Seat) []engine.Account {
	if s.find(seat) < 0 {
		return nil
	}
	s = new(*s)
	args := make([]engine.Account, argumentColors)
	for n := range args {
		c := White + Color(n)
		args[n] = engine.Account{Name: c.String(), Title: engine.Say("%s: arguments", c.term())}
		if had := int(s.player(seat).args[c]); had > 0 {
			args[n].Add(engine.Posting{N: had, What: engine.Say("At the start"), Reason: engine.Reason{Source: sourceSetup}})
		}
	}
	for _, e := range events {
		if e, ok := e.(Argued); ok && e.Seat == seat && e.Color.IsArgument() {
			args[e.Color-White].Add(engine.Posting{N: int(e.By), What: rule.Tell(e), When: engine.Say("Turn %d", int(s.turns)), Reason: s.Why(e)})
		}
		s.accept(e)
	}
	i := s.find(seat)
	return append([]engine.Account{s.piecesOnRing(i), s.largestBlock(s.side(i))}, args...)
}

// piecesOnRing counts a seat's pieces by color and rank.
func (s *State) piecesOnRing(i int8) engine.Account {
	a := engine.Account{Name: "pieces", Title: engine.Say("Pieces")}
	for _, c := range s.seating.own[i] {
		for _, p := range []Piece{{c, Follower}, {c, Speaker}} {
			n := 0
			for _, on := range s.ring {
				if on == p {
					n++
				}
			}
			if n > 0 {
				a.Add(engine.Posting{N: n, What: engine.Say("%s", p.term())})
			}
		}
	}
	return a
}

// largestBlock counts a side's largest block field by field; of equally large ones, the first.
func (s *State) largestBlock(f Faction) engine.Account {
	a := engine.Account{Name: "block", Title: engine.Say("Block")}
	first, size := s.ring.longest(f)
	for n := first; size > 0; n, size = Right(n), size-1 {
		a.Postings = append(a.Postings, engine.Posting{N: 1, What: engine.Say("field %d: %s", int(n), s.ring.On(n).term())})
	}
	if n := len(a.Postings); n > 0 {
		a.Postings[n-1].Reason = engine.Reason{Rule: rulingBlock(s.goal()), Source: sourceEnd}
	}
	return a
}

// longest returns where a faction's largest block begins, and its size. A block that fills the ring
// begins at field 1.
func (r *Ring) longest(f Faction) (first, size uint8) {
	first = 1
	for n := uint8(1); n <= Fields; n++ {
		if r.On(n).Color.Faction() != f || r.On(Left(n)).Color.Faction() == f && r.Block(n) < Fields {
			continue
		}
		if b := r.Block(n); b > size {
			first, size = n, b
		}
	}
	return first, size
}

package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Damage to an attacker is dealt after the damage that it answers, and a seat that is out by then
// returns nothing (ruling return-after). Effects that reduce, raise or stop damage come before.

// returns defers damage to the attacker until the damage that it answers has been dealt. It returns
// false if the damage is dealt at once: it does not answer damage still to be dealt, the table
// plays by the other reading, or the stack is full.
func (r *resolution) returns(d deed, to int8, n uint8) bool {
	f := r.answered()
	if !r.Seating.Lands || f == nil || f.Landed || to != d.against || to < 0 || r.Depth >= deepest-2 {
		return false
	}
	emit(r, Returns{r.seat(d.seat), d.Of, r.seat(to), n, d.Does})
	return true
}

// mirror caps reflected damage at what its seat takes of the damage being dealt.
func (s *State) mirror(f *frame) {
	for n := int(s.Depth) - 2; n >= 0 && s.Stack[n].Kind == returning && !s.Stack[n].Struck; n-- {
		if b := &s.Stack[n]; b.Mirror {
			b.Harm[b.Against] = min(b.Harm[b.Against], f.Harm[b.Seat])
		}
	}
}

// goBack deals the deferred damage if both the seat that returns it and its target are still in the
// game.
func (r *resolution) goBack(f *frame) {
	to := f.Against
	if f.Struck || f.Harm[to] == 0 || r.Players[f.Seat].Out || r.Players[to].Out {
		emit(r, Ends{r.seat(f.Seat)})
		return
	}
	r.strike(f.Seat, f.Of, r.seat(to), f.Harm[to])
}

// Returns is damage that waits until the damage that it answers has been dealt: N points, but no
// more than that damage if it is reflected.
type Returns struct {
	Seat engine.Seat
	Of   printed.Name
	To   engine.Seat
	N    uint8
	Does printed.Deed
}

// Apply inserts it below the damage that it answers, and below what already waits there, which
// comes first.
func (e Returns) Apply(s *State) {
	by, to := s.Find(e.Seat), s.Find(e.To)
	at := s.answeredAt()
	if by < 0 || to < 0 || at < 0 || s.Depth >= deepest {
		return
	}
	for at > 0 && s.Stack[at-1].Kind == returning && !s.Stack[at-1].Struck {
		at--
	}
	copy(s.Stack[at+1:s.Depth+1], s.Stack[at:s.Depth])
	s.Stack[at] = frame{Kind: returning, Seat: by, Of: e.Of, Against: to, Mirror: e.Does == printed.Reflect}
	s.Stack[at].Harm[to] = e.N
	s.Depth++
}

func (e Returns) Tell() engine.Text {
	return engine.Say("%s returns damage to %s with %s, once the damage is dealt", e.Seat, e.To, e.Of.Term())
}

func (Returns) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingReturn, Source: sourcePrinted}
}

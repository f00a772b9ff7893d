package position

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Damage that goes back to who deals damage: it is dealt after that damage, and who is out by
// it returns nothing (ruling return-after). What lessens, raises or stops damage acts before.

// returns lets damage to the attacker wait until the damage that it answers has been dealt;
// false if it is dealt at once: it answers no damage that is still to be dealt, the table reads
// it so, or no more things can nest.
func (r *Resolution) returns(d deed, to int8, n uint8) bool {
	f := r.answered()
	if !r.Seating.Lands || f == nil || f.Landed || to != d.against || to < 0 || r.Depth >= Deepest-2 {
		return false
	}
	Emit(r, Returns{r.Seat(d.seat), d.Of, r.Seat(to), n, d.Does})
	return true
}

// mirror limits what is reflected to what its seat takes of the damage that is dealt.
func (s *State) mirror(f *Frame) {
	for n := int(s.Depth) - 2; n >= 0 && s.Stack[n].Kind == Returning && !s.Stack[n].Struck; n-- {
		if b := &s.Stack[n]; b.Mirror {
			b.Harm[b.Against] = min(b.Harm[b.Against], f.Harm[b.Seat])
		}
	}
}

// goBack deals what waits, if who returns it and whom it is for are still in the game.
func (r *Resolution) goBack(f *Frame) {
	to := f.Against
	if f.Struck || f.Harm[to] == 0 || r.Players[f.Seat].Out || r.Players[to].Out {
		Emit(r, Ends{r.Seat(f.Seat)})
		return
	}
	r.Strike(f.Seat, f.Of, r.Seat(to), f.Harm[to])
}

// Returns is damage that waits until the damage that it answers has been dealt: N, and no more
// than that damage if it is reflected.
type Returns struct {
	Seat engine.Seat
	Of   printed.Name
	To   engine.Seat
	N    uint8
	Does printed.Deed
}

// Apply lays it below the damage, and below what waits there already: that comes first.
func (e Returns) Apply(s *State) {
	by, to := s.Find(e.Seat), s.Find(e.To)
	at := s.answeredAt()
	if by < 0 || to < 0 || at < 0 || s.Depth >= Deepest {
		return
	}
	for at > 0 && s.Stack[at-1].Kind == Returning && !s.Stack[at-1].Struck {
		at--
	}
	copy(s.Stack[at+1:s.Depth+1], s.Stack[at:s.Depth])
	s.Stack[at] = Frame{Kind: Returning, Seat: by, Of: e.Of, Against: to, Mirror: e.Does == printed.Reflect}
	s.Stack[at].Harm[to] = e.N
	s.Depth++
}

func (e Returns) Tell() engine.Text {
	return engine.Say("%s returns damage to %s with %s, once the damage is dealt", e.Seat, e.To, e.Of.Term())
}

func (Returns) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingReturn, Source: sourcePrinted}
}

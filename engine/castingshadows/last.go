package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Effects that stay in force for a time.

const mostLasting = 6 // per seat; a seventh replaces the oldest

// A lasting effect is a line that is in force.
type lasting struct {
	Of   printed.Name
	Line uint8
	Span printed.Span
}

// thisSpell is the span of what protects against a spell being cast: until the spell is over.
const thisSpell printed.Span = 0xff

// span returns how long a line stays in force after it is carried out, 0 if it only happens once.
// Discounts, longer reach and effects that secure damage last for the turn unless the line says
// otherwise.
func span(e *printed.Effect) printed.Span {
	switch e.Does {
	case printed.Reduce, printed.Limit, printed.Negate, printed.Raise:
		if e.When == printed.OnSpell && e.Lasts == 0 {
			return thisSpell
		}
		return e.Lasts
	case printed.Discount, printed.Farther, printed.Secure, printed.NoLess:
		return max(e.Lasts, printed.ThisTurn)
	}
	return 0
}

// Lasts is a line of a thing, from 1, that is now in force.
type Lasts struct {
	Seat engine.Seat
	Of   printed.Name
	Line uint8
}

func (e Lasts) Apply(s *State) {
	all := s.Facts.Effects(e.Of)
	if e.Line == 0 || int(e.Line) > len(all) {
		return
	}
	p := s.player(e.Seat)
	for n, l := range p.Lasting {
		if l.Of == 0 {
			p.Lasting[n] = lasting{e.Of, e.Line, span(&all[e.Line-1])}
			return
		}
	}
	copy(p.Lasting[:], p.Lasting[1:])
	p.Lasting[mostLasting-1] = lasting{e.Of, e.Line, span(&all[e.Line-1])}
}

func (e Lasts) Tell() engine.Text          { return engine.Say("%s: %s is in force", e.Seat, e.Of.Term()) }
func (e Lasts) Why(s *State) engine.Reason { return Does{Of: e.Of, Line: e.Line}.Why(s) }

// expire ends the effects that last until the turn of the seat in this place begins.
func (s *State) expire(turn int8) {
	s.keep(func(i int8, l lasting) bool {
		return l.Span == printed.ToTheEnd || l.Span == printed.ToNextTurn && i != turn
	})
}

// expireSpell ends the effects that last until a spell is over.
func (s *State) expireSpell() {
	s.keep(func(_ int8, l lasting) bool { return l.Span != thisSpell })
}

func (s *State) keep(stays func(int8, lasting) bool) {
	for i := range s.Players {
		p, kept, n := &s.Players[i], [mostLasting]lasting{}, 0
		for _, l := range p.Lasting {
			if l.Of != 0 && stays(int8(i), l) {
				kept[n] = l
				n++
			}
		}
		p.Lasting = kept
	}
}

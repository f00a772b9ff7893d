package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Moments: something has happened that companions, tiles and counterspells may react to.

// touches reports whether the moment is one that a trigger names, from the point of view of seat i.
func (s *State) touches(f *frame, i int8, t printed.Trigger) bool {
	if f.Kind == damage {
		return f.concerns(i, t)
	}
	switch t {
	case printed.OnEntered:
		return i != f.Seat && (f.When == printed.OnTravel || f.When == t) && s.Players[i].At == s.Players[f.Seat].At
	case printed.OnSpell:
		return i != f.Seat && f.When == t
	}
	return i == f.Seat && f.When == t
}

// concerns is touches for damage, before and after it is dealt.
func (f *frame) concerns(i int8, t printed.Trigger) bool {
	spell := f.Spell && f.total() > 0
	if f.Landed {
		switch t {
		case printed.OnHit:
			return spell && i == f.Seat
		case printed.OnHarmed:
			return spell && i != f.Seat && f.Harm[i] > 0
		}
		return t == printed.OnSuffered && f.Harm[i] > 0
	}
	switch t {
	case printed.OnAttack:
		return spell && i == f.Seat
	case printed.OnAttacked:
		return spell && i != f.Seat && f.Harm[i] > 0
	}
	return t == printed.OnHurt && f.Harm[i] > 0
}

func (f *frame) total() (n int) {
	for _, h := range f.Harm {
		n += int(h)
	}
	return n
}

// fitting returns the first trigger of a thing of seat i that fits the moment, 0 if none does.
func (s *State) fitting(f *frame, i int8, of printed.Name) printed.Trigger {
	all := s.Facts.Effects(of)
	for n := range all {
		if e := &all[n]; s.touches(f, i, e.When) && s.holds(e.If, i, f.other(i), of) {
			return e.When
		}
	}
	for _, t := range s.Facts.Texts(of) {
		if s.touches(f, i, t.When) {
			return t.When
		}
	}
	return 0
}

// other returns the seat that caused the moment, -1 if that is seat i itself.
func (f *frame) other(i int8) int8 {
	if f.Seat == i {
		return -1
	}
	return f.Seat
}

// A reaction is a companion or a tile that reacts to a moment.
type reaction struct {
	seat int8
	of   printed.Name
	when printed.Trigger
}

// reacts finds the next companion or tile that reacts; to a spell, the caster's react first.
func (s *State) reacts(f *frame) (x reaction, ok bool) {
	order, n := s.inOrder()
	if f.Kind == damage && !f.Landed && !s.Players[f.Seat].Out {
		if x, ok := s.reactsAt(f, f.Seat); ok {
			return x, ok
		}
	}
	for _, i := range order[:n] {
		if x, ok := s.reactsAt(f, i); ok {
			return x, ok
		}
	}
	return x, false
}

func (s *State) reactsAt(f *frame, i int8) (x reaction, ok bool) {
	for kind, of := range s.things(i) {
		if of == 0 || f.Worked[kind]>>i&1 != 0 || s.asPrinted(of) && s.Depth >= askDepth {
			continue
		}
		if t := s.fitting(f, i, of); t != 0 && !(s.once(f, i, of) && s.Reacted[kind]>>i&1 != 0) {
			return reaction{i, of, t}, true
		}
	}
	return x, false
}

// asPrinted reports whether a thing reacts as often as is printed on it. By one reading of ruling
// companion-print companions do, since they are always active.
func (s *State) asPrinted(of printed.Name) bool {
	return s.Seating.AsPrinted && of.Kind() == printed.Companion
}

// once reports whether a thing reacts only once to a spell and everything that follows from it
// (ruling once). Things that change damage before it is dealt are not limited, nor are companions
// that work as printed.
func (s *State) once(f *frame, i int8, of printed.Name) bool {
	if s.asPrinted(of) {
		return false
	}
	if f.Landed || f.Kind == occasion && i != f.Seat {
		return true
	}
	for _, e := range s.Facts.Effects(of) {
		if e.Does == printed.Deal || e.Does == printed.Reflect {
			return f.Kind == damage
		}
	}
	return false
}

// happens starts a moment if anything can react to it.
func (r *resolution) happens(i int8, when printed.Trigger) {
	f := frame{Kind: occasion, Seat: i, When: when}
	if _, ok := r.reacts(&f); ok || r.anyAsked(&f) {
		emit(r, Occurs{r.seat(i), when})
	}
}

// goOn continues with the top frame; it returns false if somebody has to act.
func (r *resolution) goOn() bool {
	f := r.upper()
	switch f.Kind {
	case doing:
		return r.carryOut(f)
	case returning:
		r.goBack(f)
		return true
	}
	if r.countersNext(f) {
		return true
	}
	if r.Players[f.Seat].Out && !f.Landed {
		emit(r, Ends{r.seat(f.Seat)}) // ruling mid-spell
		return true
	}
	x, ok := r.reacts(f)
	switch {
	case !f.Asked && ok:
		emit(r, Works{r.seat(x.seat), x.of, x.when})
	case !f.Asked && r.anyAsked(f):
		emit(r, Asked{r.Windows + 1})
	case f.Kind == damage && !f.Landed:
		r.land(f)
	default:
		emit(r, Ends{r.seat(f.Seat)})
	}
	return true
}

// Occurs is a moment that others may react to.
type Occurs struct {
	Seat engine.Seat
	When printed.Trigger
}

func (e Occurs) Apply(s *State) {
	s.push(frame{Kind: occasion, Seat: s.Find(e.Seat), When: e.When, Against: -1})
}

func (e Occurs) Tell() engine.Text {
	switch e.When {
	case printed.OnStart:
		return engine.Say("%s starts the turn", e.Seat)
	case printed.OnEnd:
		return engine.Say("%s ends the turn", e.Seat)
	case printed.OnRoll:
		return engine.Say("%s has rolled", e.Seat)
	case printed.OnSpell:
		return engine.Say("%s casts a spell", e.Seat)
	case printed.OnCollect:
		return engine.Say("%s has collected a card", e.Seat)
	case printed.OnAbsorb:
		return engine.Say("%s has absorbed", e.Seat)
	}
	return engine.Say("%s comes to a tile", e.Seat)
}

// Works is a companion or a tile that reacts for a seat.
type Works struct {
	Seat engine.Seat
	Of   printed.Name
	When printed.Trigger
}

func (e Works) Apply(s *State) {
	f, i := s.upper(), s.Find(e.Seat)
	if f == nil || i < 0 {
		return
	}
	kind := thingKind(e.Of)
	f.Worked[kind] |= 1 << i
	if s.once(f, i, e.Of) {
		s.Reacted[kind] |= 1 << i
	}
	s.push(frame{Kind: doing, Seat: i, Of: e.Of, When: e.When, Against: f.other(i)})
}

func (e Works) Tell() engine.Text { return engine.Say("%s: %s does something", e.Seat, e.Of.Term()) }

func (e Works) Why(s *State) engine.Reason {
	if f, i := s.upper(), s.Find(e.Seat); f != nil && i >= 0 && s.once(f, i, e.Of) {
		return engine.Reason{Rule: rulingOnce, Source: sourceRuling}
	}
	return engine.Reason{Rule: e.When.Text(e.Of), Source: sourcePrinted}
}

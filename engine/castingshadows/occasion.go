package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Moments: something has happened to which companions, tiles and counterspells may react.

// touches reports whether a moment is one of the trigger's, for a seat.
func (s *State) touches(f *frame, i int8, t printed.Trigger) bool {
	if f.kind == blow {
		return f.concerns(i, t)
	}
	switch t {
	case printed.OnEntered:
		return i != f.seat && (f.when == printed.OnTravel || f.when == t) && s.players[i].at == s.players[f.seat].at
	case printed.OnSpell:
		return i != f.seat && f.when == t
	}
	return i == f.seat && f.when == t
}

// concerns is touches for damage: before it is dealt, and after.
func (f *frame) concerns(i int8, t printed.Trigger) bool {
	spell := f.spell && f.total() > 0
	if f.landed {
		switch t {
		case printed.OnHit:
			return spell && i == f.seat
		case printed.OnHarmed:
			return spell && i != f.seat && f.harm[i] > 0
		}
		return t == printed.OnSuffered && f.harm[i] > 0
	}
	switch t {
	case printed.OnAttack:
		return spell && i == f.seat
	case printed.OnAttacked:
		return spell && i != f.seat && f.harm[i] > 0
	}
	return t == printed.OnHurt && f.harm[i] > 0
}

func (f *frame) total() (n int) {
	for _, h := range f.harm {
		n += int(h)
	}
	return n
}

// fitting is the first trigger of a thing of a seat that the moment is one of, 0 if none
// is.
func (s *State) fitting(f *frame, i int8, of printed.Name) printed.Trigger {
	for _, e := range s.facts.Effects(of) {
		if s.touches(f, i, e.When) && s.holds(e.If, i, f.other(i), of) {
			return e.When
		}
	}
	for _, t := range s.facts.Texts(of) {
		if s.touches(f, i, t.When) {
			return t.When
		}
	}
	return 0
}

// other is whom a moment is about for a seat: who does it, unless it is itself.
func (f *frame) other(i int8) int8 {
	if f.seat == i {
		return -1
	}
	return f.seat
}

// A reaction is a companion or a tile that does something in a moment.
type reaction struct {
	seat int8
	of   printed.Name
	when printed.Trigger
}

// reacts finds the next companion or tile that does something; of a spell, those of the
// caster come first.
func (s *State) reacts(f *frame) (x reaction, ok bool) {
	order, n := s.inOrder()
	if f.kind == blow && !f.landed && !s.players[f.seat].out {
		if x, ok := s.reactsAt(f, f.seat); ok {
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
		if of == 0 || f.worked[kind]>>i&1 != 0 {
			continue
		}
		if t := s.fitting(f, i, of); t != 0 && !(s.once(f, i, of) && s.reacted[kind]>>i&1 != 0) {
			return reaction{i, of, t}, true
		}
	}
	return x, false
}

// once reports whether a reaction comes only once to a spell and to all that follows from
// it (ruling once): all but those that change damage that is about to be dealt.
func (s *State) once(f *frame, i int8, of printed.Name) bool {
	if f.landed || f.kind == occasion && i != f.seat {
		return true
	}
	for _, e := range s.facts.Effects(of) {
		if e.Does == printed.Deal || e.Does == printed.Reflect {
			return f.kind == blow
		}
	}
	return false
}

// happens lets things and counterspells react to something, if any can.
func (r *resolution) happens(i int8, when printed.Trigger) {
	f := frame{kind: occasion, seat: i, when: when}
	if _, ok := r.reacts(&f); ok || r.anyAsked(&f) {
		emit(r, Occurs{r.seat(i), when})
	}
}

// goOn goes on with the uppermost frame; false if somebody has to do something.
func (r *resolution) goOn() bool {
	f := r.upper()
	if f.kind == doing {
		return r.carryOut(f)
	}
	if r.countersNext(f) {
		return true
	}
	if r.players[f.seat].out && !f.landed {
		emit(r, Ends{r.seat(f.seat)}) // ruling mid-spell
		return true
	}
	x, ok := r.reacts(f)
	switch {
	case !f.asked && ok:
		emit(r, Works{r.seat(x.seat), x.of, x.when})
	case !f.asked && r.anyAsked(f):
		emit(r, Asked{r.windows + 1})
	case f.kind == blow && !f.landed:
		r.land(f)
	default:
		emit(r, Ends{r.seat(f.seat)})
	}
	return true
}

// Occurs is something to which others may react.
type Occurs struct {
	Seat engine.Seat
	When printed.Trigger
}

func (e Occurs) apply(s *State) {
	s.push(frame{kind: occasion, seat: s.find(e.Seat), when: e.When, against: -1})
}

func (e Occurs) tell() engine.Text {
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

// Works is a companion or a tile that does something for a seat.
type Works struct {
	Seat engine.Seat
	Of   printed.Name
	When printed.Trigger
}

func (e Works) apply(s *State) {
	f, i := s.upper(), s.find(e.Seat)
	if f == nil || i < 0 {
		return
	}
	kind := thingKind(e.Of)
	f.worked[kind] |= 1 << i
	if s.once(f, i, e.Of) {
		s.reacted[kind] |= 1 << i
	}
	s.push(frame{kind: doing, seat: i, of: e.Of, when: e.When, against: f.other(i)})
}

func (e Works) tell() engine.Text { return engine.Say("%s: %s does something", e.Seat, e.Of.Term()) }

func (e Works) why(s *State) engine.Reason {
	if f, i := s.upper(), s.find(e.Seat); f != nil && i >= 0 && s.once(f, i, e.Of) {
		return engine.Reason{Rule: rulingOnce, Source: sourceRuling}
	}
	return engine.Reason{Rule: e.When.Text(e.Of), Source: sourcePrinted}
}

package testgame

import (
	"cmp"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Acting: values are asked for; then each seat gains and slides its cards.

const (
	mostGained = 3
	mostWorth  = 3
)

// acts: it is the seat's turn to act.
func (s *state) acts(seat engine.Seat) refusal {
	if s.planning() {
		return cmp.Or(s.sits(seat), s.unready(seat), refuse("cards are being laid"))
	}
	return cmp.Or(s.sits(seat), s.onTurn(seat))
}

func (s *state) onTurn(seat engine.Seat) refusal {
	if s.window.open || s.asked() != "" || s.owed() != 0 || s.turn() != s.at(seat) {
		return refuse("wait")
	}
	return allowed
}

// robot: what a robot does, people do not, and the other way round.
func (s *state) robot(seat engine.Seat, robot bool) refusal {
	if s.side(seat).robot != robot {
		return refuse("not now")
	}
	return allowed
}

func oneOf[T comparable](x T, all ...T) refusal {
	if !slices.Contains(all, x) {
		return refuse("not now")
	}
	return allowed
}

// asks: the game waits for the value of the card.
func (s *state) asks(seat engine.Seat, card string, n int) refusal {
	if s.over() || s.planning() || s.asked() != card || n < 1 || n > mostWorth || seat != engine.Table {
		return refuse("nobody has asked")
	}
	return allowed
}

// Gain scores.
type Gain struct {
	Seat engine.Seat
	N    int
}

func (c Gain) By() engine.Seat { return c.Seat }

func (c Gain) Check(s *state) refusal {
	return cmp.Or(s.acts(c.Seat), s.robot(c.Seat, false), oneOf(c.N, 0, 1, 2, mostGained))
}

func (c Gain) Play(r *resolution) {
	if c.N > 0 && len(r.guarding(c.Seat)) > 0 {
		emit(r, Announced(c))
		return
	}
	emit(r, Scored(c))
}

func (c Gain) Tell() engine.Text { return engine.Say("%s gains %d", c.Seat, c.N) }

// Scored moves the marker.
type Scored struct {
	Seat engine.Seat
	N    int
}

func (e Scored) Apply(s *state) {
	s.with(e.Seat, func(x *side) { x.score += e.N })
}

func (e Scored) addends(s *state) []engine.Addend {
	if s.at(e.Seat) < 0 {
		return nil
	}
	return []engine.Addend{{Name: engine.Say("before"), N: s.side(e.Seat).score}, {Name: engine.Say("gain"), N: e.N}}
}

// Slide ends a seat's turn.
type Slide struct{ Seat engine.Seat }

func (c Slide) By() engine.Seat { return c.Seat }

func (c Slide) Check(s *state) refusal { return cmp.Or(s.acts(c.Seat), s.robot(c.Seat, false)) }

func (c Slide) Play(r *resolution) { emit(r, Slid(c)) }

// Slid moves the cards of a seat on: from 1 to 2, from 2 into the hand.
type Slid struct{ Seat engine.Seat }

func (e Slid) Apply(s *state) {
	s.with(e.Seat, func(x *side) {
		x.hand = append(slices.Clone(x.hand), x.fields[1]...)
		x.fields = [fields][]string{nil, x.fields[0]}
		x.acted = true
	})
	s.next()
}

// Act is a robot's turn.
type Act struct {
	Seat engine.Seat
	Side string
}

func (c Act) By() engine.Seat { return c.Seat }

func (c Act) Check(s *state) refusal {
	return cmp.Or(s.acts(c.Seat), s.robot(c.Seat, true), oneOf(c.Side, "left", "right"))
}

func (c Act) Play(r *resolution) {
	emit(r, Scored{c.Seat, 1})
	emit(r, Slid{c.Seat})
}

// Tell says what is printed on a card that lies open.
type Tell struct {
	Seat engine.Seat
	Card string
	N    int
}

func (c Tell) By() engine.Seat { return c.Seat }

func (c Tell) Check(s *state) refusal { return s.asks(c.Seat, c.Card, c.N) }

func (c Tell) Play(r *resolution) { emit(r, Value{c.Card, c.N, "owner"}) }

func (c Tell) Tell() engine.Text { return engine.Say("%s is worth %d", engine.Term(c.Card), c.N) }

// Value is a fact of the box, told before the game or in it.
type Value struct {
	Card   string
	N      int
	Origin notation.Origin
}

func (e Value) Apply(s *state) {
	s.values[slices.Index(cards(), e.Card)] = e.N
}

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
func (s state) acts(seat engine.Seat) error {
	if s.planning() {
		return cmp.Or(s.sits(seat), s.unready(seat), engine.Refuse("cards are being laid"))
	}
	return cmp.Or(s.sits(seat), s.onTurn(seat))
}

func (s state) onTurn(seat engine.Seat) error {
	if s.window.open || s.asked() != "" || s.owed() != 0 || s.turn() != s.at(seat) {
		return engine.Refuse("wait")
	}
	return nil
}

// robot: what a robot does, people do not, and the other way round.
func (s state) robot(seat engine.Seat, robot bool) error {
	if s.side(seat).robot != robot {
		return engine.Refuse("not now")
	}
	return nil
}

func oneOf[T comparable](x T, all ...T) error {
	if !slices.Contains(all, x) {
		return engine.Refuse("not now")
	}
	return nil
}

// asks: the game waits for the value of the card.
func (s state) asks(seat engine.Seat, card string, n int) error {
	if s.over() || s.planning() || s.asked() != card || n < 1 || n > mostWorth || seat != engine.Table {
		return engine.Refuse("nobody has asked")
	}
	return nil
}

// Gain scores.
type Gain struct {
	Seat engine.Seat
	N    int
}

// By returns the seat.
func (c Gain) By() engine.Seat { return c.Seat }

func (c Gain) check(s state) error {
	return cmp.Or(s.acts(c.Seat), s.robot(c.Seat, false), oneOf(c.N, 0, 1, 2, mostGained))
}

func (c Gain) play(s state) []engine.Event {
	if c.N > 0 && len(s.guarding(c.Seat)) > 0 {
		return []engine.Event{Announced(c)}
	}
	return []engine.Event{Scored(c)}
}

func (c Gain) tell() engine.Text { return engine.Say("%s gains %d", c.Seat, c.N) }

// Scored moves the marker.
type Scored struct {
	Seat engine.Seat
	N    int
}

func (e Scored) apply(s state) state {
	return s.with(e.Seat, func(x *side) { x.score += e.N })
}

func (e Scored) addends(s state) []engine.Addend {
	if s.at(e.Seat) < 0 {
		return nil
	}
	return []engine.Addend{{Name: engine.Say("before"), N: s.side(e.Seat).score}, {Name: engine.Say("gain"), N: e.N}}
}

// Slide ends a seat's turn.
type Slide struct{ Seat engine.Seat }

// By returns the seat.
func (c Slide) By() engine.Seat { return c.Seat }

func (c Slide) check(s state) error { return cmp.Or(s.acts(c.Seat), s.robot(c.Seat, false)) }

func (c Slide) play(state) []engine.Event { return []engine.Event{Slid(c)} }

// Slid moves the cards of a seat on: from 1 to 2, from 2 into the hand.
type Slid struct{ Seat engine.Seat }

func (e Slid) apply(s state) state {
	return s.with(e.Seat, func(x *side) {
		x.hand = append(slices.Clone(x.hand), x.fields[1]...)
		x.fields = [fields][]string{nil, x.fields[0]}
		x.acted = true
	}).next()
}

// Act is a robot's turn.
type Act struct {
	Seat engine.Seat
	Side string
}

// By returns the seat.
func (c Act) By() engine.Seat { return c.Seat }

func (c Act) check(s state) error {
	return cmp.Or(s.acts(c.Seat), s.robot(c.Seat, true), oneOf(c.Side, "left", "right"))
}

func (c Act) play(state) []engine.Event { return []engine.Event{Scored{c.Seat, 1}, Slid{c.Seat}} }

// Tell says what is printed on a card that lies open.
type Tell struct {
	Seat engine.Seat
	Card string
	N    int
}

// By returns the seat.
func (c Tell) By() engine.Seat { return c.Seat }

func (c Tell) check(s state) error { return s.asks(c.Seat, c.Card, c.N) }

func (c Tell) play(state) []engine.Event { return []engine.Event{Value{c.Card, c.N, "owner"}} }

func (c Tell) tell() engine.Text { return engine.Say("%s is worth %d", engine.Term(c.Card), c.N) }

// Value is a fact of the box, told before the game or in it.
type Value struct {
	Card   string
	N      int
	Origin notation.Origin
}

func (e Value) apply(s state) state {
	s.values[slices.Index(cards(), e.Card)] = e.N
	return s
}

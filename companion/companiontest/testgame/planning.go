package testgame

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// Planning: cards are laid secretly, and shown when every seat is ready.

// plans: the seat lays cards now.
func (s state) plans(seat engine.Seat) error {
	if !s.planning() {
		return cmp.Or(s.sits(seat), s.onTurn(seat), engine.Refuse("not now"))
	}
	return cmp.Or(s.sits(seat), s.unready(seat))
}

func (s state) unready(seat engine.Seat) error {
	if x := s.side(seat); x.ready || x.robot {
		return engine.Refuse("you are ready")
	}
	return nil
}

// accepts: in round 1 each field takes one card; later field 1 comes first, and then
// cards may be covered.
func (s state) accepts(seat engine.Seat, field int) error {
	x := s.side(seat)
	opened := len(x.fields[0]) > 0
	switch {
	case field < 1 || field > fields:
	case s.round > 1 && opened, len(x.fields[field-1]) == 0 && (s.round == 1 || field == 1):
		return nil
	}
	return engine.Refuse("there is no room")
}

func (s state) holds(seat engine.Seat, card string) error {
	if !slices.Contains(s.side(seat).hand, card) {
		return engine.Refuse("there is no room")
	}
	return nil
}

// uncovered: the card is the top card of the field and was laid this round.
func (s state) uncovered(seat engine.Seat, field int, card string) error {
	if x := s.side(seat); field >= 1 && field <= fields && x.fresh[field-1] > 0 {
		if pile := x.fields[field-1]; len(pile) > 0 && pile[len(pile)-1] == card {
			return nil
		}
	}
	return engine.Refuse("it does not lie there")
}

func (s state) filled(seat engine.Seat) error {
	for _, pile := range s.side(seat).fields {
		if len(pile) == 0 {
			return engine.Refuse("fill your fields first")
		}
	}
	return nil
}

// Plan lays a card on a field.
type Plan struct {
	Seat  engine.Seat
	Field int
	Card  string
}

// By returns the seat.
func (c Plan) By() engine.Seat { return c.Seat }

// Private marks a command whose words not everybody may know.
func (Plan) Private() {}

func (c Plan) check(s state) error {
	return cmp.Or(s.plans(c.Seat), s.accepts(c.Seat, c.Field), s.holds(c.Seat, c.Card))
}

func (c Plan) play(s state) []engine.Event {
	if s.leaky {
		return []engine.Event{Spilled(c)}
	}
	return []engine.Event{Placed(c)}
}

// Placed is a card that was laid; only its seat knows.
type Placed struct {
	Seat  engine.Seat
	Field int
	Card  string
}

// Cover hides the card from everybody else.
func (e Placed) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

func (e Placed) apply(s state) state { return s.place(e.Seat, e.Field, e.Card) }

// TakeBack takes a card back that was laid this round.
type TakeBack struct {
	Seat  engine.Seat
	Field int
	Card  string
}

// By returns the seat.
func (c TakeBack) By() engine.Seat { return c.Seat }

// Private marks a command whose words not everybody may know.
func (TakeBack) Private() {}

func (c TakeBack) check(s state) error {
	return cmp.Or(s.plans(c.Seat), s.uncovered(c.Seat, c.Field, c.Card))
}

func (c TakeBack) play(state) []engine.Event { return []engine.Event{Taken(c)} }

// Taken is a card that is back in the hand.
type Taken struct {
	Seat  engine.Seat
	Field int
	Card  string
}

// Cover hides the card from everybody else.
func (e Taken) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		return nil
	}
	return e
}

func (e Taken) apply(s state) state {
	return s.with(e.Seat, func(x *side) {
		pile := &x.fields[e.Field-1]
		*pile = slices.Clone((*pile)[:len(*pile)-1])
		x.fresh[e.Field-1]--
		x.hand = append(slices.Clone(x.hand), e.Card)
	})
}

// Ready ends a seat's planning. The last one shows the cards.
type Ready struct{ Seat engine.Seat }

// By returns the seat.
func (c Ready) By() engine.Seat { return c.Seat }

func (c Ready) check(s state) error { return cmp.Or(s.plans(c.Seat), s.filled(c.Seat)) }

func (c Ready) play(s state) []engine.Event {
	return append([]engine.Event{Locked(c)}, s.reveal(c.Seat)...)
}

// reveal shows every fresh card if seat is the last one to be ready.
func (s state) reveal(seat engine.Seat) []engine.Event {
	var events []engine.Event
	for _, x := range s.sides {
		if !x.ready && !x.robot && !x.out && x.seat != seat {
			return nil
		}
		for f, pile := range x.fields {
			for _, card := range pile[len(pile)-x.fresh[f]:] {
				events = append(events, Shown{x.seat, f + 1, card})
			}
		}
	}
	return events
}

// Locked is a seat that has planned.
type Locked struct{ Seat engine.Seat }

func (e Locked) apply(s state) state {
	return s.with(e.Seat, func(x *side) { x.ready = true })
}

// Shown is a card that everybody has seen.
type Shown struct {
	Seat  engine.Seat
	Field int
	Card  string
}

// Reveals says that it cannot be unseen.
func (Shown) Reveals() {}

// A card in the hand was laid in front of others: they learn of it now.
func (e Shown) apply(s state) state {
	s.shown = s.round
	if slices.Contains(s.side(e.Seat).hand, e.Card) {
		return s.place(e.Seat, e.Field, e.Card)
	}
	return s
}

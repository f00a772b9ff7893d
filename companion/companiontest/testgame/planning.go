package testgame

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// Planning: cards are laid secretly, and shown when every seat is ready.

// plans: the seat lays cards now.
func (s *state) plans(seat engine.Seat) refusal {
	if !s.planning() {
		return cmp.Or(s.sits(seat), s.onTurn(seat), refuse("not now"))
	}
	return cmp.Or(s.sits(seat), s.unready(seat))
}

func (s *state) unready(seat engine.Seat) refusal {
	if x := s.side(seat); x.ready || x.robot {
		return refuse("you are ready")
	}
	return allowed
}

// accepts: in round 1 each field takes one card; later field 1 comes first, and then
// cards may be covered.
func (s *state) accepts(seat engine.Seat, field int) refusal {
	x := s.side(seat)
	opened := len(x.fields[0]) > 0
	switch {
	case field < 1 || field > fields:
	case s.round > 1 && opened, len(x.fields[field-1]) == 0 && (s.round == 1 || field == 1):
		return allowed
	}
	return refuse("there is no room")
}

func (s *state) holds(seat engine.Seat, card string) refusal {
	if !slices.Contains(s.side(seat).hand, card) {
		return refuse("there is no room")
	}
	return allowed
}

// uncovered: the card is the top card of the field and was laid this round.
func (s *state) uncovered(seat engine.Seat, field int, card string) refusal {
	if x := s.side(seat); field >= 1 && field <= fields && x.fresh[field-1] > 0 {
		if pile := x.fields[field-1]; len(pile) > 0 && pile[len(pile)-1] == card {
			return allowed
		}
	}
	return refuse("it does not lie there")
}

func (s *state) filled(seat engine.Seat) refusal {
	for _, pile := range s.side(seat).fields {
		if len(pile) == 0 {
			return refuse("fill your fields first")
		}
	}
	return allowed
}

// Plan lays a card on a field.
type Plan struct {
	Seat  engine.Seat
	Field int
	Card  string
}

func (c Plan) By() engine.Seat { return c.Seat }

// Private marks a command whose words not everybody may know.
func (Plan) Private() {}

func (c Plan) Check(s *state) refusal {
	return cmp.Or(s.plans(c.Seat), s.accepts(c.Seat, c.Field), s.holds(c.Seat, c.Card))
}

func (c Plan) Play(r *resolution) {
	if r.leaky {
		emit(r, Spilled(c))
		return
	}
	emit(r, Placed(c))
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

func (e Placed) Apply(s *state) { s.place(e.Seat, e.Field, e.Card) }

// TakeBack takes a card back that was laid this round.
type TakeBack struct {
	Seat  engine.Seat
	Field int
	Card  string
}

func (c TakeBack) By() engine.Seat { return c.Seat }

// Private marks a command whose words not everybody may know.
func (TakeBack) Private() {}

func (c TakeBack) Check(s *state) refusal {
	return cmp.Or(s.plans(c.Seat), s.uncovered(c.Seat, c.Field, c.Card))
}

func (c TakeBack) Play(r *resolution) { emit(r, Taken(c)) }

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

func (e Taken) Apply(s *state) {
	s.with(e.Seat, func(x *side) {
		pile := &x.fields[e.Field-1]
		*pile = slices.Clone((*pile)[:len(*pile)-1])
		x.fresh[e.Field-1]--
		x.hand = append(slices.Clone(x.hand), e.Card)
	})
}

// Ready ends a seat's planning. The last one shows the cards.
type Ready struct{ Seat engine.Seat }

func (c Ready) By() engine.Seat { return c.Seat }

func (c Ready) Check(s *state) refusal { return cmp.Or(s.plans(c.Seat), s.filled(c.Seat)) }

func (c Ready) Play(r *resolution) {
	emit(r, Locked(c))
	r.reveal()
}

// reveal shows every fresh card if all seats are ready.
func (r *resolution) reveal() {
	sides := r.sides
	if slices.ContainsFunc(sides, func(x side) bool { return !x.ready && !x.robot && !x.out }) {
		return
	}
	for _, x := range sides {
		for f, pile := range x.fields {
			for _, card := range pile[len(pile)-x.fresh[f]:] {
				emit(r, Shown{x.seat, f + 1, card})
			}
		}
	}
}

// Locked is a seat that has planned.
type Locked struct{ Seat engine.Seat }

func (e Locked) Apply(s *state) {
	s.with(e.Seat, func(x *side) { x.ready = true })
}

// Shown is a card that everybody has seen.
type Shown struct {
	Seat  engine.Seat
	Field int
	Card  string
}

// Reveals says that it cannot be unseen.
func (Shown) Reveals() {}

// Apply shows the card: if it lies in the hand here, it was laid in front of others, who learn of it now.
func (e Shown) Apply(s *state) {
	s.shown = s.round
	if slices.Contains(s.side(e.Seat).hand, e.Card) {
		s.place(e.Seat, e.Field, e.Card)
	}
}

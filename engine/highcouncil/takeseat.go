package highcouncil

import "arbiter/engine"

// Taking a seat: a number card brings a piece to the ring.

func (s *State) checkTakeSeat(c TakeSeat) error {
	if err := s.mustHaveAction(c.Seat); err != nil {
		return err
	}
	card := s.open[0]
	switch {
	case card.number() == 0 || s.open[1] != 0:
		return engine.Refuse("to take a seat, play one number card")
	case !onRing(c.Field):
		return engine.Refuse("the ring has the fields 1 to %d", fields)
	case !s.owns(s.turn, c.Color):
		return engine.Refuse("%s does not play this color: %s", c.Seat, c.Color.term())
	case c.Paid != 0:
		return s.checkPaidSeat(c, card)
	case c.Field != card.number():
		return engine.Refuse("%s is for field %d; another field costs %d arguments", card.term(), int(card.number()), seatCost)
	case s.ring.on(c.Field) == (piece{}):
		return s.checkNewPiece(c)
	}
	return s.checkSwap(c)
}

// checkPaidSeat: three arguments of the card's color bring a follower to another
// field of that color; with a black card they may have any one color.
func (s *State) checkPaidSeat(c TakeSeat, card Card) error {
	switch {
	case c.Rank != Follower:
		return engine.Refuse("only a follower can take a seat for arguments")
	case fieldColor(c.Field) != card.color():
		return engine.Refuse("with %s one takes a field of its color: %s", card.term(), card.color().term())
	case s.ring.on(c.Field) != (piece{}):
		return engine.Refuse("field %d is taken", int(c.Field))
	case !c.Paid.isArgument() || card.color() != Black && c.Paid != card.color():
		return engine.Refuse("this seat is not paid with such arguments: %s", c.Paid.term())
	case s.active().args[c.Paid] < seatCost:
		return engine.Refuse("that takes %d arguments, %s has %d: %s", seatCost, c.Seat, int(s.active().args[c.Paid]), c.Paid.term())
	}
	return s.checkFollower(c.Color, c.From)
}

func (s *State) checkNewPiece(c TakeSeat) error {
	switch {
	case c.Rank == Follower:
		return s.checkFollower(c.Color, c.From)
	case c.From != 0:
		return engine.Refuse("only followers move")
	case s.speaks(c.Color):
		return engine.Refuse("the speaker is on the ring already: %s", c.Color.term())
	}
	return nil
}

// checkSwap: on a field with an own follower the speaker takes its place.
func (s *State) checkSwap(c TakeSeat) error {
	on := s.ring.on(c.Field)
	switch {
	case !s.owns(s.turn, on.color) || on.rank != Follower:
		return engine.Refuse("field %d is taken", int(c.Field))
	case c.Rank != Speaker:
		return engine.Refuse("on field %d only a speaker can take the follower's place", int(c.Field))
	}
	return s.checkNewPiece(c)
}

// checkFollower: a new follower comes from the supply; if there is none, an own
// one on the ring moves (ruling moved-follower).
func (s *State) checkFollower(c Color, from uint8) error {
	seat := s.seat(s.turn)
	switch spent := s.spent(s.turn); {
	case from == 0 && s.supply(c) > 0:
		return nil
	case from == 0 && spent:
		return engine.Refuse("%s has no follower left; one on the ring moves", seat)
	case from == 0:
		return engine.Refuse("%s has no follower of this color left: %s", seat, c.term())
	case !spent:
		return engine.Refuse("followers move only when none is left")
	case !onRing(from) || s.ring.on(from) != (piece{c, Follower}):
		return engine.Refuse("on field %d there is no follower of this color: %s", int(from), c.term())
	}
	return nil
}

func (t *round) takeSeat(c TakeSeat) {
	if c.Paid != 0 {
		t.emit(Argued{c.Seat, -seatCost, c.Paid})
	}
	if on := t.ring.on(c.Field); on != (piece{}) {
		t.emit(Replaced{c.Field, on.color, on.rank})
	}
	t.place(c.Field, piece{c.Color, c.Rank}, c.From)
	t.emit(TookSeat{c.Seat})
	if t.settle(c.Field) {
		return
	}
	t.draw()
}

// place brings a piece to a free field, from the supply or from the field from.
func (t *round) place(field uint8, p piece, from uint8) {
	if from != 0 {
		t.emit(Moved{from, field})
		return
	}
	t.emit(Seated{field, p.color, p.rank})
}

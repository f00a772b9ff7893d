package highcouncil

import "arbiter/engine"

// Taking a seat: a number card brings a piece to the ring.

// TakeSeat puts a piece on the field of the open card, or, paid with three
// arguments of the color Paid, a follower on another field of its color. From
// is the field a follower leaves if none is in supply.
type TakeSeat struct {
	Seat  engine.Seat
	Field uint8
	Color Color
	Rank  Rank
	Paid  Color `word:"optional"`
	From  uint8 `word:"optional"`
}

func (c TakeSeat) By() engine.Seat { return c.Seat }

func (c TakeSeat) check(s *State) error {
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

func (c TakeSeat) play(r *resolution) {
	if c.Paid != 0 {
		emit(r, Argued{c.Seat, -seatCost, c.Paid})
	}
	if on := r.ring.on(c.Field); on != (piece{}) {
		emit(r, Replaced{c.Field, on.color, on.rank})
	}
	r.place(c.Field, piece{c.Color, c.Rank}, c.From)
	emit(r, TookSeat{c.Seat})
	if r.settle(c.Field) {
		return
	}
	r.draw()
}

func (c TakeSeat) tell() engine.Text {
	who := piece{c.Color, c.Rank}.term()
	switch {
	case c.Paid != 0 && c.From != 0:
		return engine.Say("For 3 arguments (%s) the follower of field %d moves to field %d", c.Paid.term(), int(c.From), int(c.Field))
	case c.Paid != 0:
		return engine.Say("For 3 arguments (%s) take field %d: %s", c.Paid.term(), int(c.Field), who)
	case c.From != 0:
		return engine.Say("The follower of field %d moves to field %d", int(c.From), int(c.Field))
	}
	return engine.Say("Take field %d: %s", int(c.Field), who)
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

// place brings a piece to a free field, from the supply or from the field from.
func (r *resolution) place(field uint8, p piece, from uint8) {
	if from != 0 {
		emit(r, Moved{from, field})
		return
	}
	emit(r, Seated{field, p.color, p.rank})
}

// TookSeat ends the action: the open card is played.
type TookSeat struct{ Seat engine.Seat }

func (e TookSeat) apply(s *State) {
	s.putAway(e.Seat)
}

func (e TookSeat) tell() engine.Text {
	return engine.Say("%s has taken a seat", e.Seat)
}

func (TookSeat) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A number card brings a piece to its field, or lets the speaker take the place of an own follower there; then one card is drawn."), Source: sourceSeat}
}

// Seated is a piece that goes from the supply to a field, which is free.
type Seated struct {
	Field uint8
	Color Color
	Rank  Rank
}

func (e Seated) apply(s *State) {
	s.put(e.Field, piece{e.Color, e.Rank})
}

func (e Seated) tell() engine.Text {
	return engine.Say("Field %d: %s sits down", int(e.Field), piece{e.Color, e.Rank}.term())
}

func (Seated) why(s *State) engine.Reason {
	if s.pair() {
		return engine.Reason{Rule: rulingColor, Source: sourceSetup}
	}
	return engine.Reason{}
}

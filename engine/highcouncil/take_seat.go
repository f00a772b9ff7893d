package highcouncil

import (
	"cmp"
	"errors"
	"fmt"
	"iter"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Taking a seat: a number card brings a piece to the ring.

func (s *State) oneNumberCard() refusal {
	if s.open[0].Number() == 0 || s.open[1] != 0 {
		return refuse("to take a seat, play one number card")
	}
	return allowed
}

func (s *State) isForField(field uint8) refusal {
	if card := s.open[0]; field != card.Number() {
		return refuse("%s is for field %d; another field costs %d arguments", card.word(), rule.Number(card.Number()), seatCost)
	}
	return allowed
}

// admits allows a piece on a free field, and a speaker on a field with a follower of one's own,
// whose place it takes.
func (s *State) admits(field uint8, rank Rank) refusal {
	switch on := s.ring.On(field); {
	case on == (Piece{}):
		return allowed
	case !s.owns(s.turn, on.Color) || on.Rank != Follower:
		return refuse("field %d is taken", rule.Number(field))
	case rank != Speaker:
		return refuse("on field %d only a speaker can take the follower's place", rule.Number(field))
	}
	return allowed
}

func (s *State) newPiece(rank Rank, c Color, from uint8) refusal {
	switch {
	case rank == Follower:
		return s.newFollower(c, from)
	case from != 0:
		return refuse("only followers move")
	case s.speaks(c):
		return refuse("the speaker is on the ring already: %s", c.word())
	}
	return allowed
}

// newFollower requires a new follower to come from the supply; if there is none left, one of one's
// own on the ring moves (ruling moved-follower).
func (s *State) newFollower(c Color, from uint8) refusal {
	switch spent := s.spent(s.turn); {
	case from == 0 && s.supply(c) > 0:
		return allowed
	case from == 0 && spent:
		return refuse("%s has no follower left; one on the ring moves", seatWord(s.turn))
	case from == 0:
		return refuse("%s has no follower of this color left: %s", seatWord(s.turn), c.word())
	case !spent:
		return refuse("followers move only when none is left")
	case s.ring.On(from) != (Piece{c, Follower}):
		return refuse("on field %d there is no follower of this color: %s", rule.Number(from), c.word())
	}
	return allowed
}

// forArguments allows a follower on another field of the card's color for three arguments of that
// color; with a black card they may have any one color.
func (s *State) forArguments(field uint8) refusal {
	switch card := s.open[0]; {
	case fieldColor(field) != card.Color():
		return refuse("with %s one takes a field of its color: %s", card.word(), card.Color().word())
	case s.ring.On(field) != (Piece{}):
		return refuse("field %d is taken", rule.Number(field))
	}
	return allowed
}

func (s *State) buysSeat(with Color) refusal {
	if color := s.open[0].Color(); !with.IsArgument() || color != Black && with != color {
		return refuse("this seat is not paid with such arguments: %s", with.word())
	}
	return allowed
}

// seats lists what the open card brings to the ring.
func (s *State) seats(all []engine.Command) []engine.Command {
	if !s.oneNumberCard().Allowed() {
		return all
	}
	for _, rank := range [2]Rank{Follower, Speaker} {
		if n := s.open[0].Number(); s.admits(n, rank).Allowed() {
			all = s.arrivals(all, n, rank, 0)
		}
	}
	for paid := White; paid.IsArgument(); paid++ {
		if cmp.Or(s.buysSeat(paid), s.affords(seatCost, paid)).Allowed() {
			all = s.paidSeats(all, paid)
		}
	}
	return all
}

func (s *State) paidSeats(all []engine.Command, paid Color) []engine.Command {
	for field := uint8(1); field <= Fields; field++ {
		if s.forArguments(field).Allowed() {
			all = s.arrivals(all, field, Follower, paid)
		}
	}
	return all
}

func (s *State) arrivals(all []engine.Command, field uint8, rank Rank, paid Color) []engine.Command {
	for n, color := range s.seating.own[s.turn] {
		for from := range s.sources(rank, color) {
			switch {
			case !s.newPiece(rank, color, from).Allowed():
			case from == 0:
				all = append(all, s.commands().takeSeat[field][n][rank][paid])
			default:
				all = append(all, TakeSeat{s.seat(s.turn), field, color, rank, paid, from})
			}
		}
	}
	return all
}

// sources lists where a piece can come from: the supply, which is 0, or, for followers if none is
// left, fields of the ring.
func (s *State) sources(rank Rank, color Color) iter.Seq[uint8] {
	return func(yield func(uint8) bool) {
		if rank == Speaker || !s.spent(s.turn) {
			yield(0)
			return
		}
		for left := s.sits[Follower][color]; left != 0; left &= left - 1 {
			if !yield(left.first()) {
				return
			}
		}
	}
}

// TakeSeat puts a piece on the field of the open card or, paid for with three arguments of the
// color Paid, a follower on another field of its color. From is the field that a follower leaves if
// none is in supply.
type TakeSeat struct {
	Seat  engine.Seat
	Field uint8
	Color Color
	Rank  Rank
	Paid  Color `word:"optional"`
	From  uint8 `word:"optional"`
}

func (c TakeSeat) By() engine.Seat { return c.Seat }

// Aims returns the field, and the one that a follower leaves.
func (c TakeSeat) Aims() []string { return fieldAims(c.Field, c.From) }

func (c TakeSeat) Check(s *State) refusal {
	no := cmp.Or(s.hasAction(s.find(c.Seat)), s.oneNumberCard(), exists(c.Field), s.playsColor(c.Color))
	if c.Paid == 0 {
		return cmp.Or(no, s.isForField(c.Field), s.admits(c.Field, c.Rank), s.newPiece(c.Rank, c.Color, c.From))
	}
	if c.Rank != Follower {
		no = cmp.Or(no, refuse("only a follower can take a seat for arguments"))
	}
	return cmp.Or(no, s.forArguments(c.Field), s.buysSeat(c.Paid), s.affords(seatCost, c.Paid), s.newFollower(c.Color, c.From))
}

func (c TakeSeat) Play(r *resolution) {
	if c.Paid != 0 {
		emit(r, Argued{c.Seat, -seatCost, c.Paid})
	}
	if on := r.ring.On(c.Field); on != (Piece{}) {
		emit(r, Replaced{c.Field, on.Color, on.Rank})
	}
	r.place(c.Field, Piece{c.Color, c.Rank}, c.From)
	emit(r, TookSeat{c.Seat})
	if r.settle(c.Field) {
		return
	}
	r.draw()
}

func (c TakeSeat) Tell() engine.Text {
	who := Piece{c.Color, c.Rank}.term()
	switch {
	case c.Paid != 0 && c.From != 0:
		return engine.Say("The follower of field %d moves to field %d for 3 arguments in %s", int(c.From), int(c.Field), c.Paid.spoken())
	case c.Paid != 0:
		return engine.Say("Take field %d for 3 arguments in %s: %s", int(c.Field), c.Paid.spoken(), who)
	case c.From != 0:
		return engine.Say("The follower of field %d moves to field %d", int(c.From), int(c.Field))
	}
	return engine.Say("Take field %d: %s", int(c.Field), who)
}

func (c TakeSeat) Effect(*State) engine.Effect {
	verb, who := engine.Say("Take the seat"), Piece{c.Color, c.Rank}.term()
	switch {
	case c.From != 0:
		return rule.Asks(verb, "Move the follower from field %d to field %d?", int(c.From), int(c.Field))
	case c.Paid != 0:
		return rule.Asks(verb, "Take field %d for arguments (%s)?", int(c.Field), c.Paid.term())
	}
	return rule.Asks(verb, "Take field %d: %s?", int(c.Field), who)
}

// place brings a piece to a free field, from the supply or from the field from.
func (r *resolution) place(field uint8, p Piece, from uint8) {
	if from != 0 {
		emit(r, Moved{from, field})
		return
	}
	emit(r, Seated{field, p.Color, p.Rank})
}

// TookSeat ends the action: the open card is played.
type TookSeat struct{ Seat engine.Seat }

func (e TookSeat) Apply(s *State)    { s.putAway(e.Seat) }
func (e TookSeat) Tell() engine.Text { return engine.Say("%s takes a seat", e.Seat) }

func (TookSeat) Why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("A number card brings a piece to its field, or lets the speaker take the place of an own follower there; then one card is drawn."), Source: sourceSeat}
}

// Seated is a piece that comes from the supply to a field, which must be free.
type Seated struct {
	Field uint8
	Color Color
	Rank  Rank
}

func (e Seated) Apply(s *State) { s.put(e.Field, Piece{e.Color, e.Rank}) }

func (e Seated) Misfit(s *State) error {
	switch {
	case !onRing(e.Field) || s.ring.On(e.Field) != (Piece{}):
		return fmt.Errorf("field %d is not free", e.Field)
	case e.Color.Faction() == 0:
		return fmt.Errorf("nobody plays %s", e.Color)
	case e.Rank == Follower && s.supply(e.Color) == 0, e.Rank == Speaker && s.speaks(e.Color):
		return errors.New("there are no more of these")
	}
	return nil
}

func (e Seated) Tell() engine.Text {
	return engine.Say("Field %d: %s sits down", int(e.Field), Piece{e.Color, e.Rank}.term())
}

func (Seated) Why(s *State) engine.Reason {
	if s.pair() {
		return engine.Reason{Rule: rulingColor, Source: sourceSetup}
	}
	return engine.Reason{}
}

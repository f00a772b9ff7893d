package highcouncil

import "arbiter/engine"

// What a seat may wish.
type (
	// Play lays a card from the hand open on the table, to be used next. Cards of
	// one color and black ones may lie there together.
	Play struct {
		Seat engine.Seat
		Card Card
	}
	// TakeBack takes a played card that was not used back into the hand.
	TakeBack struct {
		Seat engine.Seat
		From Spot
		Card Card
	}
	// Discuss takes arguments of a color for the cards that lie open: as many as
	// cards, or one at a time for a trilithon card.
	Discuss struct {
		Seat  engine.Seat
		Color Color
	}
	// TakeSeat puts a piece on the field of the open card, or, paid with three
	// arguments of the color Paid, a follower on another field of its color. From
	// is the field a follower leaves if none is in supply.
	TakeSeat struct {
		Seat  engine.Seat
		Field uint8
		Color Color
		Rank  Rank
		Paid  Color `word:"optional"`
		From  uint8 `word:"optional"`
	}
	// Ponder puts the whole hand away and draws a new one.
	Ponder struct{ Seat engine.Seat }
	// Confer gives the partner a card face down. The card is named only if the
	// hands are dealt.
	Confer struct {
		Seat engine.Seat
		Card Card `word:"optional"`
	}
	// Return gives a card back to the partner who confers.
	Return struct {
		Seat engine.Seat
		Card Card `word:"optional"`
	}
	// Convince replaces the piece on the field To, arguing from the neighboring
	// field From with arguments of the color With, by a follower of the color
	// Color. Moved is the field it leaves if none is in supply.
	Convince struct {
		Seat  engine.Seat
		From  uint8
		To    uint8
		With  Color
		Color Color
		Moved uint8 `word:"optional"`
	}
	// Finish ends the turn.
	Finish struct{ Seat engine.Seat }
)

// Deal is what the Table does if the hands are dealt: it draws a card for a seat.
type Deal struct {
	Seat engine.Seat
	To   engine.Seat
	Card Card
}

// By returns who asks for it.
func (c Play) By() engine.Seat     { return c.Seat }
func (c TakeBack) By() engine.Seat { return c.Seat }
func (c Discuss) By() engine.Seat  { return c.Seat }
func (c TakeSeat) By() engine.Seat { return c.Seat }
func (c Ponder) By() engine.Seat   { return c.Seat }
func (c Confer) By() engine.Seat   { return c.Seat }
func (c Return) By() engine.Seat   { return c.Seat }
func (c Convince) By() engine.Seat { return c.Seat }
func (c Finish) By() engine.Seat   { return c.Seat }
func (c Deal) By() engine.Seat     { return c.Seat }

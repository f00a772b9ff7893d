package highcouncil

import "arbiter/engine"

// Hands is a fact of the setup: who deals the cards.
type Hands struct{ Mode Mode }

// What can happen. Facts of a position are told by the same events.
type (
	// Dealt is a card drawn from the faction's deck. Only its owner, if anybody,
	// knows which.
	Dealt struct {
		Seat engine.Seat
		Card Card `word:"optional"`
	}
	// Reshuffled makes the played cards of a faction its deck.
	Reshuffled struct{ Faction Faction }
	// Played is a card laid open.
	Played struct {
		Seat engine.Seat
		Card Card
	}
	// TookBack is a played card that went back into the hand.
	TookBack struct {
		Seat engine.Seat
		Card Card
	}
	// Argued gives arguments to a seat or takes them.
	Argued struct {
		Seat  engine.Seat
		By    Delta
		Color Color
	}
	// Owed are arguments that a trilithon card still brings.
	Owed struct {
		Seat   engine.Seat
		Number uint8
	}
	// Discussed ends the action: the open cards are played.
	Discussed struct{ Seat engine.Seat }
	// TookSeat ends the action: the open card is played.
	TookSeat struct{ Seat engine.Seat }
	// Pondered ends the action: the hand was put away face down.
	Pondered struct{ Seat engine.Seat }
	// Gave is a card given to the partner. The two of them know which.
	Gave struct {
		Seat engine.Seat
		To   engine.Seat
		Card Card `word:"optional"`
	}
	// Conferred ends the action.
	Conferred struct{ Seat engine.Seat }
	// Convinced tells who was convinced from where.
	Convinced struct {
		Seat     engine.Seat
		From, To uint8
	}
	// Replaced is a piece that goes from a field back to its owner.
	Replaced struct {
		Field uint8
		Color Color
		Rank  Rank
	}
	// Moved is a follower that goes to another field, which is free.
	Moved struct{ From, To uint8 }
	// Seated is a piece that goes from the supply to a field, which is free.
	Seated struct {
		Field uint8
		Color Color
		Rank  Rank
	}
	// Turn gives a seat its turn.
	Turn struct{ Seat engine.Seat }
	// Vote begins: the trilithon goes to the middle.
	Vote struct{}
	// Won ends the game for a seat of the faction that has won.
	Won struct{ Seat engine.Seat }
	// Adjourned ends the game without a decision.
	Adjourned struct{}
)

// Cover hides which card was drawn from everybody but its owner.
func (e Dealt) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = 0
	}
	return e
}

// MarshalJSON is an error: the card may be hidden.
func (Dealt) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Cover hides which card was given from everybody but the partners.
func (e Gave) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat && seat != e.To {
		e.Card = 0
	}
	return e
}

// MarshalJSON is an error: the card may be hidden.
func (Gave) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals tells that everybody has seen the card.
func (Played) Reveals() {}

// Reveals tells that the owner has seen the card.
func (Dealt) Reveals() {}

// Reveals tells that the partner has seen the card.
func (Gave) Reveals() {}

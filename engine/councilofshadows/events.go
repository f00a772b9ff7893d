package councilofshadows

import "arbiter/engine"

// Facts: what is printed, how the game is set up, which rulings are in force.
type (
	// Printed is the number printed on an item: the consumption of a card or
	// a leader, the energy of a project, a gem or a Dark Tech card.
	Printed struct {
		Item   Item
		Value  int8
		Origin Origin
	}
	// Bonused is a leader's energy at the start.
	Bonused struct {
		Leader Item
		Energy int8
		Origin Origin
	}
	// Barred is an AI card that a leader may not buy.
	Barred struct {
		Leader, Card Item
		Origin       Origin
	}
	// Pile is the level of the pile an Automa card belongs to: 0, 1 or 2.
	Pile struct {
		Card   Item
		Level  uint8
		Origin Origin
	}
	// Advanced marks an Automa card with a silver action background.
	Advanced struct {
		Card   Item
		Origin Origin
	}
	// Acts is one printed action of an Automa card.
	Acts struct {
		Card   Item
		Number uint8
		Side   Side
		Does   Deed
		Count  uint8
		Planet Planet
		Parsec uint8
		Galaxy GalaxyName
		Origin Origin
	}
	// Scores is how an Automa card scores. It ends the list of its actions.
	Scores struct {
		Card   Item
		Mode   Mode
		Origin Origin
	}
	// Module puts a module of the box into play.
	Module struct{ Name ModuleName }
	// Ruling picks one of the readings of a ruling that leaves a choice.
	Ruling struct{ Name, Choice string }
	// Civilization is whom a seat plays.
	Civilization struct {
		Seat engine.Seat
		Name Item
	}
	// At puts a marker on a field of its track: consumption or energy.
	At struct {
		Seat  engine.Seat
		Track TrackName
		Value int16
	}
)

// What can happen.
type (
	// Round starts.
	Round struct{ Number uint8 }
	// Phase starts.
	Phase struct{ Name PhaseName }
	// Turn gives a seat its part of the phase.
	Turn struct{ Seat engine.Seat }
	// Scored begins a seat's scoring.
	Scored struct{ Seat engine.Seat }
	// Settled begins the level-ups of a seat at the end of a whole phase.
	Settled struct{ Seat engine.Seat }
	// Led gives a leader to a seat.
	Led struct {
		Seat   engine.Seat
		Leader Item
	}
	// Bought is a purchase; in the full book, with what was paid.
	Bought struct {
		Seat engine.Seat
		What Item
		Pay  Gemset `word:"optional"`
	}
	// Took is an AI card that cost nothing.
	Took struct {
		Seat engine.Seat
		Card Item
	}
	// Ranged sets how many parsecs a field reaches.
	Ranged struct {
		Seat          engine.Seat
		Field, Parsec uint8
	}
	// Planned is a card laid face down. Other seats see nothing of it.
	Planned struct {
		Seat  engine.Seat
		Field uint8
		Card  Item
	}
	// TookBack is a planned card that went back to the hand.
	TookBack struct {
		Seat  engine.Seat
		Field uint8
		Card  Item
	}
	// Readied is a seat that has planned.
	Readied struct{ Seat engine.Seat }
	// Shown is a card that everybody sees now.
	Shown struct {
		Seat  engine.Seat
		Field uint8
		Card  Item
	}
	// Opened is the Automa's card for this round.
	Opened struct {
		Seat engine.Seat
		Card Item
	}
	// Reshuffled makes a used-up pile of the Automa whole again.
	Reshuffled struct {
		Seat  engine.Seat
		Level uint8
	}
	// Consumption moves the consumption marker.
	Consumption struct {
		Seat engine.Seat
		By   Delta
	}
	// Energy moves the energy marker.
	Energy struct {
		Seat  engine.Seat
		By    Delta
		Cause Item
	}
	// Order hands out an order tile.
	Order struct {
		Seat  engine.Seat
		Place uint8
	}
	// Slid moves all cards of a seat one field to the right; the stack that
	// leaves the last field goes back to the hand.
	Slid struct{ Seat engine.Seat }
	// Level turns the energy marker to a level.
	Level struct {
		Seat engine.Seat
		To   uint8
	}
	// Due is something a seat has to do before the game goes on: take a card
	// of a Dark Tech pile, carry out a Dark Tech card, read a project's value.
	Due struct {
		Seat engine.Seat
		What Item
	}
	// Chose is a Dark Tech card taken.
	Chose struct {
		Seat engine.Seat
		Tech Item
	}
	// Done ends what was due.
	Done struct{ Seat engine.Seat }
	// Receives are gems that the seat takes from the supply.
	Receives struct {
		Seat   engine.Seat
		Gem    Item
		Number uint8
	}
	// Throne goes to the first seat that reaches level III.
	Throne struct{ Seat engine.Seat }
	// Did is an action of the Automa's card, carried out or skipped.
	Did struct {
		Seat   engine.Seat
		Number uint8
		Side   Side
	}
	// Counted is what a seat has left at the end.
	Counted struct {
		Seat   engine.Seat
		What   Item
		Number uint8
	}
	// Won ends the game; with a tie there are several winners.
	Won struct{ Seat engine.Seat }
)

// Cover hides a planned card, and that there is one, from the other seats.
func (e Planned) Cover(seat engine.Seat) engine.Event { return onlyFor(e.Seat, seat, e) }

// MarshalJSON is an error: the card may be hidden.
func (Planned) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Cover hides a card taken back from the other seats.
func (e TookBack) Cover(seat engine.Seat) engine.Event { return onlyFor(e.Seat, seat, e) }

// MarshalJSON is an error: the card may be hidden.
func (TookBack) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

func onlyFor(owner, seat engine.Seat, e engine.Event) engine.Event {
	if owner != seat {
		return nil
	}
	return e
}

// Reveals tells that everybody has seen the card.
func (Shown) Reveals() {}

// Reveals tells that everybody has seen the Automa's card.
func (Opened) Reveals() {}

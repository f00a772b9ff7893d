package councilofshadows

import "arbiter/engine"

// What a seat may wish in the full book only.
type (
	// Build puts a station on the board (module 1); it is a purchase.
	Build struct {
		Seat   engine.Seat
		What   Item
		Galaxy GalaxyName
		Pay    Gemset
	}
	// Found puts cubes on a planet, numbered from 1 as printed on the tile.
	Found struct {
		Seat                engine.Seat
		Site, Planet, Cubes uint8
	}
	// Explore draws two tiles from the stack of a parsec.
	Explore struct {
		Seat   engine.Seat
		Parsec uint8
	}
	// Place lays one of the tiles drawn; the other goes under its stack.
	Place struct {
		Seat engine.Seat
		Tile Item
		Site uint8
	}
	// Gather takes the yield of a system. The cause is named where the yield
	// does not come from the card that is carried out.
	Gather struct {
		Seat  engine.Seat
		Site  uint8
		Cause Item `word:"optional"`
	}
	// Raise turns a gem into the next higher one.
	Raise struct {
		Seat engine.Seat
		Gem  Item
	}
	// Score scores a galaxy and removes one cube from a planet; site and
	// planet are 0 if none has to be removed.
	Score struct {
		Seat         engine.Seat
		Galaxy       GalaxyName
		Site, Planet uint8
	}
	// Return puts a bonus card under its pile: one more than a seat may have.
	Return struct {
		Seat engine.Seat
		Card Item
	}
	// Show names a bonus card in final scoring that nobody has named before.
	Show struct {
		Seat engine.Seat
		Card Item
	}
)

// What chance and the cardboard bring in the full book.
type (
	// Draw turns up the next tile of a stack.
	Draw struct {
		Seat engine.Seat
		Tile Item
	}
	// Refill lays the next AI card on the first gap of the display.
	Refill struct {
		Seat engine.Seat
		Card Item
	}
	// Deal gives a bonus card to a seat; without a name only the seat knows it.
	Deal struct {
		Seat engine.Seat
		To   engine.Seat
		Card Item
	}
	// Switch goes on in the full book with a game that began in the tracks book.
	Switch struct{ Seat engine.Seat }
	// Remove tells which two cards of a Dark Tech pile are in the box.
	Remove struct {
		Seat   engine.Seat
		First  Item
		Second Item `word:"unordered"`
	}
)

// By returns who asks for it.
func (c Build) By() engine.Seat   { return c.Seat }
func (c Found) By() engine.Seat   { return c.Seat }
func (c Explore) By() engine.Seat { return c.Seat }
func (c Place) By() engine.Seat   { return c.Seat }
func (c Gather) By() engine.Seat  { return c.Seat }
func (c Raise) By() engine.Seat   { return c.Seat }
func (c Score) By() engine.Seat   { return c.Seat }
func (c Return) By() engine.Seat  { return c.Seat }
func (c Show) By() engine.Seat    { return c.Seat }
func (c Draw) By() engine.Seat    { return c.Seat }
func (c Refill) By() engine.Seat  { return c.Seat }
func (c Deal) By() engine.Seat    { return c.Seat }
func (c Remove) By() engine.Seat  { return c.Seat }
func (c Switch) By() engine.Seat  { return c.Seat }

// What can happen in the full book.
type (
	// Book chooses the book: what the referee keeps.
	Book struct{ Name BookName }
	// Built is a station on the board.
	Built struct {
		Seat   engine.Seat
		What   Item
		Galaxy GalaxyName
		Pay    Gemset
	}
	// Located is where a station stands that was bought before the referee
	// kept the board.
	Located struct {
		Seat   engine.Seat
		What   Item
		Galaxy GalaxyName
	}
	// Does begins a step of a card on an action field; a Dark Tech card lies
	// on field 0, and for the Automa the field is the side: 1 left, 2 right.
	Does struct {
		Seat  engine.Seat
		Field uint8
		Card  Item
		Step  uint8
	}
	// Omits leaves a step out: nothing of it is possible.
	Omits struct {
		Seat  engine.Seat
		Field uint8
		Card  Item
		Step  uint8
	}
	// Stopped ends a step before all of it was done.
	Stopped struct{ Seat engine.Seat }
	// Founded is cubes put on a planet.
	Founded struct {
		Seat                engine.Seat
		Site, Planet, Cubes uint8
		Cause               Item
	}
	// Explored begins a discovery.
	Explored struct {
		Seat   engine.Seat
		Parsec uint8
	}
	// Drew is a tile drawn from a stack, open for all.
	Drew struct {
		Seat engine.Seat
		Tile Item
	}
	// Placed is a tile laid on the board; another one that was drawn with it
	// is under its stack now.
	Placed struct {
		Seat engine.Seat
		Tile Item
		Site uint8
	}
	// Gathered is a yield taken so many times, with the gems it brought.
	Gathered struct {
		Seat        engine.Seat
		Site, Times uint8
		Gems        Gemset
		Cause       Item
	}
	// Raised is a gem turned into the next higher one.
	Raised struct {
		Seat engine.Seat
		Gem  Item
	}
	// Claimed is a scored galaxy, and the planet that lost a cube; 0 if none
	// had to be removed.
	Claimed struct {
		Seat         engine.Seat
		Galaxy       GalaxyName
		Site, Planet uint8
	}
	// Owed is a bonus card that a seat draws now.
	Owed struct{ Seat engine.Seat }
	// Dealt is a bonus card that a seat got. Others do not see which.
	Dealt struct {
		Seat engine.Seat
		Card Item
	}
	// GaveBack is a bonus card put under its pile. Others do not see which.
	GaveBack struct {
		Seat engine.Seat
		Card Item
	}
	// Exposed is a bonus card that everybody sees in final scoring.
	Exposed struct {
		Seat engine.Seat
		Card Item
	}
	// Refilled is an AI card laid on a place of the display, from 1.
	Refilled struct {
		Place uint8
		Card  Item
	}
	// Cleared is an AI card taken off the display and laid aside.
	Cleared struct {
		Place uint8
		Card  Item
	}
	// Removed are two cards of a Dark Tech pile that are in the box.
	Removed struct {
		First  Item
		Second Item `word:"unordered"`
	}
)

// Facts that set the cardboard up in the middle of a game.
type (
	// Holds are the gems of a seat.
	Holds struct {
		Seat engine.Seat
		Gems Gemset
	}
	// Displays are the AI cards on the eight places of the display.
	Displays struct{ One, Two, Three, Four, Five, Six, Seven, Eight Item }
	// Stands are cubes on a planet.
	Stands struct {
		Seat                engine.Seat
		Site, Planet, Cubes uint8
	}
)

// Stacks tells who draws: people from the stacks on the table, or the device. It
// is a fact of the setup.
type Stacks struct{ Where StacksPlace }

// A StacksPlace is where the stacks lie.
type StacksPlace string

// The places.
const (
	OnTable  StacksPlace = "table"  // somebody may draw a bonus card without telling which
	InDevice StacksPlace = "device" // the device names what it draws
)

// UnmarshalText reads a place.
func (p *StacksPlace) UnmarshalText(b []byte) error { return oneOf(p, b, OnTable, InDevice) }

// A BookName names a book.
type BookName string

// The books.
const (
	TracksBook BookName = "tracks" // the referee keeps tracks and cards
	FullBook   BookName = "full"   // the referee keeps everything
)

// UnmarshalText reads a book.
func (n *BookName) UnmarshalText(b []byte) error { return oneOf(n, b, TracksBook, FullBook) }

// Cover hides which card it is from the other seats.
func (e Dealt) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = None
	}
	return e
}

// MarshalJSON is an error: the card may be hidden.
func (Dealt) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Cover hides which card it is from the other seats.
func (e GaveBack) Cover(seat engine.Seat) engine.Event {
	if seat != e.Seat {
		e.Card = None
	}
	return e
}

// MarshalJSON is an error: the card may be hidden.
func (GaveBack) MarshalJSON() ([]byte, error) { return nil, engine.ErrSecret }

// Reveals tells that everybody has seen the tile.
func (Drew) Reveals() {}

// Reveals tells that everybody has seen the card.
func (Refilled) Reveals() {}

// Reveals tells that the seat has seen the card.
func (Dealt) Reveals() {}

// Reveals tells that everybody has seen the card.
func (Exposed) Reveals() {}

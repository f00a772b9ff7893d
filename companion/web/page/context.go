package page

import (
	"html/template"
	"slices"
	"unicode/utf8"

	"arbiter/companion"
	"arbiter/companion/web/fragment"
	"arbiter/engine"
)

// A Context is a moment of the game as one viewer may know it, and what the viewer
// may do: all that parts are made of.
type Context struct {
	Lang    string
	Snap    companion.Snapshot
	Game    engine.Game                              // the rules, to ask what is printed on a thing; zero while no game is running
	Say     func(engine.Text) string                 // puts texts into the viewer's language; seats are called by their players
	Host    bool                                     // the viewer started the game
	Inside  bool                                     // the viewer may take a seat
	Screens bool                                     // no reader is real, so the program may draw what the Table names
	Lays    bool                                     // the seat lays its cards on the screen: no reader of its own is real
	Stamp   int                                      // the version that forms are sent with
	Guided  bool                                     // the viewer plays for the first time and wants things explained
	Virtual bool                                     // all cards lie on the screen: there is neither cardboard nor a reader
	Copy    string                                   // address of a copy of a past game, in which moves are tried; "" in a running game
	Faces   func(engine.Term) (name, picture string) // what the owner has given to a card; nil gives nothing
	Printed *fragment.Kept[Card]                     // cards of faces that were shown before, in this language; nil keeps none
	Room    Room                                     // who sits where; zero where a page does not tell

	cards map[lying]Card       // that were made of this moment already; nil keeps none
	seats map[engine.Seat]Seat // in the same way
}

// A lying card is a card and whose back it shows.
type lying struct {
	engine.Card
	owner engine.Seat
}

// Keeping is the same moment, of which each card and each seat is made once.
func (c Context) Keeping() Context {
	c.cards, c.seats = map[lying]Card{}, map[engine.Seat]Seat{}
	return c
}

// Seat is whose page it is; "" is the page of everybody.
func (c Context) Seat() engine.Seat { return c.Snap.Seat }

// Term puts a word of the game into the viewer's language.
func (c Context) Term(t engine.Term) string { return c.Say(engine.Say("%s", t)) }

// A Seat is how a seat is named on every part: by shape, color and word.
type Seat struct {
	Key   string // as in commands
	Name  string
	Color string // a class: "c-" and this
	Shape engine.Shape
	Robot bool // nobody sits there
	Me    bool // whose page it is
}

// Badge names a seat; one that does not play has no color.
func (c Context) Badge(seat engine.Seat) Seat {
	if s, made := c.seats[seat]; made {
		return s
	}
	s := Seat{Key: string(seat), Name: c.Say(engine.Say("%s", seat)), Me: seat != "" && seat == c.Seat()}
	for _, p := range c.Snap.View.Seats {
		if p.Seat == seat {
			s.Color, s.Shape, s.Robot = ColorClass(p.Color), p.Shape, p.Robot || c.Snap.Bots[seat] != ""
		}
	}
	if c.seats != nil {
		c.seats[seat] = s
	}
	return s
}

// ColorClass is a color as part of the name of a class.
func ColorClass(color string) string {
	for _, r := range color {
		if (r < 'a' || r > 'z') && r != '-' {
			return "grey"
		}
	}
	if color == "" {
		return "grey"
	}
	return color
}

// SeatColor is the class of a seat before a game, of which nothing but its name is known: that
// is a color, or of a character, which is grey and not black.
func SeatColor(seat string) string {
	if !slices.Contains(seatColors, seat) {
		return "grey"
	}
	return seat
}

// seatColors are those that the styles have for seats.
var seatColors = []string{"purple", "red", "green", "blue", "grey", "white", "yellow", "black"}

// Long is how much room a name takes: 0, 1 or 2.
func (s Seat) Long() int { return long(s.Name, 10, 20) }

// long counts the limits that a text exceeds, in letters.
func long(text string, limits ...int) (n int) {
	for _, most := range limits {
		if utf8.RuneCountInString(text) > most {
			n++
		}
	}
	return n
}

// A Room is what a viewer may know of the people and the devices at the table.
type Room struct {
	Free     []engine.Seat // nobody has taken
	Invite   *Invite       // nil for who may not know how others come in
	Requests []Request     // for seats that others hold
	Notices  []engine.Text // about the cardboard, the readers or the log
	Sums     string        // the address where numbers tell how they came about, ends in ? or &; "" if none does
	Kept     string        // the game among past games; "" if none are kept
	Took     string        // how long a game took that is over; "" if nobody knows
	Again    string        // the game, if the same seats may play it again; else ""
}

// An Invite is how others come in.
type Invite struct {
	QR   template.HTML
	At   string // the address to type; "" if it is not known
	Code string // in two groups; "" if none is needed
}

// A Request is somebody's wish for a seat that another phone holds.
type Request struct {
	Seat string // as forms say it
	What engine.Text
	Left engine.Text // how long its holder has
	Mine bool        // the viewer may answer

	Seconds int // that are left
}

package page

import (
	"html/template"
	"slices"
	"unicode/utf8"

	"arbiter/companion"
	"arbiter/companion/web/fragment"
	"arbiter/engine"
)

// A Context is a moment of the game as one viewer may know it, and what the viewer may do:
// everything that parts are made from.
type Context struct {
	Lang    string
	Snap    companion.Snapshot
	Game    engine.Game                              // the rules, to ask what is printed on a thing; zero while no game is running
	Say     func(engine.Text) string                 // translates for the viewer; seats are called by their players
	Host    bool                                     // the viewer started the game
	Inside  bool                                     // the viewer may take a seat
	Screens bool                                     // no reader is real, so the program may draw for the Table
	Lays    bool                                     // the seat lays its cards on the screen: no reader of its own is real
	Stamp   int                                      // the version sent with forms
	Guided  bool                                     // the viewer plays for the first time and wants things explained
	Virtual bool                                     // all cards are on the screen: there is neither cardboard nor a reader
	Copy    string                                   // address of the copy of a past game in which moves are tried; "" in a running game
	Faces   func(engine.Term) (name, picture string) // the owner's name and picture for a card; may be nil
	Printed *fragment.Kept[Card]                     // cache of cards by their faces, in this language; may be nil
	Room    Room                                     // who sits where; zero on pages that do not tell

	cards map[lying]Card       // cards of this moment made so far; nil keeps none
	seats map[engine.Seat]Seat // seats made so far
}

// A lying card is a card, and whose shape is on its back.
type lying struct {
	engine.Card
	owner engine.Seat
}

// Keeping returns the same Context with a cache, so that each card and each seat is made once.
func (c Context) Keeping() Context {
	c.cards, c.seats = map[lying]Card{}, map[engine.Seat]Seat{}
	return c
}

// Seat returns whose page it is; "" is the public page.
func (c Context) Seat() engine.Seat { return c.Snap.Seat }

// Term translates a word of the game.
func (c Context) Term(t engine.Term) string { return c.Say(engine.Say("%s", t)) }

// A Seat is how every part shows a seat: by shape, color and word.
type Seat struct {
	Key   string // as in commands
	Name  string
	Color string // a class, after "c-"
	Shape engine.Shape
	Robot bool // nobody sits there
	Me    bool // whose page it is
}

// Badge returns how to show a seat; one that does not play has no color.
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

// ColorClass returns a color as it is written in names of classes.
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

// SeatColor returns the class of a seat before a game, when only its name is known: a color, or a
// character, which is grey rather than black.
func SeatColor(seat string) string {
	if !slices.Contains(seatColors, seat) {
		return "grey"
	}
	return seat
}

// seatColors are the colors that the styles have for seats.
var seatColors = []string{"purple", "red", "green", "blue", "grey", "white", "yellow", "black"}

// Long returns how much room the name takes: 0, 1 or 2.
func (s Seat) Long() int { return long(s.Name, 10, 20) }

// long returns how many of the limits a text exceeds, in letters.
func long(text string, limits ...int) (n int) {
	for _, most := range limits {
		if utf8.RuneCountInString(text) > most {
			n++
		}
	}
	return n
}

// A Room is what a viewer may know of the people and devices at the table.
type Room struct {
	Free     []engine.Seat // not taken by anybody
	Invite   *Invite       // nil for viewers who may not know how others come in
	Requests []Request     // for seats that others hold
	Notices  []engine.Text // about the cardboard, the readers or the log
	Sums     string        // start of the addresses that explain numbers, ending in ? or &; "" if there are none
	Kept     string        // the game's id among past games; "" if none are kept
	Took     string        // how long a finished game took; "" if unknown
	Again    string        // the game, if the same seats may play again; else ""
}

// An Invite is how others come in.
type Invite struct {
	QR   template.HTML
	At   string // the address to type; "" if unknown
	Code string // in two groups; "" if none is needed
}

// A Request asks for a seat that another phone holds.
type Request struct {
	Seat string // as in forms
	What engine.Text
	Left engine.Text // how long its holder has to answer
	Mine bool        // the viewer may answer

	Seconds int // seconds left
}

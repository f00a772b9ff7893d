package content

import (
	"html/template"
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/companion/web/page/lobbypage"
	"arbiter/engine"
)

// A Past is one past game.
type Past struct {
	Summary
	Scene Content
	All   bool // hidden cards are shown
	Over  bool
}

// A Summary is a past game in words.
type Summary struct {
	ID, Title, When string
	At              string // machine-readable
	Seats           string
	Result          string
	Goes            bool
	Note            string
	Rating          int
}

// A Content is a moment of the game, ready to be written into a page: texts in the viewer's
// language, and nothing that the viewer may not know.
type Content struct {
	Seat      string
	Version   int
	Running   bool                   // a game is on the table
	Sums      AccountLinks           // addresses that explain numbers
	Bots      map[engine.Seat]string // bots by their seats
	Ended     string                 // id of the game that was ended and may go on; "" if there is none
	Kept      string                 // id of the game among past games; "" if none are kept
	Again     string                 // the game, if the same seats may play again; else ""
	Me        SeatBadge
	Prompts   []string // to this seat
	Table     []string // to anybody at the table
	Notices   []notice
	Moves     []string
	Concealed bool // cards lie face down here that the seat does not know
	Winners   []SeatBadge
	Readers   ReadersPart
	Undo      undo
	Log       []Line          // of a replayed game
	Entries   []template.HTML // of the log of the running game, newest first
	Older     int             // how many lines of the log are left out
	Seal      *Sealed         // nil if chance is not sealed
	Doubt     *divergence     // nil unless the rules have changed
	Chairs    []SeatChoice
	Inside    bool               // the viewer may take a seat
	Host      bool               // the viewer is the host
	Coded     bool               // the host confirms with the code what affects others
	Open      bool               // no code is needed
	Appeals   []lobbypage.Appeal // who asks for a seat
	Lobby     *lobbypage.Seating // where people take seats; nil on the page of a seat
	Invite    *page.Invite       // how others come in; nil for viewers who were not let in
	Found     *page.Invite       // where phones find the table while no game is running
	News      []string
	Timing    page.Timing // where the game is paused and its clock chosen
	Setup     []Step      // how to set up the cardboard, while the game opens
	Fresh     bool        // no seat has done anything yet
	Noise     []Level     // levels of noise for virtual readers
	Display   []pile      // cards set aside for everybody
	Areas     []area      // the board in words
	Look      []page.Part // the parts of the page from package page

	Say   func(engine.Text) string
	About func(any) string // what the game says about things and commands; may be nil

	Passage func(engine.Text) string // address of the rules that a source means; may be nil
}

// A Step is a step of a game's setup.
type Step struct {
	Text    string
	Picture string // of what is laid out
	Done    bool   // ticked by somebody
}

// An Option is an entry of a list.
type Option struct{ Value, Label string }

// A SeatBadge names a seat by shape, color and word.
type SeatBadge struct {
	Seat, Name, Color string
	Shape             engine.Shape
	Robot             bool
}

type notice struct {
	Text  string
	UID   string   // of a card that may be named
	Card  []Option // what it may be
	Named []Option // cards that it may be although another tag bears the name

	Accept []string // what the game would do if it followed the cards as they lie
}

// A SeatChoice is a seat that can be taken.
type SeatChoice struct {
	SeatBadge
	Mine, Taken bool
}

type undo struct {
	What    string // "" if the viewer may not know what is taken back
	Asked   bool   // everybody is asked: about taking that back, or about what is wanted
	Shown   bool   // cards were shown in it
	Over    bool   // it ended the game
	Wanted  string // in words; "" if that is taking back
	Line    string // the command that is wanted; "" if there is none
	Agree   bool   // the viewer has not agreed yet
	Agreed  []SeatBadge
	Missing []SeatBadge
}

// Begun reports whether a seat has done something; until then the table is being set up.
func Begun(snap companion.Snapshot) bool {
	return snap.Older > 0 || slices.ContainsFunc(snap.Log, func(l companion.LogLine) bool { return l.By != engine.Table })
}

// Plain returns an address as people type it.
func Plain(at string) string { return strings.TrimPrefix(at, "http://") }

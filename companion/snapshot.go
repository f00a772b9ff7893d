package companion

import (
	"cmp"

	"arbiter/companion/presence"
	"arbiter/engine"
)

// A Snapshot is all that one viewer may know at one moment. It is never
// changed after it was given away, and must not be changed by its receiver.
type Snapshot struct {
	GameID     string // "" while no game is running
	Ended      Ended  // the last game, while none is running and none was begun since
	Game       string
	Title      string
	Seat       engine.Seat // whose snapshot it is; "" is a spectator's
	Version    int         // to be sent back with a Request
	View       engine.View
	State      engine.State   `json:"-"` // what the viewer knows, for bots; nil while no game is running
	Start      engine.State   `json:"-"` // of the game; nil while none is running
	Events     []engine.Event `json:"-"` // since the start, as the viewer knows them; without those that were taken back
	Legal      []LegalCommand // what the seat may do, also for the Table and for robots; none for a spectator, and none while dice are rolled
	Roll       engine.Roll    `json:"-"` // the dice whose sides the seat may tell; the zero Roll is the usual case
	Log        []LogLine      // the newest lines, oldest first; what the viewer may know nothing of is left out
	Older      int            // how many lines there are before those of Log; 0 but in very long games
	Notices    []Notice
	Moves      []engine.Text // what the last undo asks people to do with the cardboard
	Labels     map[engine.Seat]string
	Bots       map[engine.Seat]string // the bots by the seats that they play; nil if there are none
	Proposal   *Proposal              // what everybody is asked to agree to; nil if nothing
	Divergence *Divergence            // the rules have changed, and nothing happens until people have chosen; nil is the usual case
	Window     *OpenWindow            // the window that is open; nil is the usual case
	Orders     []engine.Order         // what a seat may choose as its standing order; none if the game opens no windows
	Order      string                 // the standing order of the seat; "" if it has none
	Conceals   bool                   // something lies face down before the seat that it does not know: it has to be taken back, or shown
	Concealed  int                    // up to which entry the Log covers what a seat alone knew, for somebody else sits there now; 0 is the usual case
	Learners   []engine.Seat          // who may ask what to do
	Sealed     engine.Sealed          // how chance was fixed before the game; zero if it was not
	Virtual    bool                   // all of the game lies on screens: there is neither cardboard nor a reader
	Reads      bool                   // the seat has a reader of its own
	Again      string                 // what a bot's seat did here before it was taken back, or the line that ends the window if it let that pass; "" is the usual case
	Back       int                    // the entry that Undo takes back, with what came of it by itself; 0: there is none
	Setup      []engine.Text          // what to do with the cardboard first, while the game is opening; may be none
}

// Latest is the game on the table, or the last one that was there; "" if none is
// known.
func (s Snapshot) Latest() string { return cmp.Or(s.GameID, s.Ended.ID) }

// A LegalCommand is a command that may be given now.
type LegalCommand struct {
	By      engine.Seat    // who acts: the seat, the Table or a robot
	Line    string         // to be sent as a Request
	Text    engine.Text    // choices that differ only in a number differ only in an int argument
	Command engine.Command `json:"-"`
	Printed bool           // it tells what is printed on something that people read off it
	Likely  bool           // another box invents the same
}

// A LogLine is an entry as its viewer may know it.
type LogLine struct {
	Seq     int
	By      engine.Seat
	Command engine.Text // zero if it is hidden, or if the line takes another back
	Events  []EventLine
	Undoes  int  // the line that this one takes back; 0 if none
	Undone  bool // it was taken back
}

// An EventLine is what happened and why.
type EventLine struct {
	Text   engine.Text
	Reason engine.Reason
	Price  bool // it is what another event of the line costs
}

// A Notice tells people about the cardboard, the readers or the log. It goes
// away by itself when its cause has gone.
type Notice struct {
	Reader string        // "" if it concerns none
	Seat   engine.Seat   // whom it concerns; "" is everybody
	Text   engine.Text   // names no hidden card but to the seat itself
	UID    string        // of a card that has no name yet or may need another one, for Table.Name
	Named  []string      // cards that have a tag, as the tags name them; empty without UID
	Accept []engine.Text // what Table.Accept would do instead, for the seat itself; empty if it would be refused
}

// told returns a notice as seat may read it. Tell puts commands into words.
func told(n presence.Notice, seat engine.Seat, tell func(any) engine.Text) Notice {
	text, own := n.For(seat)
	out := Notice{Reader: n.Reader, Seat: n.Seat, Text: text}
	if !own {
		return out
	}
	out.UID = n.UID
	for _, c := range n.Accept {
		out.Accept = append(out.Accept, tell(c))
	}
	return out
}

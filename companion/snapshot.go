package companion

import (
	"cmp"

	"arbiter/companion/clock"
	"arbiter/companion/presence"
	"arbiter/engine"
)

// A Snapshot is everything that one viewer may know at one moment. It is shared: neither the table
// nor a receiver changes it afterwards.
type Snapshot struct {
	GameID     string // "" while no game is running
	Ended      Ended  // the last game, while none is running and none has begun since
	Game       string
	Title      string
	Seat       engine.Seat // whose snapshot it is; "" is a spectator's
	Version    int         // to be sent back in a Request
	View       engine.View
	State      engine.State   `json:"-"` // what the viewer knows, for bots; nil while no game is running
	Start      engine.State   `json:"-"` // of the game; nil while none is running
	Events     []engine.Event `json:"-"` // since the start, as the viewer knows them, without those that were taken back
	Legal      []LegalCommand // what the seat may do, also for the Table and for robots; none for a spectator, and none while dice are rolled
	Roll       engine.Roll    `json:"-"` // the dice whose sides the seat may tell; the zero Roll is the usual case
	Step       LogLine        `json:"-"` // what leads here from the moment before, if that is only a part of the newest line; else zero
	Log        []LogLine      // the newest lines, oldest first; without lines that the viewer may not know of
	Older      int            // how many lines came before those in Log; 0 except in very long games
	Notices    []Notice
	Moves      []engine.Text // what the last undo asks people to do with the cardboard
	Labels     map[engine.Seat]string
	Bots       map[engine.Seat]string // the bots by the seats that they play; nil if there are none
	Proposal   *Proposal              // what everybody is asked to agree to; nil if nothing
	Divergence *Divergence            // today's rules disagree with the log, and people must choose first; usually nil
	Window     *OpenWindow            // the window that is open; usually nil
	Orders     []engine.Order         // standing orders that the seat may choose; none if the game opens no windows
	Order      string                 // the standing order of the seat; "" if it has none
	Conceals   bool                   // something lies face down in front of the seat that it does not know: it has to be taken back or shown
	Concealed  int                    // up to which entry Log covers what only a seat knew, since somebody else sits there now; usually 0
	Clock      clock.Reading
	Learners   []engine.Seat // seats that may ask for advice
	Sealed     engine.Sealed // how chance was fixed before the game; zero if it was not
	Virtual    bool          // the game is played on screens alone: no cardboard, no readers
	Reads      bool          // the seat has a reader of its own
	Again      string        // for bots: what the seat did here before it was taken back, or the line that closes the window if it let that pass; usually ""
	Back       int           // the entry that Undo takes back, with what followed from it by itself; 0 if there is none
	Setup      []engine.Text // what to do with the cardboard first, while the game is being set up; may be empty
}

// Latest returns the id of the game on the table, or of the last one that was there; "" if there is
// none.
func (s Snapshot) Latest() string { return cmp.Or(s.GameID, s.Ended.ID) }

// A LegalCommand is a command that may be given now.
type LegalCommand struct {
	By      engine.Seat    // who acts: the seat, the Table or a robot
	Line    string         // to be sent as a Request
	Text    engine.Text    // choices that differ only in a number differ only in an int argument
	Command engine.Command `json:"-"`
	Printed bool           // it tells a printed value that people read off the cardboard
	Likely  bool           // another box has the same value
}

// A LogLine is an entry as its viewer may know it.
type LogLine struct {
	Seq     int
	By      engine.Seat
	Command engine.Text // zero if it is hidden, or if the line takes back another
	Events  []EventLine
	Undoes  int  // the line that this one takes back; 0 if none
	Undone  bool // it was taken back
}

// An EventLine is what happened and why.
type EventLine struct {
	Text   engine.Text
	Reason engine.Reason
	Price  bool        // it is the cost of another event of the line
	Level  int         // what a seat reaches by it; 0 if it is about no level
	Minor  bool        // it is too small for a headline
	Brief  engine.Text // as a headline tells it; zero if that is no different
	From   engine.Seat // whose thing harms a seat by it; "" if none does
	Left   bool        // a card asked for it, and nothing of it was possible
	Moves  bool        // in Snapshot.Step: a number changes by it, or where something lies
}

// A Notice tells people about the cardboard, the readers or the log. It disappears with its cause.
type Notice struct {
	Reader string        // "" if it concerns none
	Seat   engine.Seat   // whom it concerns; "" for everybody
	Text   engine.Text   // names hidden cards only to the seat itself
	UID    string        // of a card that has no name yet or may need another one, for Table.Name
	Named  []string      // cards that have a tag, under the tags' names; empty without UID
	Accept []engine.Text // what Table.Accept would do instead, told to the seat itself; empty if that would be refused
}

// told returns a notice as seat may read it. tell puts commands into words.
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

package lobbypage

import (
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A Start is the first page: who plays, a game that is waiting, and links to everything else.
type Start struct {
	Games   []page.Link // to choose from; empty if there is only one
	Ways    []Way
	Digits  bool // whoever starts a game has to be let in first
	Waiting *Waiting
	Lobby   *Seating   // people take their seats; nil if not
	Reopen  *Confirm   // resumes the game that was ended
	Past    *page.Link // the last game that was played
	Join    bool       // people outside may join with a code
	Notes   []string   // what is wrong
	Appeals []Appeal   // who asks for a seat
}

// An Appeal asks for a seat that others hold.
type Appeal struct {
	Seat string // as in the form
	What string
	Left string // how long it has, in words
	Mine bool   // the viewer may answer

	Seconds int // seconds left
}

// A More lists what is not needed for playing, with a sentence each.
type More struct {
	Links        []page.Link
	Rig, Program string
}

// A Way is one way to begin: what is sent to POST /start.
type Way struct {
	Game, Name           string // "alone", "friends" or "table"
	Title, Words, Button string
	Primary              bool
	Guide                bool     // the game can explain itself
	Bots                 []Choice // how strong who plays against one may be; empty if none does
}

// A Waiting is the game on the table.
type Waiting struct {
	Title string
	Stage string
	Seats []page.Seat
	Href  string // where this browser goes on
	Over  bool
	End   *Confirm // ends it without a result; nil if this browser may not
	Host  bool     // nobody here may end it, but one may ask to be the host
}

// A Confirm asks again before something is done; if Coded is set, it asks for the digits.
type Confirm struct {
	To, Seat, ID string
	Coded        bool
}

// NewStart returns the first page for a game that may be started.
func NewStart(c page.Context, o companion.GameOffer, wired bool) Start {
	s := Start{Ways: ways(c, o, wired)}
	if c.Snap.GameID != "" {
		s.Waiting = waiting(c)
	}
	return s
}

func ways(c page.Context, o companion.GameOffer, wired bool) (all []Way) {
	against := engine.Say("Against the Automa. Your first move in ten seconds.")
	if o.Robot == "" {
		against = engine.Say("Against a bot. Your first move in ten seconds.")
	}
	if o.Robot != "" || len(o.Bots) > 0 {
		alone := Way{o.Game.Name, "alone", c.Say(engine.Say("Alone")), c.Say(against), c.Say(engine.Say("Play now")), true, len(o.Game.Guide) > 0, nil}
		if o.Robot == "" && len(o.Bots) > 1 {
			alone.Bots = bots(c, o, o.UsualBot())
		}
		all = append(all, alone)
	}
	box := engine.Say("Your own box lies here: you move the pieces, Arbiter referees.")
	if wired {
		box = engine.Say("Your own box lies here: cards on the readers, the board in the middle.")
	}
	return append(all,
		Way{o.Game.Name, "friends", c.Say(engine.Say("With friends")), c.Say(engine.Say("Everybody plays on a phone: one scan, and they sit. For %s.", companion.HowMany(several(o.BaseCounts())))), c.Say(engine.Say("Invite")), false, false, nil},
		Way{o.Game.Name, "table", c.Say(engine.Say("At our table")), c.Say(box), c.Say(engine.Say("Set the table")), false, false, nil})
}

// several returns the counts above one.
func several(counts []int) []int {
	if more := slices.DeleteFunc(slices.Clone(counts), func(n int) bool { return n < 2 }); len(more) > 0 {
		return more
	}
	return counts
}

func waiting(c page.Context) *Waiting {
	v := c.Snap.View
	w := &Waiting{Title: c.Term(engine.Term(c.Snap.Title)), Over: v.Over, Href: "/table"}
	if len(v.Stage) > 0 {
		w.Stage = c.Say(v.Stage[0])
	}
	for _, p := range v.Seats {
		if !v.Over || p.Winner {
			w.Seats = append(w.Seats, c.Badge(p.Seat))
		}
	}
	return w
}

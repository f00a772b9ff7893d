package site

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"arbiter/companion"
	"arbiter/companion/presence"
	"arbiter/companion/spectator"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A Catalogue translates texts for a reader; words.Catalogue is one. names returns what the player
// at a seat is called; "" means its color.
type Catalogue interface {
	With(lang string, names func(engine.Seat) string) func(engine.Text) string
	// At is With for a table that has its own names for things; for a zero Text the usual word is
	// used.
	At(lang string, names func(engine.Seat) string, things func(engine.Term) engine.Text) func(engine.Text) string
}

// Opts configures a Server. Table and Words are required.
type Opts struct {
	Table      *companion.Table
	Words      Catalogue
	Rig        Rig
	Readers    Readers           // the virtual readers; nil if the rig has none
	Phones     Phones            // phones that read tags; nil if they cannot
	History    History           // past games; nil if none are kept
	Looking    func(more int)    // called with 1 or -1 as people begin or stop looking at past games; may be nil
	Records    Records           // exports and imports past games; nil if there is none of that
	Plays      Plays             // games without a log; nil if none are kept
	Seals      Seals             // how chance was sealed; nil if it is not
	Coach      Coach             // judges past games; nil if none
	Hint       Hinter            // advises seats that learn; nil if none
	Statistics Statistics        // names, notes and counts; nil if none are kept
	Seats      session.SeatStore // who holds which seat; nil keeps that in memory
	Clocks     Clocks            // of past games; nil: all times count
	Ticks      TickStore         // which steps of the setup are ticked; nil keeps that in memory
	Lessons    Lessons           // teaches cards; nil if that is not possible
	Tags       Tags              // which tag is which card; nil if no page shows that
	Faces      Faces             // names and pictures of cards; nil if none are kept
	Device     Device            // settings of the device; nil if they cannot be changed
	Broker     Broker            // is told what a spectator sees; nil if none can be
	Rigs       Rigs              // makes rigs for the device; nil if that is not possible
	Owner      session.Owner     // how somebody proves to be the owner; zero: nobody can
	API        API               // what other programs may see of the table; zero: nothing
	Lang       string            // for browsers that ask for none of our languages; default "en"
	Program    string            // name and version, shown at the foot of /more
	Logger     *slog.Logger

	// Host reports whether a request may call this device by that name, which is in lower case
	// without port and trailing dot. Default: LocalHost.
	Host func(host string) bool

	// Address returns where phones find this device, such as "http://192.168.1.20:8080", or ""
	// while that is not known. Default: never known.
	Address func() string
	Trust   Trust            // how browsers come to trust this device; zero: it serves no HTTPS
	Open    bool             // no code is needed to take a seat: for a trusted network
	Panel   bool             // a panel in the room shows the Invitation
	Now     func() time.Time // default time.Now

	// Chance returns a number from 0 to n-1, to deal cards and start orders. Any goroutine may call
	// it. Default: unpredictable numbers, and cards are drawn by Table.Draw.
	Chance func(n int) int

	// Draw returns a PNG of what a panel shows, for people who look back at a game; nil shows no
	// pictures. Any goroutine may call it.
	Draw func(lang string, v engine.View, labels map[engine.Seat]string) ([]byte, error)

	// Health returns the state of the device, in lines that everybody may read, and whether a game
	// can go on. Default: whether the table answers.
	Health func(context.Context) (report string, well bool)

	// Heartbeat is how often an event stream says that it is alive; default 5 s. A page that hears
	// nothing for two heartbeats says so and reconnects.
	Heartbeat time.Duration
	Retry     time.Duration // how long a browser waits before it reconnects a lost stream; default 2 s
	Slow      time.Duration // how long a client may take to accept an event; default 5 s
	Streams   int           // the limit of event streams open at one time; default 200

	// StreamsEach is the limit of event streams for one address; default 50.
	StreamsEach int
}

// An API tells other programs what a spectator sees.
type API struct {
	On    bool
	Token string // other programs must send it; "" lets everybody in
	Delay spectator.Delay
}

// A Rig lists the readers.
type Rig struct {
	Title   string // in English, as in the rig's file
	Readers []Reader
}

// A Reader is a reader of the rig.
type Reader struct {
	presence.Reader
	Virtual bool // cards are laid on it in the browser
}

// Readers lays cards on virtual readers and takes them off. A card is the words of its tag, such as
// "purple" "discover". An unknown reader is an error; laying a card that is there, or taking off
// one that is not, is none.
type Readers interface {
	Place(reader string, card []string) error
	Lift(reader string, card []string) error
	// Lying returns the cards on a reader in the order in which they were laid.
	Lying(reader string) [][]string
}

func (o Opts) withDefaults() Opts {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Host == nil {
		o.Host = LocalHost
	}
	if !Speaks(o.Lang) {
		o.Lang = English
	}
	if o.Chance == nil {
		o.Chance = func(n int) int { return rand.N(n) }
	}
	if o.Address == nil {
		o.Address = func() string { return "" }
	}
	if o.Health == nil {
		o.Health = answering(o.Table)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 5 * time.Second
	}
	if o.Retry == 0 {
		o.Retry = 2 * time.Second
	}
	if o.Slow == 0 {
		o.Slow = 5 * time.Second
	}
	if o.Streams == 0 {
		o.Streams = 200
	}
	if o.StreamsEach == 0 {
		o.StreamsEach = 50
	}
	return o
}

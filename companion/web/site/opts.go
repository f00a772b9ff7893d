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

// A Catalogue puts texts into the language of the reader, as words.Catalogue
// does. Names tells what the player at a seat is called; "" is its color.
type Catalogue interface {
	With(lang string, names func(engine.Seat) string) func(engine.Text) string
	// At is With where things are called by names of the table; no text is their word.
	At(lang string, names func(engine.Seat) string, things func(engine.Term) engine.Text) func(engine.Text) string
}

// Opts is what a Server is made of. Table and Words are required.
type Opts struct {
	Table      *companion.Table
	Words      Catalogue
	Rig        Rig
	Readers    Readers           // the virtual readers; nil if the rig has none
	Phones     Phones            // phones that read tags; nil if they cannot
	History    History           // past games; nil if none are kept
	Looking    func(more int)    // is told how many more look at past games, or fewer; nil if nobody asks
	Records    Records           // records of past games; nil if none are given out or taken in
	Seals      Seals             // what chance will bring; nil if it is not sealed
	Coach      Coach             // judges past games; nil if nobody does
	Hint       Hinter            // what a seat that learns had better do; nil if nobody tells
	Statistics Statistics        // names, notes and counts; nil if none are kept
	Seats      session.SeatStore // who holds which seat; nil keeps it in memory
	Ticks      TickStore         // which steps of the setup are ticked; nil keeps it in memory
	Lessons    Lessons           // teaches the cards; nil if nobody can be taught
	Faces      Faces             // names and pictures of cards; nil if none are kept
	Device     Device            // its settings; nil if they cannot be changed
	Rigs       Rigs              // makes rigs for the device; nil if that cannot be done
	Owner      session.Owner     // how somebody proves to own the device; zero: nobody can
	API        API               // what other programs may see of the table; zero: nothing
	Lang       string            // for browsers that ask for no language of ours; default "en"
	Program    string            // name and version, at the foot of the page /more
	Logger     *slog.Logger

	// Host reports whether a request may call this device by that name (no port,
	// lower case, no trailing dot). Default: LocalHost.
	Host func(host string) bool

	// Address is where phones find this device, such as "http://192.168.1.20:8080";
	// "" while that is not known. Default: never known.
	Address func() string
	Trust   Trust            // how browsers come to trust this device; zero: it serves no HTTPS
	Open    bool             // nobody needs a code to take a seat: for a network that is trusted
	Panel   bool             // a panel in the room shows the Invitation
	Now     func() time.Time // default time.Now

	// Chance deals cards and start orders: a number from 0 up to n, n left out.
	// Any goroutine may call it. Default: nobody can foresee it, and cards are
	// drawn by Table.Draw.
	Chance func(n int) int

	// Draw draws what a panel shows, as a PNG, for whoever looks back at a game;
	// nil shows no pictures. Any goroutine may call it.
	Draw func(lang string, v engine.View, labels map[engine.Seat]string) ([]byte, error)

	// Health tells how the device is, in lines that everybody may read, and whether
	// a game can go on. Default: whether the table answers.
	Health func(context.Context) (report string, well bool)

	// Heartbeat is how often an event stream says that it is there; default 5 s. A page that
	// hears nothing for two of them says so and asks anew.
	Heartbeat time.Duration
	Retry     time.Duration // how long a browser waits before it asks for a lost stream again; default 2 s
	Slow      time.Duration // how long a client may take to accept an event; default 5 s
	Streams   int           // the most event streams at one time; default 200

	// StreamsEach is the most event streams of one address; default 50.
	StreamsEach int
}

// An API tells other programs what a spectator sees.
type API struct {
	On    bool
	Token string // what they have to know; "" asks nobody
	Delay spectator.Delay
}

// A Rig says which readers there are.
type Rig struct {
	Title   string // in English, as the file says
	Readers []Reader
}

// A Reader is a reader of the rig.
type Reader struct {
	presence.Reader
	Virtual bool // cards are laid on it in the browser
}

// Readers lays cards on virtual readers and takes them off. A card is the words
// of its tag, such as "purple" "discover". An unknown reader is an error; a card
// that lies or does not lie there already is none.
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

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
	Table   *companion.Table
	Words   Catalogue
	Rig     Rig
	Dealing Dealing
	Hint    Hinter // advises seats that learn; nil if none
	Kept    Kept
	Past    Past
	Owner   Owner
	Network Network
	API     API // what other programs may see of the table; zero: nothing
	Streams Streams
	Program Program
}

// A Rig is what cards are laid on.
type Rig struct {
	Title   string // in English, as in the rig's file
	Readers []Reader
	Cards   Readers // the virtual readers; nil if the rig has none
	Phones  Phones  // phones that read tags; nil if they cannot
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

// Dealing is how cards come where nobody deals cardboard.
type Dealing struct {
	// Chance returns a number from 0 to n-1, to deal cards and start orders. Any goroutine may call
	// it. Default: unpredictable numbers, and cards are drawn by Table.Draw.
	Chance func(n int) int
	Seals  Seals // how chance was sealed; nil if it is not
}

// Kept is what outlives a restart besides the game; nil keeps it in memory.
type Kept struct {
	Seats session.SeatStore // who holds which seat
	Ticks TickStore         // which steps of the setup are ticked
}

// Past is what there is about past games. Each part may be nil; then pages do without it.
type Past struct {
	History    History        // the games
	Looking    func(more int) // called with 1 or -1 as people begin or stop looking at them
	Records    Records        // exports and imports them
	Plays      Plays          // games without a log
	Coach      Coach          // judges them
	Statistics Statistics     // names, notes and counts
	Clocks     Clocks         // without these all times count

	// Draw returns a PNG of what a panel shows. Any goroutine may call it.
	Draw func(lang string, v engine.View, labels map[engine.Seat]string) ([]byte, error)
}

// Owner is what the owner of the device can do. Each part may be nil; then nobody can do that.
type Owner struct {
	Proof   session.Owner // how somebody proves to be the owner; zero: nobody can
	Device  Device        // settings of the device
	Rigs    Rigs          // makes rigs for the device
	Lessons Lessons       // teaches cards
	Tags    Tags          // which tag is which card
	Faces   Faces         // names and pictures of cards
	Broker  Broker        // is told what a spectator sees
	Hub     Hub           // is told that, and games that are over; may be nil
}

// Network is how browsers reach the device, and who may come.
type Network struct {
	// Host reports whether a request may call this device by that name, which is in lower case
	// without port and trailing dot. Default: LocalHost.
	Host func(host string) bool

	// Address returns where phones find this device, such as "http://192.168.1.20:8080", or ""
	// while that is not known. Default: never known.
	Address func() string
	Trust   Trust // how browsers come to trust this device; zero: it serves no HTTPS
	Open    bool  // no code is needed to take a seat: for a trusted network
	Panel   bool  // a panel in the room shows the Invitation
}

// Streams limits event streams.
type Streams struct {
	// Heartbeat is how often a stream says that it is alive; default 5 s. A page that hears nothing
	// for two heartbeats says so and reconnects.
	Heartbeat time.Duration
	Retry     time.Duration // how long a browser waits before it reconnects a lost stream; default 2 s
	Slow      time.Duration // how long a client may take to accept an event; default 5 s
	Most      int           // how many may be open at one time; default 200
	Each      int           // how many of them for one address; default 50
}

// Program is the program that serves the pages.
type Program struct {
	Name   string // with its version, shown at the foot of /more
	Lang   string // for browsers that ask for none of our languages; default "en"
	Logger *slog.Logger
	Now    func() time.Time // default time.Now

	// Health returns the state of the device, in lines that everybody may read, and whether a game
	// can go on. Default: whether the table answers.
	Health func(context.Context) (report string, well bool)
}

// An API tells other programs what a spectator sees.
type API struct {
	On    bool
	Token string // other programs must send it; "" lets everybody in
	Delay spectator.Delay
}

func (o Opts) withDefaults() Opts {
	if o.Program.Logger == nil {
		o.Program.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Network.Host == nil {
		o.Network.Host = LocalHost
	}
	if !Speaks(o.Program.Lang) {
		o.Program.Lang = English
	}
	if o.Dealing.Chance == nil {
		o.Dealing.Chance = func(n int) int { return rand.N(n) }
	}
	if o.Network.Address == nil {
		o.Network.Address = func() string { return "" }
	}
	if o.Program.Health == nil {
		o.Program.Health = answering(o.Table)
	}
	if o.Program.Now == nil {
		o.Program.Now = time.Now
	}
	if o.Streams.Heartbeat == 0 {
		o.Streams.Heartbeat = 5 * time.Second
	}
	if o.Streams.Retry == 0 {
		o.Streams.Retry = 2 * time.Second
	}
	if o.Streams.Slow == 0 {
		o.Streams.Slow = 5 * time.Second
	}
	if o.Streams.Most == 0 {
		o.Streams.Most = 200
	}
	if o.Streams.Each == 0 {
		o.Streams.Each = 50
	}
	return o
}

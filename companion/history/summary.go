package history

import (
	"time"

	"arbiter/engine"
)

// A Summary is a game in a list of games.
type Summary struct {
	ID       string
	Game     string // the name of its rules
	Seats    []engine.Seat
	Labels   map[engine.Seat]string // what the players are called; may lack seats
	Bots     map[engine.Seat]string // the bots by the seats that they play; nil if there are none
	Created  time.Time              // a label
	Program  string
	Entries  int       // without the setup
	Finished time.Time // zero while the game goes on
	Result   string
	Note     string // what people say of it
	Rating   int    // 1 to 5; 0 if nobody has rated it
	Damaged  bool   // it would go on, but for its log; Find alone tells
}

// Header is what is kept of the game besides its entries, of which setup is the first.
func (s Summary) Header(setup engine.Setup) Header {
	return Header{ID: s.ID, Created: s.Created, Setup: setup, Labels: s.Labels, Bots: s.Bots, Program: s.Program}
}

// A Search says which games are looked for. The zero Search finds all of them.
type Search struct {
	Game   string    // the name of the rules
	Player string    // part of what a player is called; neither case nor accents matter
	Won    bool      // that player has won
	From   time.Time // created then or later; zero: whenever
	Before time.Time // created before; zero: whenever
	Is     []string  // one of these results; "" is a game that goes on; none: any
	Not    []string  // none of these results
	Skip   int       // so many of the newest are left out
	Most   int       // at most so many are returned; 0 is no limit
}

// A Tally is how often something was played and won.
type Tally struct {
	Name   string
	Played int
	Won    int
}

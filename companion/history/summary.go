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
	Bots     map[engine.Seat]string // bots by their seats; nil if there are none
	Created  time.Time              // a label
	Program  string
	Entries  int       // not counting the setup
	Finished time.Time // zero if the game is unfinished
	Result   string
	Note     string // what people say of it
	Rating   int    // 1 to 5; 0 if nobody has rated it
	Damaged  bool   // it is unfinished but its log is damaged; set by Find only
}

// Header returns the header of the game, given its setup, which is entry 0.
func (s Summary) Header(setup engine.Setup) Header {
	return Header{ID: s.ID, Created: s.Created, Setup: setup, Labels: s.Labels, Bots: s.Bots, Program: s.Program}
}

// A Search says which games to look for. The zero Search finds all of them.
type Search struct {
	Game   string    // the name of the rules
	Player string    // part of what a player is called; neither case nor accents matter
	Won    bool      // that player has won
	From   time.Time // created then or later; zero: any time
	Before time.Time // created before; zero: any time
	Is     []string  // any of these results, "" being an unfinished game; empty: any result
	Not    []string  // none of these results
	Skip   int       // how many of the newest matches to leave out
	Most   int       // how many to return at most; 0 is no limit
}

// A Tally is how often something was played and won.
type Tally struct {
	Name   string
	Played int
	Won    int
}

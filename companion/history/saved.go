// Package history has the types of past games, shared by the table that resumes one, the store that
// keeps them, and the pages that show them. It has no behavior.
package history

import (
	"time"

	"arbiter/companion/clock"
	"arbiter/engine"
)

// A Header is what is kept of a game besides its entries.
type Header struct {
	ID      string
	Created time.Time // a label; nothing is ordered by it
	Setup   engine.Setup
	Labels  map[engine.Seat]string // what the players are called
	Bots    map[engine.Seat]string // bots by their seats; nil if there are none
	Program string                 // name and version of the program
}

// A Saved game is a header, what was played, and the log to append to.
type Saved struct {
	Header
	Entries   []engine.Entry
	Log       engine.Log
	Stands    int                 // the entries up to this one stand, whatever today's rules say of them
	Laying    []engine.Seat       // as Store.Lay got them last; may be none
	Times     []time.Time         // when the entries were written, the setup first; may be nil
	Clock     clock.Kept          // as Store.KeepClock got it last
	Concealed map[engine.Seat]int // as Store.Conceal got them last; nil if it was never called
}

// Damage says that games of a store are not as they were written. They are left as they are. A call
// that returns Damage also returns what is sound of what was asked for.
type Damage struct {
	Games  []string // their ids
	Sound  int      // of the unfinished game: up to which entry its log is sound; -1 if not even its setup is
	Beside bool     // of the unfinished game: what is stored beside its log is damaged
	Err    error    // for the owner: which file, what is wrong, what to do
}

// Error is meant for the owner; it quotes no entry.
func (d *Damage) Error() string { return d.Err.Error() }

// Unwrap returns what the store found.
func (d *Damage) Unwrap() error { return d.Err }

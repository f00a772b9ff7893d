// Package history names what is known of games that were played: to the table that goes
// on with one, the store that keeps them and the pages that show them. It does nothing.
package history

import (
	"time"

	"arbiter/engine"
)

// A Header is what is kept of a game besides its entries.
type Header struct {
	ID      string
	Created time.Time // a label; nothing is ordered by it
	Setup   engine.Setup
	Labels  map[engine.Seat]string // what the players are called
	Bots    map[engine.Seat]string // the bots by the seats that they play; nil if there are none
	Program string                 // name and version of the program
}

// A Saved game is a header, what was played, and the log that goes on.
type Saved struct {
	Header
	Entries   []engine.Entry
	Log       engine.Log
	Stands    int                 // the entries up to this one stand, whatever the rules say of them
	Laying    []engine.Seat       // as Store.Lay got them last; may be none
	Concealed map[engine.Seat]int // as Store.Conceal got them last; nil if it was never called
}

// Damage says that games of a store are not as they were written. They are kept as
// they are; what was asked for and is sound comes with it.
type Damage struct {
	Games  []string // their ids
	Sound  int      // of the game that would go on: the entry up to which its log is sound; -1 if its setup is not
	Beside bool     // of that game: what is kept beside its log is damaged
	Err    error    // for the operator: which file, what is wrong, what to do
}

// Error is for the operator; it quotes no entry.
func (d *Damage) Error() string { return d.Err.Error() }

// Unwrap returns what the store found.
func (d *Damage) Unwrap() error { return d.Err }

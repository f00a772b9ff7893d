package companion

import (
	"arbiter/companion/history"
	"arbiter/engine"
)

// An Ended game was the last one on the table.
type Ended struct{ ID, Result string }

// Open reports whether it can go on: it was not played to its end.
func (e Ended) Open() bool { return e.Result == Abandoned }

// A Loss is an error of a store whose files were taken away, cut or overwritten while it
// plays. It takes nothing more, and saves what it has.
type Loss interface {
	error
	// Saved tells in which file the games are saved, and whether with everything: else
	// with every step since the program began, and what else could be read. File is ""
	// while they are not saved; busy reports whether that is being done.
	Saved() (file string, whole, busy bool)
}

// A DiskError is an error of a store whose disk takes nothing more.
type DiskError interface {
	error
	Disk() string // DiskFull, DiskLocked; "" if it is neither
}

// What ails a disk.
const (
	DiskFull   = "full"
	DiskLocked = "read-only"
)

// A Store keeps games and what the owner's box has told. Its errors must not
// quote entries: they are logged.
type Store interface {
	// Create starts the log of a new game.
	Create(history.Header) (engine.Log, error)
	// Unfinished returns the newest game without a result; ok is false if
	// there is none. If it is damaged the error is a *Damage: no older game takes
	// its place. Once a new one was created nobody hears of it here any more.
	Unfinished() (saved history.Saved, ok bool, err error)
	// Finish gives a game its result: the seats that won, Nobody, or Abandoned.
	Finish(id, result string) error
	// Ended returns the game that Finish gave its result last, the zero Ended if a
	// game was created since. What is not known counts as none.
	Ended() Ended
	// Reopen takes the result of a game back and returns it as it was.
	Reopen(id string) (history.Saved, error)
	// Stand notes that the entries of a game up to this one stand, whatever the
	// rules say of them, for Saved.Stands.
	Stand(id string, entry int) error
	// Lay notes which seats of a game lay their cards on readers, for Saved.Laying.
	Lay(id string, seats []engine.Seat) error
	// Veil notes up to which entries of a game what seats alone knew is covered, for
	// Saved.Veils.
	Conceal(id string, veils map[engine.Seat]int) error
	// Learn remembers a fact, as a line, with the owner's box of a game.
	Learn(game, line string) error
	// Forget takes back what was learned last by this line.
	Forget(game, line string) error
	// Learned returns the facts in the order in which they were learned.
	Learned(game string) ([]string, error)
	// Name remembers what the card with this UID is: words such as "purple"
	// and "discover".
	Name(uid string, words []string) error
}

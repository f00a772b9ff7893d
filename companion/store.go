package companion

import (
	"errors"

	"arbiter/companion/history"
	"arbiter/companion/presence"
	"arbiter/engine"
)

// An Ended game was the last one on the table.
type Ended struct {
	ID, Result string
	Stays      bool // it is over and still on the table, so that its last step can be taken back
}

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

// A DiskError is an error of a store whose disk takes nothing more, or nothing just now.
type DiskError interface {
	error
	Disk() string // DiskFull, DiskLocked, DiskHeld; "" if it is none of them
}

// What ails a disk.
const (
	DiskFull   = "full"
	DiskLocked = "read-only"
	DiskHeld   = "held" // another program keeps it from being written
)

// A Store keeps games and what the owner's box has told. Its errors must not
// quote entries: they are logged.
type Store interface {
	// Create starts the log of a new game.
	Create(history.Header) (engine.Log, error)
	// Unfinished returns the game that stays on the table, else the newest one without
	// a result; ok is false if there is none. If it is damaged the error is a *Damage: no older game takes
	// its place. Once a new one was created nobody hears of it here any more.
	Unfinished() (saved history.Saved, ok bool, err error)
	// Conclude keeps the result of a game that is over and stays on the table: the seats
	// that won, or Nobody. "" takes the result back: the game goes on.
	Conclude(id, result string) error
	// Finish gives a game its result, as Conclude, or Abandoned, and notes that it has left
	// the table.
	Finish(id, result string) error
	// Ended returns the game that got its result last, the zero Ended if a
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

// Explain is what people are told of an error of the store: what happened, and where the
// games are and what to do. Not ok: the error is none of those that a store explains.
func Explain(err error) (texts []engine.Text, ok bool) {
	var l Loss
	var d DiskError
	switch {
	case errors.As(err, &l):
		return lossOf(l), true
	case errors.As(err, &d) && d.Disk() == DiskFull:
		return []engine.Text{engine.Say("the memory card of the device is full, so nothing was played; make room on it, and try again: no step is lost")}, true
	case errors.As(err, &d) && d.Disk() == DiskLocked:
		return []engine.Text{engine.Say("the memory card of the device cannot be written any more, so nothing was played; no step is lost: switch the device off and on, or put another card in")}, true
	case errors.As(err, &d) && d.Disk() == DiskHeld:
		return []engine.Text{engine.Say("another program on the device keeps the games to itself, so nothing was played; close it, and try again: no step is lost")}, true
	}
	return nil, false
}

// troubles are the notices about trouble with the store. Text is what is said of an error
// that it does not explain.
func troubles(err error, text engine.Text) []presence.Notice {
	texts, ok := Explain(err)
	if !ok {
		texts = []engine.Text{text}
	}
	var all []presence.Notice
	for _, t := range texts {
		all = append(all, presence.Notice{Own: t, Public: t})
	}
	return all
}

// lossOf tells what happened, and where the games are and what to do.
func lossOf(l Loss) []engine.Text {
	file, whole, busy := l.Saved()
	where := engine.Say("the games are in the memory of the program and cannot be saved: leave the device on, make room or put the folder of the games back, and try again")
	switch {
	case file != "" && whole:
		where = engine.Say("no step is lost: all games are saved in %s; end the program and start it again, and it goes on with them", file)
	case file != "":
		where = engine.Say("no step of the games since the program began is lost: they are saved in %s, with what could be read of older ones; end the program and put them in place: arbiter restore --replace --damaged %s", file, file)
	case busy:
		where = engine.Say("the games are being saved: leave the device on, and try again")
	}
	return []engine.Text{engine.Say("the files of the games were deleted, moved or overwritten while the program runs, so nothing was played"), where}
}

// A game that would go on and is damaged is left as it is: people are told until a
// new one begins.

// without reports whether an error is damage of the game that would go on alone. The
// table then begins without it.
func (t *Table) without(err error) bool {
	var d *history.Damage
	if !errors.As(err, &d) || len(d.Games) == 0 {
		return false
	}
	t.damage = d
	t.logger.Error("the game that was played last is damaged and does not go on; it is kept as it is, and a new one can begin", "id", d.Games[0], "sound up to entry", d.Sound, "err", d.Err)
	return true
}

// damaged tells everybody about the damaged game.
func (t *Table) damaged() []presence.Notice {
	d := t.damage
	if d == nil {
		return nil
	}
	id := engine.Term(d.Games[0])
	what := engine.Say("the game that was played last is damaged from line %d on and does not go on (%s); the lines before are sound", d.Sound+1, id)
	switch {
	case d.Sound < 0:
		what = engine.Say("the game that was played last is damaged from its start and does not go on (%s)", id)
	case d.Beside:
		what = engine.Say("the game that was played last does not go on (%s): what is kept beside its log is damaged, such as names; its log is sound up to line %d", id, d.Sound)
	}
	remedy := engine.Say("nothing in it was changed; a new game can begin; arbiter games check tells more, arbiter games export takes out what is sound, arbiter restore puts a backup in its place")
	return []presence.Notice{{Own: what, Public: what}, {Own: remedy, Public: remedy}}
}

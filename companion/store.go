package companion

import (
	"errors"

	"arbiter/companion/clock"
	"arbiter/companion/history"
	"arbiter/companion/presence"
	"arbiter/engine"
)

// An Ended game is the last one that was on the table.
type Ended struct {
	ID, Result string
	Stays      bool // it is over and still on the table, so its last step can be taken back
}

// Open reports whether the game can go on: it was not played to its end.
func (e Ended) Open() bool { return e.Result == Abandoned }

// A Loss is an error of a store whose files were deleted, cut short or overwritten while it was
// running. The store accepts nothing more, and saves what it has.
type Loss interface {
	error
	// Saved returns the file that the games are saved in, "" until they are, and busy while that is
	// being done. whole means that nothing is missing; otherwise the file has every step since the
	// program began and whatever else could be read.
	Saved() (file string, whole, busy bool)
}

// A DiskError is an error of a store whose disk accepts nothing more, or nothing just now.
type DiskError interface {
	error
	Disk() string // DiskFull, DiskLocked, DiskHeld; "" if none of them
}

// What can be wrong with a disk.
const (
	DiskFull   = "full"
	DiskLocked = "read-only"
	DiskHeld   = "held" // another program holds the file
)

// A Store keeps games and what people told of the owner's box. Its errors must not quote entries:
// they are logged.
type Store interface {
	// Create starts the log of a new game.
	Create(history.Header) (engine.Log, error)
	// Unfinished returns the game that is on the table, or else the newest one without a result; ok
	// is false if there is none. If it is damaged the error is a *Damage, and no older game takes
	// its place. After Create of another game, the damaged one is not returned any more.
	Unfinished() (saved history.Saved, ok bool, err error)
	// Conclude stores the result of a game that is over but stays on the table: the seats that won,
	// or Nobody. "" takes the result back: the game goes on.
	Conclude(id, result string) error
	// Finish stores a result, as Conclude does, or Abandoned, and notes that the game has left the
	// table.
	Finish(id, result string) error
	// Ended returns the game that got its result last, or the zero Ended if a game was created
	// since or the store cannot say.
	Ended() Ended
	// Reopen takes back the result of a game and returns the game.
	Reopen(id string) (history.Saved, error)
	// Stand accepts the entries of a game up to this one, whatever today's rules say of them; see
	// Saved.Stands.
	Stand(id string, entry int) error
	// Lay stores which seats of a game lay their cards on readers; see Saved.Laying.
	Lay(id string, seats []engine.Seat) error
	// Conceal stores up to which entry of a game what only a seat knew is covered, by seat; see
	// Saved.Concealed.
	Conceal(id string, concealed map[engine.Seat]int) error
	// KeepClock stores the clock of a game; see Saved.Clock.
	KeepClock(id string, k clock.Kept) error
	// Learn adds a fact, as a line, to the owner's box of a game.
	Learn(game, line string) error
	// Forget removes this line where it was learned last.
	Forget(game, line string) error
	// Learned returns the facts in the order in which they were learned.
	Learned(game string) ([]string, error)
	// Name stores what the card with this UID is, in words such as "purple" and "discover".
	Name(uid string, words []string) error
}

// Explain puts an error of the store into words: what happened, where the games are, and what to
// do. ok is false for an error that it knows nothing about.
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

// troubles returns the notices about a failing store; text is used for an error that Explain does
// not know.
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

// lossOf says what happened, where the games are, and what to do.
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

// If the game to resume is damaged it is left as it is, and people are told until a new one begins.

// without reports whether err is only damage to the game that would be resumed. The table then
// begins without it.
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

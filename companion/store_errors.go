package companion

import (
	"errors"

	"arbiter/companion/history"
	"arbiter/companion/presence"
	"arbiter/engine"
)

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

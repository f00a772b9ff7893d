package companion

import (
	"errors"

	"arbiter/companion/history"
	"arbiter/companion/presence"
	"arbiter/engine"
)

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

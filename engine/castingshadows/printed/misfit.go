package printed

import (
	"slices"
	"unicode/utf8"

	"arbiter/engine"
)

// The most letters of a text to be read out, and of a name.
const (
	longestText = 120
	longestName = 30
)

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Effect) Misfit() error {
	amounts, times := e.Amounts.Number(), e.Times.Number()
	switch {
	case e.Of == 0 || e.Part == 0 || e.When == 0 || e.Does == 0:
		return engine.Refuse("an effect needs a thing, a part from 1, a moment and what it does")
	case (times > 0) == e.Pays.isZero():
		return engine.Refuse("%s: say how often and what is spent, both or neither", e.Of.Term())
	case e.Does.counts() != (amounts > 0):
		return engine.Refuse("%s: numbers belong to what is counted, and only to that", e.Of.Term())
	case amounts > 1 && amounts != times && e.Part == 1:
		return engine.Refuse("%s: as many numbers as there are ways to pay, or one for all", e.Of.Term())
	case e.Does.hasSymbols() == e.What.isZero():
		return engine.Refuse("%s: resources belong to what is got or saved, and only to that", e.Of.Term())
	case (e.When == OnCast) != e.Of.IsSpell():
		return engine.Refuse("%s: spells are cast, and nothing else is", e.Of.Term())
	case max(e.Amounts.most(), e.Times.most(), e.Part, slices.Max(e.Pays[:]), slices.Max(e.What[:])) > MostAmount:
		return engine.Refuse("%s: numbers go to %d", e.Of.Term(), MostAmount)
	case e.Does == Stun && e.Amounts.most() >= Dice:
		return engine.Refuse("%s: who is stunned rolls one die at least: 1 to %d dice fewer", e.Of.Term(), Dice-1)
	case e.Does.IsForEnemies() && !e.hasTarget():
		return engine.Refuse("%s: say whom it is for", e.Of.Term())
	case e.When == Always && !e.Does.stands():
		return engine.Refuse("%s: only what changes damage, prices or reach is always in force; say the moment instead, such as start or travel", e.Of.Term())
	case e.Does.meetsDamage() && e.Lasts == 0 && !e.When.hasDamage(e.Does):
		return engine.Refuse("%s: damage is changed before it is dealt: say attack, attacked or hurt as the moment, or how long it lasts", e.Of.Term())
	case e.Lasts != 0 && e.When == Always:
		return engine.Refuse("%s: what is always in force does not end", e.Of.Term())
	}
	return nil
}

// MostAmount is the highest number that may be printed, and that people may report at once (ruling
// raise-bounds).
const MostAmount = 99

func (e Effect) hasTarget() bool {
	to, _ := e.Aim()
	return to != Oneself || e.To == Oneself
}

// counts reports whether the deed has an amount.
func (d Deed) counts() bool { return d != Negate && d != Secure && d != NoLess && d != Freeze }

// stands reports whether the deed can be in force for a time.
func (d Deed) stands() bool {
	switch d {
	case Reduce, Limit, Negate, Raise, Discount, Farther, Secure, NoLess:
		return true
	}
	return false
}

// meetsDamage reports whether the deed changes or reflects damage.
func (d Deed) meetsDamage() bool {
	switch d {
	case Reduce, Limit, Negate, Raise, Reflect:
		return true
	}
	return false
}

// hasDamage reports whether the moment has damage that the deed can work on. When a spell is cast,
// only deeds that protect from it do.
func (t Trigger) hasDamage(d Deed) bool {
	switch t {
	case Always, OnAttack, OnAttacked, OnHurt:
		return true
	case OnSpell:
		return d == Reduce || d == Limit || d == Negate
	case OnHarmed, OnSuffered:
		return d == Reflect
	}
	return false
}

func (d Deed) hasSymbols() bool { return d == Gain || d == Discount }

// IsForEnemies reports whether the deed is done to its target rather than to the thing's owner.
func (d Deed) IsForEnemies() bool {
	return d == Deal || d == Push || d == Peek || d == Freeze || d == Stun
}

// Idle returns a Refusal that says why the effect would never be carried out and what to do, or
// nil. Games that began with such an effect are still played, but a new one cannot be taught.
func (e Effect) Idle() error {
	if err := idle(e.Of, e.When); err != nil {
		return err
	}
	switch kind := e.Of.Kind(); {
	case e.If == InBaseForm && (kind == Companion || kind == Shadow):
		return engine.Refuse("%s works in shadow form alone: leave the base form out", e.Of.Term())
	case e.Part == 1 && kind == Tile && !e.Of.meets(e.If):
		return engine.Refuse("%s works for whoever stands on it, which is never so there: leave that place out", e.Of.Term())
	case (e.If == OnSameTile || e.If == OnOtherTile) && !e.isAboutOther():
		return engine.Refuse("%s: in this moment nobody else is meant, so that a tile could be the same: say how far it reaches instead", e.Of.Term())
	case e.If == OnOtherTile && e.When == OnEntered:
		return engine.Refuse("%s: who has come stands on the same tile: leave the other tile out", e.Of.Term())
	case e.To == Attacker && e.Does.IsForEnemies() && !e.When.hasOther():
		return engine.Refuse("%s: in this moment there is no attacker: say whom it is for", e.Of.Term())
	case e.Does == Push && (e.To == EachOnTile || e.To == EachEnemy || e.To == 0 && e.Of.Target() == EachOnTile):
		return engine.Refuse("%s: one figure is moved: say one, or tell it in words of your own", e.Of.Term())
	case e.When == OnAttack && e.Lasts == 0 && e.Does.meetsDamage() && e.Does != Raise:
		return engine.Refuse("%s: an attack of one's own does no damage to oneself: say attacked or hurt", e.Of.Term())
	case e.If == WithoutCurse && (e.Pays[CursedCrystal] > 0 || e.Does == Cleanse):
		return engine.Refuse("%s: without cursed crystals there is none to spend: leave that condition out", e.Of.Term())
	case e.When == OnCollect && e.If == OnRune:
		return engine.Refuse("%s has no card beside it: nothing is collected there", AncientRune.Term())
	case (e.Does == Reroll || e.Does == Act && e.Lasts == 0) && e.When.isOthersTurn():
		return engine.Refuse("%s: this moment comes in the turns of others, in which one has neither dice nor action points", e.Of.Term())
	}
	return nil
}

// idle returns why a moment never comes for a thing.
func idle(of Name, when Trigger) error {
	switch kind := of.Kind(); {
	case (kind == ResourceCard || kind == Shadow) && when != OnUse:
		return engine.Refuse("%s works when it is used, and in no other moment: say use", of.Term())
	case (kind == Counterspell || kind == Companion || kind == Tile) && when == OnUse:
		return engine.Refuse("%s is not used: say the moment in which it works by itself", of.Term())
	case kind == Counterspell && when == Always:
		return engine.Refuse("%s works once, when it is turned up: say the moment", of.Term())
	case of == AncientRune && when == OnCollect:
		return engine.Refuse("%s has no card beside it: nothing is collected there", of.Term())
	}
	return nil
}

// meets reports whether a figure on the tile can be where a condition says.
func (n Name) meets(c Condition) bool {
	switch c {
	case OnRune:
		return n == AncientRune
	case AtHome, AtOthersHome:
		return n >= HomeKit // each tile beyond the base game may be a home
	}
	return true
}

// hasOther reports whether another seat brings the moment about.
func (t Trigger) hasOther() bool { return t >= OnAttacked }

// isOthersTurn reports whether the moment comes only in other seats' turns.
func (t Trigger) isOthersTurn() bool { return t == OnAttacked || t == OnHarmed || t == OnSpell }

// isAboutOther reports whether there is another seat that the effect is about.
func (e Effect) isAboutOther() bool {
	return e.When.hasOther() || e.When == Always && e.Does.meetsDamage()
}

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Costs) Misfit() error {
	switch {
	case !e.Of.IsSpell():
		return engine.Refuse("%s: what spells cost is told, and of nothing else", e.Of.Term())
	case e.Spell >= e.Of.mostLevel():
		return engine.Refuse("%s: a spell of a lower level is given up, or none: below %d", e.Of.Term(), int(e.Of.mostLevel()))
	}
	return nil
}

// mostLevel returns the level of a spell, and of one beyond the base game the highest that it may have.
func (n Name) mostLevel() uint8 {
	if n.IsMore() {
		return highestLevel
	}
	return n.level()
}

const highestLevel = 3

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Says) Misfit() error {
	if e.Of != 0 && e.When != 0 && (e.When == OnCast) != e.Of.IsSpell() {
		return engine.Refuse("%s: spells are cast, and nothing else is", e.Of.Term())
	}
	if e.Of == 0 || e.When == 0 || e.Text == "" || utf8.RuneCountInString(e.Text) > longestText {
		return engine.Refuse("a text needs a thing and a moment, and has at most %d letters", longestText)
	}
	return nil
}

// Idle returns a Refusal that says why the text would never be read out and what to do, or nil.
func (e Says) Idle() error { return idle(e.Of, e.When) }

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Charges) Misfit() error {
	if e.Of.Kind() != Shadow || e.Energy == 0 || e.Energy > ShadowLimit {
		return engine.Refuse("the shadow side of a board tells what its ability takes: 1 to %d", ShadowLimit)
	}
	return nil
}

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Holds) Misfit() error {
	if e.Token != CostOf(AnyGem) && e.Token != CostOf(AnyOrb) && e.Token != CostOf(Fragment) || e.Number > Tokens {
		return engine.Refuse("tokens are gem, orb or shadow-fragment, %d in all", Tokens)
	}
	return nil
}

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Seats) Misfit() error {
	nobody := e.Players < 2 || e.Players > maxPlayers || e.Person < 1 || e.Person > e.Players
	switch {
	case e.Players <= basePlayers && (nobody || !e.Place.IsCorner()):
		return engine.Refuse("of 2 to %d players each has a home in a corner: upper-left, upper-right, lower-right or lower-left", basePlayers)
	case nobody || e.Place == 0 || FixedTile(e.Place) != 0:
		return engine.Refuse("2 to %d play; each has a home, which lies neither in the middle nor to the left or right of it", maxPlayers)
	}
	return nil
}

// basePlayers is how many can play with the base game alone.
const basePlayers = 4

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Lies) Misfit() error {
	if e.Players < 2 || e.Players > maxPlayers || e.Tile < Tile8 || e.Tile > LastTile || e.Place == 0 || FixedTile(e.Place) != 0 {
		return engine.Refuse("of 2 to %d players: where a tile lies that is none of the base game, which is neither the middle nor to the left or right of it", maxPlayers)
	}
	return nil
}

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Lives) Misfit() error {
	if e.Character <= Haze || e.Tile < Tile8 || e.Tile > LastTile {
		return engine.Refuse("characters of the base game live where the rulebook says; name another one, and a tile that is none of the base game")
	}
	return nil
}

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Level) Misfit() error {
	if !e.Of.IsMore() || !e.Of.IsSpell() || e.Number < 1 || e.Number > highestLevel {
		return engine.Refuse("a spell that is none of the base game has a level from 1 to %d", highestLevel)
	}
	return nil
}

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Dial) Misfit() error {
	if e.Most < Health || e.Most > 99 {
		return engine.Refuse("the dial goes from %d, where it starts, to 99 at most", Health)
	}
	return nil
}

// Misfit returns a Refusal that says what is wrong with the fact and what to do, or nil.
func (e Named) Misfit() error {
	if e.Of == 0 || utf8.RuneCountInString(e.Name) > longestName {
		return engine.Refuse("a name has at most %d letters", longestName)
	}
	return nil
}

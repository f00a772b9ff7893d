package castingshadows

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// REROLL: any dice in the pool, but no cursed crystals.

// rerollable: dice that lie in the pool and show no cursed crystal.
func (s *State) rerollable(d DiceSet) refusal {
	switch {
	case d == 0 || d&^allDice != 0:
		return refuse("name the dice to reroll")
	case d&^s.inPool() != 0:
		return refuse("only dice in the pool are rerolled")
	case d&^s.rerolls() != 0:
		return refuse("cursed crystals are not rerolled")
	}
	return allowed
}

// inPool are the dice that lie in the pool.
func (s *State) inPool() (d DiceSet) { return Faces(s.dice).dice() }

// rerolls are those of them that may be rerolled.
func (s *State) rerolls() (d DiceSet) {
	for i, r := range s.dice {
		if r != 0 && r != printed.CursedCrystal {
			d |= 1 << i
		}
	}
	return d
}

// Reroll rolls dice again.
type Reroll struct {
	Seat engine.Seat
	Dice DiceSet
}

// By is the seat.
func (c Reroll) By() engine.Seat { return c.Seat }

// Aims are the dice.
func (c Reroll) Aims() (all []string) {
	for _, d := range c.Dice.Dice() {
		all = append(all, engine.ThingAim(d.Term()))
	}
	return all
}

func (c Reroll) check(s *State) refusal {
	return cmp.Or(s.keepsAll(), s.mayAct(s.find(c.Seat)), s.rerollable(c.Dice))
}

func (c Reroll) play(r *resolution) {
	emit(r, Acts{c.Seat, -1})
	emit(r, Rerolls(c))
}

func (c Reroll) tell() engine.Text { return engine.Say("Reroll %s", c.Dice.text()) }

// Rerolls is dice that are rolled again now.
type Rerolls struct {
	Seat engine.Seat
	Dice DiceSet
}

func (e Rerolls) apply(s *State)    { s.rolling, s.rolls = e.Dice, s.rolls+1 }
func (e Rerolls) tell() engine.Text { return engine.Say("%s rerolls %s", e.Seat, e.Dice.text()) }

func (Rerolls) why(*State) engine.Reason {
	return engine.Reason{Rule: engine.Say("Any dice in the pool may be rerolled, but no cursed crystals."), Source: sourceActions}
}

// text names dice.
func (d DiceSet) text() (all engine.Text) {
	for _, die := range d.Dice() {
		one := engine.Say("%s", die.Term())
		if all.IsZero() {
			all = one
		} else {
			all = engine.Say("%s, %s", all, one)
		}
	}
	if all.IsZero() {
		return engine.Say("nothing")
	}
	return all
}

package commands

import (
	"cmp"

	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
)

// REROLL: any dice in the pool except those that show a cursed crystal.

// Reroll rolls dice again.
type Reroll struct {
	Seat engine.Seat
	Dice position.DiceSet
}

// By returns the seat.
func (c Reroll) By() engine.Seat { return c.Seat }

// Aims returns the dice.
func (c Reroll) Aims() (all []string) {
	for _, d := range c.Dice.Dice() {
		all = append(all, engine.ThingAim(d.Term()))
	}
	return all
}

func (c Reroll) check(s *position.State) refusal {
	return cmp.Or(keepsAll(s), mayAct(s, s.Find(c.Seat)), s.Rerollable(c.Dice))
}

func (c Reroll) play(r *position.Resolution) {
	position.Emit(r, position.Acts{Seat: c.Seat, N: -1})
	position.Emit(r, position.Rerolls(c))
}

func (c Reroll) Tell() engine.Text { return engine.Say("Reroll %s", c.Dice.Text()) }
func (Reroll) Verb() engine.Text   { return engine.Say("Reroll") }

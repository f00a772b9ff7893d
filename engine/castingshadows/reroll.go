package castingshadows

import (
	"cmp"

	"arbiter/engine"
)

// REROLL: any dice in the pool except those that show a cursed crystal.

// Reroll rolls dice again.
type Reroll struct {
	Seat engine.Seat
	Dice DiceSet
}

func (c Reroll) By() engine.Seat { return c.Seat }

// Aims returns the dice.
func (c Reroll) Aims() (all []string) {
	for _, d := range c.Dice.Dice() {
		all = append(all, engine.ThingAim(d.Term()))
	}
	return all
}

func (c Reroll) Check(s *State) refusal {
	return cmp.Or(s.keepsAll(), s.mayAct(s.Find(c.Seat)), s.rerollable(c.Dice))
}

func (c Reroll) Play(r *resolution) {
	emit(r, Acts{Seat: c.Seat, N: -1})
	emit(r, Rerolls(c))
}

func (c Reroll) Tell() engine.Text { return engine.Say("Reroll %s", c.Dice.text()) }
func (Reroll) Verb() engine.Text   { return engine.Say("Reroll") }

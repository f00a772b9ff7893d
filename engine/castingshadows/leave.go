package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// A roll with fewer dice: a stunned seat chooses which ones it leaves out.

// leaves allows exactly as many dice as the seat has to leave out.
func (s *State) leaves(i int8, d DiceSet) refusal {
	switch n := s.needs(); {
	case n.Kind != needsLeave || n.Seat != i:
		return refuse("%s has no dice to leave out", seatWord(i))
	case d&^s.Rolling != 0 || d.size() != int(s.Fewer):
		return refuse("name as many dice as are left out: %d", rule.Number(s.Fewer))
	}
	return allowed
}

// Leave leaves dice out of the roll.
type Leave struct {
	Seat engine.Seat
	Dice DiceSet
}

func (c Leave) By() engine.Seat { return c.Seat }

// Aims returns the dice.
func (c Leave) Aims() (all []string) {
	for _, d := range c.Dice.Dice() {
		all = append(all, engine.ThingAim(d.Term()))
	}
	return all
}

func (c Leave) Check(s *State) refusal { return s.leaves(s.Find(c.Seat), c.Dice) }
func (c Leave) Play(r *resolution)     { emit(r, Left(c)) }
func (c Leave) Tell() engine.Text      { return engine.Say("Leave out %s", c.Dice.text()) }
func (Leave) Verb() engine.Text        { return engine.Say("Leave out") }

func (s *State) leavings(all []engine.Command) []engine.Command {
	for d := DiceSet(1); d <= allDice; d++ {
		if s.leaves(s.Turn, d).Allowed() {
			all = append(all, Leave{s.seat(s.Turn), d})
		}
	}
	return all
}

// Left is the dice that are not rolled in this turn.
type Left struct {
	Seat engine.Seat
	Dice DiceSet
}

func (e Left) Apply(s *State)    { s.Rolling, s.Fewer = s.Rolling&^e.Dice, 0 }
func (e Left) Tell() engine.Text { return engine.Say("%s leaves out %s", e.Seat, e.Dice.text()) }

func (Left) Why(*State) engine.Reason {
	return engine.Reason{Rule: rulingStun, Source: sourceRuling}
}

package castingshadows

import (
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Phase 1: five dice are rolled into the pool.

// rollsThese requires the table to say what the dice being rolled show, and no others.
func (s *State) rollsThese(by engine.Seat, f faces) refusal {
	switch {
	case by != engine.Table:
		return refuse("only the table says what the dice show")
	case s.needs().Kind != needsRoll:
		return refuse("no dice are rolled now")
	case f.dice() != s.Rolling:
		return refuse("other dice are rolled")
	}
	return allowed
}

// rolls has, for each set of dice, the commands for all ways in which they can fall. It is built
// once.
var rolls = allRolls()

func allRolls() (all [allDice + 1][]engine.Command) {
	for d := DiceSet(1); d <= allDice; d++ {
		ways := []faces{{}}
		for _, die := range d.Dice() {
			var more []faces
			for _, f := range ways {
				for _, r := range printed.Resources() {
					if die.Shows(r) {
						f[die-1] = r
						more = append(more, f)
					}
				}
			}
			ways = more
		}
		for _, f := range ways {
			all[d] = append(all[d], Roll{engine.Table, f})
		}
	}
	return all
}

// Roll says what the rolled dice show: all five, or those of a reroll.
type Roll struct {
	Seat  engine.Seat
	Faces faces
}

func (c Roll) By() engine.Seat { return c.Seat }

func (c Roll) Check(s *State) refusal { return s.rollsThese(c.Seat, c.Faces) }

// Play begins the turn after the roll of all five dice, but not after a reroll that something
// causes while the turn begins.
func (c Roll) Play(r *resolution) {
	emit(r, Rolled{r.seat(r.Turn), c.Faces})
	if r.Stage == rolling && r.Depth == 0 {
		r.happens(r.Turn, printed.OnStart)
		r.happens(r.Turn, printed.OnRoll)
	}
}

func (c Roll) Tell() engine.Text { return engine.Say("The dice show %s", c.Faces.text()) }

// Rolled is the new faces of dice; a die without a face was not rolled.
type Rolled struct {
	Seat  engine.Seat
	Faces faces
}

// Reveals implements engine.Reveal: everybody has seen the dice.
func (Rolled) Reveals() {}

func (e Rolled) Apply(s *State) {
	for i, r := range e.Faces {
		if r != 0 {
			s.Dice[i] = r
		}
	}
	s.Rolling = 0
}

func (e Rolled) Misfit(s *State) error {
	if i := s.Find(e.Seat); i < 0 || s.Stage == 0 || s.Turn != i {
		return errors.New("the seat that has its turn")
	}
	return nil
}

func (e Rolled) Tell() engine.Text { return engine.Say("%s rolls %s", e.Seat, e.Faces.text()) }

func (Rolled) Why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("What the dice show may be spent in this turn."), Source: sourceRoll}
}

package castingshadows

import (
	"errors"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// Phase 1: five dice are rolled into the pool.

// rollsThese: the table says what exactly the dice show that are rolled.
func (s *State) rollsThese(by engine.Seat, f Faces) refusal {
	switch {
	case by != engine.Table:
		return refuse("only the table says what the dice show")
	case s.needs().kind != needsRoll:
		return refuse("no dice are rolled now")
	case f.dice() != s.rolling:
		return refuse("other dice are rolled")
	}
	return allowed
}

// rolls are the commands by which dice of a set can fall, by the set. They are made once.
var rolls = allRolls()

func allRolls() (all [allDice + 1][]engine.Command) {
	for d := DiceSet(1); d <= allDice; d++ {
		ways := []Faces{{}}
		for _, die := range d.Dice() {
			var more []Faces
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

// Roll is what the dice show that are rolled: all five, or those of a reroll.
type Roll struct {
	Seat  engine.Seat
	Faces Faces
}

// By is the table.
func (c Roll) By() engine.Seat { return c.Seat }

func (c Roll) check(s *State) refusal { return s.rollsThese(c.Seat, c.Faces) }

func (c Roll) play(r *resolution) {
	emit(r, Rolled{r.seat(r.turn), c.Faces})
	if r.stage == Rolling {
		r.happens(r.turn, printed.OnStart)
		r.happens(r.turn, printed.OnRoll)
	}
}

func (c Roll) tell() engine.Text { return engine.Say("The dice show %s", c.Faces.text()) }

// Rolled is dice that show something else now.
type Rolled struct {
	Seat  engine.Seat
	Faces Faces
}

// Reveals tells that everybody has seen the dice.
func (Rolled) Reveals() {}

func (e Rolled) apply(s *State) {
	for i, r := range e.Faces {
		if r != 0 {
			s.dice[i] = r
		}
	}
	s.rolling = 0
}

func (e Rolled) misfit(s *State) error {
	if i := s.find(e.Seat); i < 0 || s.stage == 0 || s.turn != i {
		return errors.New("the seat that has its turn")
	}
	return nil
}

func (e Rolled) tell() engine.Text { return engine.Say("%s rolls %s", e.Seat, e.Faces.text()) }

func (Rolled) why(s *State) engine.Reason {
	return engine.Reason{Rule: engine.Say("What the dice show may be spent in this turn."), Source: sourceRoll}
}

// text counts what the faces show.
func (f Faces) text() engine.Text { return poolText(printed.PoolOf(f.shown()...)) }

func (f Faces) shown() (all []printed.Resource) {
	for _, r := range f {
		if r != 0 {
			all = append(all, r)
		}
	}
	return all
}

// poolText reads resources out.
func poolText(p printed.Pool) (all engine.Text) {
	for _, r := range printed.Resources() {
		if p[r] == 0 {
			continue
		}
		one := engine.Say("%d × %s", int(p[r]), r.Term())
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

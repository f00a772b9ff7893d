package enginetest

import (
	"fmt"
	"reflect"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// rolling returns an error if the dice that a state waits for are not ones that a program can roll:
// each seat must know them as they are; each way in which they may fall must be legal, and nothing
// else; sides that show the same must be stated by the same command; and the result must be a
// Reveal, which ends the roll.
func rolling(truth, seen engine.State) error {
	r, known := engine.RollOf(truth), engine.RollOf(seen)
	if r.Name != known.Name || !reflect.DeepEqual(r.Dice, known.Dice) {
		return fmt.Errorf("the roll is %s %v, but a seat knows of %s %v", r.Name, r.Dice, known.Name, known.Dice)
	}
	if !r.Open() {
		return nil
	}
	if err := throwable(r); err != nil {
		return err
	}
	legal := truth.Legal()
	if i := slices.IndexFunc(legal, func(c engine.Command) bool { return c.By() != engine.Table }); i >= 0 {
		return fmt.Errorf("%q is legal while dice are to be rolled", notation.Format(legal[i]))
	}
	ways := fallen(r)
	for _, c := range legal {
		if !ways[notation.Format(c)] {
			return fmt.Errorf("the dice cannot fall as %q", notation.Format(c))
		}
		delete(ways, notation.Format(c))
	}
	for line := range ways {
		return fmt.Errorf("the dice may fall as %q, which is not legal", line)
	}
	return revealed(truth, legal[0], r.Name)
}

// throwable returns an error if dice do not have names of their own, or if sides that show the same
// are stated differently.
func throwable(r engine.Roll) error {
	names := map[engine.Term]bool{}
	if !notation.Plain(r.Name) {
		return fmt.Errorf("the roll is called %q", r.Name)
	}
	for i, d := range r.Dice {
		if d.Name == "" || names[d.Name] || len(d.Sides) < 2 {
			return fmt.Errorf("what die is %v of %v?", d, r.Dice)
		}
		names[d.Name] = true
		for side, shows := range d.Sides {
			a, b := make([]int, len(r.Dice)), make([]int, len(r.Dice))
			a[i], b[i] = side, slices.Index(d.Sides, shows)
			if x, y := r.Fell(a), r.Fell(b); !same(x, y) {
				return fmt.Errorf("%s twice on %s: %q and %q", shows, d.Name, notation.Format(x), notation.Format(y))
			}
		}
	}
	return nil
}

// fallen returns the lines for all ways in which the dice may fall.
func fallen(r engine.Roll) map[string]bool {
	ways, sides := map[string]bool{}, make([]int, len(r.Dice))
	for {
		ways[notation.Format(r.Fell(slices.Clone(sides)))] = true
		i := 0
		for ; i < len(sides); i++ {
			if sides[i] = next(r.Dice[i], sides[i]); sides[i] > 0 {
				break
			}
		}
		if i == len(sides) {
			return ways
		}
	}
}

// next returns the next side after side that shows something new; 0 if there is none.
func next(d engine.Die, side int) int {
	for side++; side < len(d.Sides); side++ {
		if slices.Index(d.Sides, d.Sides[side]) == side {
			return side
		}
	}
	return 0
}

// revealed returns an error if a roll reveals nothing, or does not end.
func revealed(s engine.State, c engine.Command, name string) error {
	after, events, err := engine.Step(s, c)
	if err != nil {
		return err
	}
	if !engine.Revealing(engine.Entry{Events: events}) {
		return fmt.Errorf("%q shows nothing that cannot be unseen", notation.Format(c))
	}
	if engine.RollOf(after).Name == name {
		return fmt.Errorf("%q does not end the roll %s", notation.Format(c), name)
	}
	return nil
}

// rolls checks that dice can be rolled by a program.
func (l *laws) rolls(seat engine.Seat) {
	if err := rolling(l.s.State(), l.s.Seen(seat)); err != nil {
		l.t.Fatalf("seed %d: after %d steps: %v", l.seed, l.s.Version(), err)
	}
}

// rolled checks that the name of a finished roll is never used again.
func (l *laws) rolled(name string) {
	if name != "" && name != l.roll && l.thrown[name] {
		l.t.Fatalf("seed %d: after %d steps another roll is called %s again", l.seed, l.s.Version(), name)
	}
	l.roll, l.thrown[name] = name, true
}

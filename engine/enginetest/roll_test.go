package enginetest

import (
	"strings"
	"testing"

	"arbiter/engine"
)

// cup is a state that waits for two dice: one with a face twice.
type cup struct {
	shelf
	roll    engine.Roll
	legal   []engine.Command
	silent  bool // what lies there is no Reveal
	endless bool // the roll goes on
}

type (
	fell   struct{ One, Two string }
	mutter struct{ One, Two string }
	faces  struct{ One, Two string }
)

func (fell) By() engine.Seat { return engine.Table }
func (faces) Reveals()       {}

func (c cup) Roll() engine.Roll       { return c.roll }
func (c cup) Legal() []engine.Command { return c.legal }
func (c cup) Apply(engine.Event) engine.State {
	if !c.endless {
		c.roll = engine.Roll{}
	}
	return c
}

func (c cup) Decide(x engine.Command) ([]engine.Event, error) {
	if c.silent {
		return []engine.Event{mutter(x.(fell))}, nil
	}
	return []engine.Event{faces(x.(fell))}, nil
}

func thrown() cup {
	one, two := []engine.Term{"sun", "sun", "moon"}, []engine.Term{"sun", "star"}
	return cup{
		roll: engine.Roll{Name: "roll-1", Dice: []engine.Die{{Name: "one", Sides: one}, {Name: "two", Sides: two}}, Fell: func(s []int) engine.Command {
			return fell{string(one[s[0]]), string(two[s[1]])}
		}},
		legal: []engine.Command{fell{"sun", "sun"}, fell{"moon", "sun"}, fell{"sun", "star"}, fell{"moon", "star"}},
	}
}

// Dice that a program cannot roll are found out.
func TestRolling(t *testing.T) {
	good := thrown()
	if err := rolling(good, good); err != nil {
		t.Fatal(err)
	}
	other, lacks, more, twice, twins, hasty, silent, endless := thrown(), thrown(), thrown(), thrown(), thrown(), thrown(), thrown(), thrown()
	other.roll.Name = "roll-2"
	lacks.legal = lacks.legal[1:]
	more.legal = append(more.legal, fell{"star", "star"})
	twice.roll.Fell = func(s []int) engine.Command { return fell{string(rune('a' + s[0])), "sun"} }
	twins.roll.Dice[1].Name = "one"
	hasty.legal = append(hasty.legal, knock{"ana"})
	silent.silent, endless.endless = true, true
	for want, c := range map[string][2]engine.State{
		"a seat knows of":         {good, other},
		"which is not legal":      {lacks, lacks},
		"the dice cannot fall as": {more, more},
		"sun twice on one":        {twice, twice},
		"what die is":             {twins, twins},
		"is legal while dice are": {hasty, hasty},
		"that cannot be unseen":   {silent, silent},
		"does not end the roll":   {endless, endless},
		"the roll is called":      {cup{roll: engine.Roll{Dice: good.roll.Dice}}, cup{roll: engine.Roll{Dice: good.roll.Dice}}},
	} {
		if err := rolling(c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("nobody notices %q (%v)", want, err)
		}
	}
}

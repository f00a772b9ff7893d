package councilofshadows_test

import (
	"fmt"
	"slices"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// follow takes events down and tells what is not as it should be.
func (l *ledger) follow(events []engine.Event) error {
	for i, e := range events {
		if err := l.expect(e, events[i+1:], i == 0); err != nil {
			return fmt.Errorf("%q: %w", notation.Format(e), err)
		}
		l.write(e)
		if err := l.begun(e); err != nil {
			return fmt.Errorf("%q: %w", notation.Format(e), err)
		}
	}
	return nil
}

// expect looks at an event before it is taken down, with those that follow.
func (l *ledger) expect(e engine.Event, next []engine.Event, asked bool) error {
	switch e := e.(type) {
	case council.Claimed:
		if l.robot(e.Seat) && !asked {
			if err := l.onlyChoice(council.Score(e)); err != nil {
				return err
			}
		}
		return l.expectReward(e, next)
	case council.Scored:
		return l.expectEnergy(next, l.before(e.Seat)...)
	case council.Gathered:
		return l.expectYield(e, next)
	case council.Founded:
		if l.robot(e.Seat) && !asked {
			return l.onlyChoice(council.Found{Seat: e.Seat, Site: e.Site, Planet: e.Planet, Cubes: e.Cubes})
		}
	case council.Explored:
		if l.robot(e.Seat) && !asked {
			return l.onlyChoice(council.Explore(e))
		}
	case council.Does:
		return l.leaving(e.Card, e.Field, e.Step)
	case council.Omits:
		return l.leaving(e.Card, e.Field, e.Step)
	case council.Slid, council.Done:
		return l.leaving(council.None, 0, 0)
	}
	return nil
}

// onlyChoice: the Automa does by itself only what leaves people no choice.
func (l *ledger) onlyChoice(c engine.Command) error {
	all, n := l.allowed(), 0
	for other := range all {
		a, ok := other.(council.Score)
		if b, too := c.(council.Score); !ok || !too || a.Galaxy == b.Galaxy {
			n++
		}
	}
	if n != 1 || !all[c] {
		return fmt.Errorf("done without asking, but there are %d choices", n)
	}
	return nil
}

func (l *ledger) expectReward(c council.Claimed, next []engine.Event) error {
	energy, light := l.reward(c)
	if err := l.expectEnergy(next, amount{council.Galaxy, energy}); err != nil {
		return err
	}
	next = slices.DeleteFunc(slices.Clone(next), func(e engine.Event) bool {
		switch e := e.(type) {
		case council.Energy:
			return e.Cause == council.Galaxy || e.Cause == council.LevelUp
		case council.Level, council.Throne:
			return true
		}
		return false
	})
	owed := len(next) > 0 && next[0] == engine.Event(council.Owed{Seat: c.Seat})
	if want := light && l.cards.size() > 0; owed != want {
		return fmt.Errorf("a light card: %t, not %t", owed, want)
	}
	return nil
}

// expectEnergy: the next events are these amounts, and no other of their causes.
func (l *ledger) expectEnergy(next []engine.Event, want ...amount) error {
	var got []amount
	for _, e := range next {
		switch e.(type) {
		case council.Level, council.Throne:
			continue // where levels rise at once
		}
		e, ok := e.(council.Energy)
		if !ok {
			break
		}
		if e.Cause != council.LevelUp {
			got = append(got, amount{e.Cause, int(e.By)})
		}
	}
	want = slices.DeleteFunc(want, func(a amount) bool { return a.energy == 0 })
	if !slices.Equal(got, want) {
		return fmt.Errorf("brings %v, not %v", got, want)
	}
	return nil
}

func (l *ledger) expectYield(e council.Gathered, next []engine.Event) error {
	from := l.systems[l.tile[int(e.Site)]]
	gems := council.Gemset{}
	for range e.Times {
		gems = more(gems, from.Gems)
	}
	if l.has[e.Seat][council.GemRefinement] {
		gems = higher(gems)
	}
	if e.Gems != gems {
		return fmt.Errorf("brings the gems %v, not %v", e.Gems, gems)
	}
	return l.expectEnergy(next, amount{council.Yield, int(from.Energy) * int(e.Times)})
}

// leaving tells of a step that was left although something of it was possible, or
// passed over; the next step is named.
func (l *ledger) leaving(card council.Item, field, step uint8) error {
	if l.job == nil || l.robot(l.worker()) {
		return nil
	}
	was := *l.job
	defer func() { *l.job = was }()
	if !l.job.over && l.possible() {
		return fmt.Errorf("step %d of %s is not finished", was.Step, was.Card)
	}
	last := uint8(3)
	if card == was.Card && field == was.Field && step > was.Step {
		last = step - 1
	}
	for l.job.Step++; l.job.Step <= last; l.job.Step++ {
		if l.job.done, l.job.does = 0, ""; l.possible() {
			return fmt.Errorf("step %d of %s was passed over", l.job.Step, was.Card)
		}
	}
	return nil
}

// begun looks at a step that begins, is left out, or is done for the Automa.
func (l *ledger) begun(e engine.Event) error {
	switch e := e.(type) {
	case council.Does:
		if !l.robot(e.Seat) {
			if !l.possible() {
				return fmt.Errorf("nothing of it is possible")
			}
			return nil
		}
		if left := l.feasible(e, council.Left); left != (e.Field == 1) || !left && !l.feasible(e, council.Right) {
			return fmt.Errorf("the left action can be carried out: %t", left)
		}
	case council.Omits:
		if l.possible() {
			return fmt.Errorf("something of it is possible")
		}
	case council.Did:
		at := council.Does{Card: l.open, Step: e.Number}
		if e.Side == council.Skipped && (l.feasible(at, council.Left) || l.feasible(at, council.Right)) {
			return fmt.Errorf("it can be carried out")
		}
	}
	return nil
}

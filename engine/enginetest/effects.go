package enginetest

import (
	"fmt"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// do plays a command whose effect its seat was shown before.
func (l *screens) do(c engine.Command) error {
	before := l.s.State()
	if l.set.Game.Effect == nil {
		if _, err := l.s.Do(c); err != nil {
			return err
		}
		return l.revealed(before)
	}
	seen := l.s.Seen(c.By())
	told := l.set.Game.Effect(seen, c)
	if told.Verb.IsZero() || told.Ask.IsZero() {
		return fmt.Errorf("%q: a button %q asks %q", notation.Format(c), told.Verb, told.Ask)
	}
	if err := said(told); err != nil {
		return fmt.Errorf("%q: %w", notation.Format(c), err)
	}
	if own := engine.BySeat(c.By(), before.Legal()); !told.Lapses.IsZero() && len(own) == 1 {
		return fmt.Errorf("%q: %q, but nothing else could be done", notation.Format(c), told.Lapses)
	}
	if _, err := l.s.Do(c); err != nil {
		return err
	}
	after := l.s.State()
	if err := happened(told.Changes, before, after); err != nil {
		return fmt.Errorf("%q: %w", notation.Format(c), err)
	}
	_, plans := forecast(seen, c.By())
	now, still := forecast(l.s.Seen(c.By()), c.By())
	if plans && still && now != told.Plan && !l.opened(before) {
		return fmt.Errorf("%q: a plan of %+v is said, but it is %+v", notation.Format(c), told.Plan, now)
	}
	return l.revealed(before)
}

// happened returns an error if the changes differ from the numbers before and after.
func happened(changes []engine.Change, before, after engine.State) error {
	if len(changes) == 0 {
		return nil
	}
	was, is := before.View(), after.View()
	for _, c := range changes {
		from, ok := was.Number(c.Seat, c.Of)
		to, ok2 := is.Number(c.Seat, c.Of)
		if !ok || !ok2 || from != c.From || to != c.To {
			return fmt.Errorf("%+v is said, but it goes from %d (%t) to %d (%t)", c, from, ok, to, ok2)
		}
	}
	return nil
}

// said returns an error if the sentences of an effect contain numbers that its data does not.
func said(e engine.Effect) error {
	numbers := []int{e.Plan.Costs, -e.Plan.Costs, e.Plan.From, e.Plan.To}
	for _, c := range e.Changes {
		numbers = append(numbers, c.From, c.To, c.To-c.From)
	}
	for _, text := range e.Then {
		if err := among(text, numbers); err != nil {
			return err
		}
	}
	return nil
}

func among(text engine.Text, numbers []int) error {
	for _, arg := range text.Args {
		switch arg := arg.(type) {
		case int:
			if !slices.Contains(numbers, arg) {
				return fmt.Errorf("%q tells %d, which is none of %v", text, arg, numbers)
			}
		case engine.Text:
			if err := among(arg, numbers); err != nil {
				return err
			}
		}
	}
	return nil
}

func forecast(s engine.State, seat engine.Seat) (engine.Forecast, bool) {
	if f, ok := s.(engine.Forecaster); ok {
		return f.Forecast(seat)
	}
	return engine.Forecast{}, false
}

// revealed returns an error if the reveal is not what was forecast to somebody who knew all plans.
func (l *screens) revealed(before engine.State) error {
	for _, seat := range l.set.Seats {
		f, ok := forecast(before, seat)
		if _, still := forecast(l.s.State(), seat); !ok || still || !l.opened(before) {
			continue
		}
		is := l.s.State().View()
		goal, rank := is.Tracks[is.Track(engine.RoleGoal)], is.Tracks[is.Track(engine.RoleRank)]
		to, _ := is.At(goal.Name, seat)
		place, _ := is.At(rank.Name, seat)
		l.reveals++
		if f.To != to || f.From+f.Costs != to || f.Rank != 0 && f.Rank != place {
			return fmt.Errorf("%s was told %+v, but goes to %d and acts in place %d", seat, f, to, place)
		}
	}
	return nil
}

// opened reports whether the phase has changed since.
func (l *screens) opened(before engine.State) bool {
	return before.View().Phase != l.s.State().View().Phase
}

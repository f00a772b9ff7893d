package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/rule"
)

// What a command would do, for players who are asked to confirm it.

// effect works it out from what the state knows; it cannot foresee the answers of others.
func (s *State) effect(c engine.Command) engine.Effect {
	e := rule.EffectOf(s, c)
	i := s.Find(c.By())
	next, _, err := s.Step(c)
	if i < 0 || err != nil {
		return e
	}
	after := next.(*State)
	if more := s.announced(after); !more.IsZero() {
		e.Ask = engine.Say("%s %s", e.Ask, more)
	}
	for j := range s.Count() {
		e.Changes = append(e.Changes, engine.Changes(s.seat(j), s.amountsOf(j), after.amountsOf(j))...)
	}
	e.Then = s.follows(after, i)
	return e
}

// announced returns the damage about to be dealt after a command if nobody turns a counterspell up.
func (s *State) announced(after *State) (all engine.Text) {
	for j := range s.Count() {
		if n := after.harmTo(j); n > s.harmTo(j) {
			had := int(s.Players[j].Health)
			all = all.Then(engine.Say("%s: %d damage, %d → %d", s.seat(j), n, had, max(0, had-n)))
		}
	}
	return all
}

// amountsOf returns the numbers of a seat: its tracks and its pool.
func (s *State) amountsOf(i int8) []engine.Amount {
	n := s.numbers(i)
	all := []engine.Amount{{Of: "health", N: n[0]}, {Of: "energy", N: n[1]}, {Of: "actions", N: n[2]}}
	for _, r := range printed.Resources() {
		all = append(all, engine.Amount{Of: r.String(), N: int(s.pool(i)[r])})
	}
	return all
}

// follows says what would follow, most important first.
func (s *State) follows(after *State, i int8) (all []engine.Text) {
	if after.Over && after.Winner == i {
		all = append(all, engine.Say("You win"))
	}
	for j := range s.Count() {
		was, is := s.numbers(j), after.numbers(j)
		switch {
		case after.Players[j].Out && !s.Players[j].Out:
			all = append(all, engine.Say("%s is out", s.seat(j)))
		case was[0] != is[0]:
			all = append(all, engine.Say("Hit points of %s: %d → %d", s.seat(j), was[0], is[0]))
		}
	}
	if p := &after.Players[i]; p.Shadow && !s.Players[i].Shadow {
		all = append(all, engine.Say("You change into your shadow form"))
	} else if was := s.numbers(i)[1]; was != int(p.Energy) {
		all = append(all, engine.Say("Shadow energy: %d → %d", was, int(p.Energy)))
	}
	return all
}

package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What a command would do, for whoever is asked whether to do it.

// effect tells it from what the state knows: what others answer nobody can tell.
func effect(state engine.State, c engine.Command) engine.Effect {
	s := of(state)
	if s == nil {
		return engine.Effect{}
	}
	e := engine.Effect{Verb: engine.Say("Do it"), Ask: engine.Say("%s?", tell(c))}
	if v, ok := c.(interface{ verb() engine.Text }); ok {
		e.Verb = v.verb()
	}
	i := s.find(c.By())
	after, _, err := s.step(c)
	if i < 0 || err != nil {
		return e
	}
	if more := s.announced(after); !more.IsZero() {
		e.Ask = engine.Say("%s %s", e.Ask, more)
	}
	for j := range s.count() {
		e.Changes = append(e.Changes, engine.Changes(s.seat(j), s.amountsOf(j), after.amountsOf(j))...)
	}
	e.Then = s.follows(after, i)
	if _, finishes := c.(Finish); finishes && s.stage == Acting && s.points > 0 {
		e.Lapses = engine.Say("No more actions: {one lapses|%d lapse}", int(s.points))
	}
	return e
}

// announced is the damage that is about to be dealt after a command, as if nobody turned
// a counterspell up.
func (s *State) announced(after *State) (all engine.Text) {
	for j := range s.count() {
		if n := after.harmTo(j); n > s.harmTo(j) {
			had := int(s.players[j].health)
			all = joined(all, engine.Say("%s: %d damage, %d → %d", s.seat(j), n, had, max(0, had-n)))
		}
	}
	return all
}

// amountsOf are the numbers of a seat: its tracks and its pool.
func (s *State) amountsOf(i int8) []engine.Amount {
	n := s.numbers(i)
	all := []engine.Amount{{Of: "health", N: n[0]}, {Of: "energy", N: n[1]}, {Of: "actions", N: n[2]}}
	for _, r := range printed.Resources() {
		all = append(all, engine.Amount{Of: r.String(), N: int(s.pool(i)[r])})
	}
	return all
}

// follows says what would follow, the weightiest first.
func (s *State) follows(after *State, i int8) (all []engine.Text) {
	if after.over && after.winner == i {
		all = append(all, engine.Say("You win"))
	}
	for j := range s.count() {
		was, is := s.numbers(j), after.numbers(j)
		switch {
		case after.players[j].out && !s.players[j].out:
			all = append(all, engine.Say("%s is out", s.seat(j)))
		case was[0] != is[0]:
			all = append(all, engine.Say("Hit points of %s: %d → %d", s.seat(j), was[0], is[0]))
		}
	}
	if p := &after.players[i]; p.shadow && !s.players[i].shadow {
		all = append(all, engine.Say("You change into your shadow form"))
	} else if was := s.numbers(i)[1]; was != int(p.energy) {
		all = append(all, engine.Say("Shadow energy: %d → %d", was, int(p.energy)))
	}
	return all
}

func (Travel) verb() engine.Text              { return engine.Say("Travel") }
func (Cast) verb() engine.Text                { return engine.Say("Cast") }
func (Reroll) verb() engine.Text              { return engine.Say("Reroll") }
func (Protect) verb() engine.Text             { return engine.Say("Protect") }
func (Refresh) verb() engine.Text             { return engine.Say("Refresh") }
func (Collect) verb() engine.Text             { return engine.Say("Collect") }
func (CollectCounterspell) verb() engine.Text { return engine.Say("Collect") }
func (UseCard) verb() engine.Text             { return engine.Say("Use it") }
func (UseAbility) verb() engine.Text          { return engine.Say("Use it") }
func (Finish) verb() engine.Text              { return engine.Say("Go on") }
func (Absorb) verb() engine.Text              { return engine.Say("Absorb") }
func (Summon) verb() engine.Text              { return engine.Say("Summon") }
func (Choose) verb() engine.Text              { return engine.Say("Choose") }
func (Skip) verb() engine.Text                { return engine.Say("Leave it out") }
func (Answer) verb() engine.Text              { return engine.Say("Turn up") }
func (TurnUp) verb() engine.Text              { return engine.Say("Turn up") }

package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// What a command would do, for players who are asked to confirm it. Each verb provides its button
// and its question; what would follow is read off the state that it leads to.

// atOnce returns the effect of a command whose choice is seen on the board as it is made.
func atOnce(e engine.Effect) engine.Effect {
	e.AtOnce = true
	return e
}

// onCard returns the effect of a command that takes the one card it names.
func onCard(e engine.Effect) engine.Effect {
	e.OnCard = true
	return e
}

func (s *State) effect(c engine.Command) engine.Effect {
	e := rule.EffectOf(s, c)
	if _, book := c.(Switch); book {
		return e // it changes no number, and would build the command lists of the other book
	}
	if i := s.find(c.By()); i >= 0 {
		s.foresee(&e, c, i)
	}
	return e
}

// foresee adds what a command of player i would bring. It stops at the reveal and in final scoring,
// where what follows depends on others, whom the seat does not know completely.
func (s *State) foresee(e *engine.Effect, c engine.Command, i int8) {
	next, _, err := s.Step(c)
	if err != nil {
		return
	}
	after := next.(*State)
	switch after.phase {
	case PhaseFinal, PhaseCubes, PhaseOver:
		return
	}
	if s.phase == PhasePlan {
		if after.phase == PhasePlan {
			e.Plan, _ = after.Forecast(c.By())
		} else {
			e.Plan, _ = s.Forecast(c.By())
		}
		e.Then = append(e.Then, e.Plan.Texts()...)
		return
	}
	e.Changes = engine.Changes(s.players[i].seat, s.numbers(i), after.numbers(i))
	told := s.follows(after, i)
	for g := range uint8(galaxyCount) {
		e.Changes = append(e.Changes, s.shares(after, i, g)...)
	}
	if !s.players[i].robot() {
		e.Then = append(told, e.Then...)
	}
}

// numbers returns a player's numbers that a command may change.
func (s *State) numbers(i int8) []engine.Amount {
	p := &s.players[i]
	all := []engine.Amount{
		{Of: "level", N: int(p.level)}, {Of: "energy", N: int(p.energy)}, {Of: "consumption", N: int(p.consumption)},
	}
	if s.full && !p.robot() {
		for _, gem := range gemColors {
			all = append(all, amount(gem, int(p.gems.of(gem))))
		}
	}
	return all
}

// shares returns the changes in a galaxy: to the share of player i, and to that of all seats.
func (s *State) shares(after *State, i int8, g uint8) []engine.Change {
	was, is := s.strength(g, i), after.strength(g, i)
	if was == is {
		return nil
	}
	of := "region " + string(galaxies[g])
	return []engine.Change{
		{Seat: s.players[i].seat, Of: of, From: int(was), To: int(is)},
		{Of: of, From: s.strengths(g), To: after.strengths(g)},
	}
}

// strengths returns what counts for the majority in a galaxy, summed over all seats.
func (s *State) strengths(g uint8) (n int) {
	for i := range int8(s.count) {
		n += int(s.strength(g, i))
	}
	return n
}

// follows says what would follow for player i, most important first.
func (s *State) follows(after *State, i int8) []engine.Text {
	was, is := &s.players[i], &after.players[i]
	var all []engine.Text
	for g := range uint8(galaxyCount) {
		if s.strength(g, i) != after.strength(g, i) {
			all = append(all, s.majority(after, i, g))
		}
	}
	if is.level > was.level {
		all = append(all, engine.Say("You rise to level %s, with %d energy left", engine.Roman(int(is.level)), int(is.energy)))
	} else if by := int(is.energy - was.energy); by != 0 {
		all = append(all, engine.Say("%+d energy: %d → %d", by, int(was.energy), int(is.energy)))
	}
	if by := int(is.consumption - was.consumption); by != 0 {
		all = append(all, engine.Say("%+d consumption: %d → %d", by, int(was.consumption), int(is.consumption)))
	}
	if s.full && is.gems != was.gems && is.gems.covers(was.gems) {
		all = append(all, engine.Say("You get %s", is.gems.minus(was.gems).sum()))
	}
	if is.owed > was.owed {
		all = append(all, engine.Say("You get a light bonus card"))
	}
	return all
}

// majority says how player i would stand in a galaxy.
func (s *State) majority(after *State, i int8, g uint8) engine.Text {
	n, of := int(after.strength(g, i)), after.strengths(g)
	if n == 0 {
		return engine.Say("You would have no cube left in %s", galaxyTitle(g))
	}
	switch was, is := s.rank(g, i), after.rank(g, i); {
	case is > 0 && was > 0:
		return engine.Say("You keep the majority: %d of %d", n, of)
	case is > 0:
		return engine.Say("You would take the majority: %d of %d", n, of)
	case was > 0:
		return engine.Say("You would lose the majority: %d of %d", n, of)
	case is == 0:
		return engine.Say("You would tie for the majority: %d of %d", n, of)
	}
	return engine.Say("Not the majority yet: %d of %d", n, of)
}

// quoted returns what people call a thing, in quotation marks if that is more than its word.
func (s *State) quoted(i Item) engine.Text {
	name, word := s.called(i), engine.Say("%s", i.term())
	if name.Equal(word) {
		return word
	}
	return engine.Say("“%s”", name)
}

// title returns what a galaxy is called.
func (name GalaxyName) title() engine.Text {
	if g, ok := galaxyIndex(name); ok {
		return galaxyTitle(g)
	}
	return engine.Say("%s", engine.Term(name))
}

// galaxyAt returns what people call the galaxy of a site, counted from 1.
func (s *State) galaxyAt(site uint8) engine.Text {
	if !s.siteInUse(site) {
		return engine.Say("field %d", int(site))
	}
	return galaxyTitle(s.board().site[site-1].galaxy)
}

package councilofshadows

import (
	"math/bits"
	"slices"

	"arbiter/engine"
)

// What a seat may wish for, so that a screen can say why it cannot be had: everything that is legal
// and, for everything else that people may touch, one command that is refused.

// Wishes lists the commands that a seat may wish for at this moment.
func (s *State) Wishes(seat engine.Seat) []engine.Command {
	i := s.find(seat)
	if i < 0 {
		return nil
	}
	all := engine.BySeat(seat, s.Legal())
	if s.players[i].robot() {
		return all
	}
	return engine.WithOthers(all, s.candidates(i))
}

// candidates returns commands about everything that player i sees and may want.
func (s *State) candidates(i int8) []engine.Command {
	p := &s.players[i]
	switch d := s.pending(); {
	case d == needsPlace && s.actor() == i:
		return s.wishedPlaces(p)
	case d != needsNothing:
		return nil
	case s.due.who >= 0 && s.due.who != i:
		return nil
	case s.due.who >= 0 && s.due.what.isTechPile():
		return s.wishedTech(i)
	case s.phase == PhasePlan:
		return s.wishedPlans(i)
	case s.carryingOut() && s.actor() == i:
		return s.wishedSteps(i)
	case s.due.who >= 0 || s.turn != i:
		return nil
	}
	switch {
	case s.phase == PhaseLeaders:
		return s.commands(i).pick[:]
	case s.phase == PhaseBuy:
		return slices.Concat(s.wishedPurchases(p), s.wishedZoe(i))
	case s.full && s.phase == PhaseAct && s.step == stepScoring:
		return s.wishedScores(i)
	}
	return nil
}

// wishedPlaces returns commands that lay the drawn tiles on every free site.
func (s *State) wishedPlaces(p *player) (all []engine.Command) {
	for _, tile := range s.table.drawn {
		for left := s.table.open &^ s.table.tiles; left != 0 && tile != None; left &= left - 1 {
			all = append(all, Place{p.seat, tile, uint8(bits.TrailingZeros32(left)) + 1})
		}
	}
	return all
}

// wishedTech returns commands for the cards of the pile that is due.
func (s *State) wishedTech(i int8) (all []engine.Command) {
	for n, c := range s.commands(i).choose {
		if (NewStargate + Item(n)).pile() == s.due.what {
			all = append(all, c)
		}
	}
	return all
}

// wishedPlans returns commands for the cards in hand on every field, and for taking back those on
// top.
func (s *State) wishedPlans(i int8) (all []engine.Command) {
	p := &s.players[i]
	for f := uint8(1); f <= p.fields; f++ {
		for card := range p.hand.all {
			all = append(all, s.commands(i).plan[f-1][card])
		}
		if top := p.top(f); top != None {
			all = append(all, s.commands(i).takeBack[f-1][top])
		}
	}
	return all
}

// wishedPurchases returns purchases of what is on display and what the boards offer, at the printed
// price.
func (s *State) wishedPurchases(p *player) (all []engine.Command) {
	buy := func(what Item) {
		c := Buy{Seat: p.seat, What: what}
		if s.full {
			c.Pay = s.price(p, what)
		}
		all = append(all, c)
	}
	for card := firstAI; card < firstAutoma; card++ {
		if !s.full || slices.Contains(s.table.market[:], card) {
			buy(card)
		}
	}
	for what := Desert; what < StationHarvest; what++ {
		if field, is := what.IsRange(); !is || field <= int(p.fields) && p.reach[field-1] < farthest {
			buy(what)
		}
	}
	for what := StationHarvest; what <= StationColonize && s.modules.stations; what++ {
		if !s.full {
			buy(what)
			continue
		}
		for g := range uint8(galaxyCount) {
			if s.sitesOf(g) != 0 {
				all = append(all, Build{p.seat, what, galaxies[g], s.price(p, what)})
			}
		}
	}
	return all
}

// wishedZoe returns commands for all planets, while Zoe has her colony of this phase.
func (s *State) wishedZoe(i int8) []engine.Command {
	if !s.zoeMay(s.players[i].seat) {
		return nil
	}
	return s.wishedPlanets(i, 1)
}

// wishedPlanets returns commands that put the cubes on every planet.
func (s *State) wishedPlanets(i int8, cubes uint8) (all []engine.Command) {
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			all = append(all, s.commands(i).found[site][planet][cubes-1])
		}
	}
	return all
}

// wishedScores returns a scoring of each galaxy.
func (s *State) wishedScores(i int8) (all []engine.Command) {
	for g := range uint8(galaxyCount) {
		if s.sitesOf(g) != 0 && !s.mayScore(i, g).Allowed() {
			all = append(all, s.commands(i).keep[g])
		}
	}
	return all
}

// wishedSteps returns commands about everything that the alternatives of the step concern, wherever
// it is.
func (s *State) wishedSteps(i int8) (all []engine.Command) {
	for _, o := range s.waiting() {
		if o.task == noTask || !s.goesOn(o) {
			continue
		}
		switch o.task {
		case colonizing:
			all = append(all, s.wishedPlanets(i, o.count)...)
		case discovering:
			all = append(all, s.commands(i).explore[:]...)
		case harvesting, yielding:
			for left := s.table.tiles; left != 0; left &= left - 1 {
				all = append(all, s.commands(i).gather[bits.TrailingZeros32(left)])
			}
		case upgrading:
			all = append(all, s.commands(i).raise[:]...)
		case scoring:
			all = append(all, s.wishedScores(i)...)
		}
	}
	return all
}

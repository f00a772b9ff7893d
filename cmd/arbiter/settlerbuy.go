package main

import (
	"slices"

	"arbiter/engine/councilofshadows"
)

// purchase is the worth of something that is bought, before it is paid.
func (p *prospect) purchase(what councilofshadows.Item) float64 {
	worth := 0.0
	switch field, isRange := what.IsRange(); {
	case what.IsAI():
		worth = p.card(what)
	case isRange:
		worth = 1 + p.rangeStep(field)
		return worth + p.push(1)
	case what.IsProject():
		return float64(p.state.Value(what)) + p.push(p.state.Value(what))
	case what == councilofshadows.Desert:
		worth = p.newPlanets(councilofshadows.DesertPlanet)
	case what == councilofshadows.Volcanic:
		worth = p.newPlanets(councilofshadows.VolcanicPlanet)
	case what == councilofshadows.Expansion:
		worth = 0.8 * p.ahead
	}
	return worth
}

// push is the worth of energy that is had at once: it may be just enough to hand
// the consumption over before it grows.
func (p *prospect) push(energy int) float64 {
	own, worth := p.own(), 0.0
	if own.Energy < own.Consumption && own.Energy+energy >= own.Consumption {
		worth += levelWorth
	}
	for _, q := range p.Seats {
		if q.Level == own.Level && q.Seat != own.Seat && q.Energy >= own.Energy && q.Energy < own.Energy+energy && p.Round == 1 {
			worth += tieWorth
		}
	}
	return worth
}

// card is the worth of an AI card: how much better it is than the cards that would
// lie on the fields without it, as often as it may be used.
func (p *prospect) card(card councilofshadows.Item) float64 {
	own := p.own()
	var uses []float64
	for _, c := range slices.Concat(own.Hand, slices.Concat(own.Fields...)) {
		uses = append(uses, p.mean(c))
	}
	slices.Sort(uses)
	slices.Reverse(uses)
	usual := 0.0
	if len(uses) > 1 {
		usual = uses[1]
	}
	better := max(0, p.mean(card)-usual)
	return aiCardWorth + better*cardUses*p.ahead
}

// mean is what a card is worth on a field, on the average.
func (p *prospect) mean(card councilofshadows.Item) float64 {
	reach := p.own().Reach
	sum := 0.0
	for _, r := range reach {
		sum += p.now(card, r)
	}
	return sum/float64(len(reach)) - p.costs(card)
}

// rangeStep is the worth of the next parsec for a field: more systems for each
// card that lies on it.
func (p *prospect) rangeStep(field int) float64 {
	own := p.own()
	if field > len(own.Reach) {
		return 0
	}
	if own.Reach[field-1] == 1 {
		return secondParsec * max(0, p.ahead-1)
	}
	return thirdParsec * max(0, p.ahead-1)
}

// newPlanets is the worth of a type of planets: the more of them lie free, the
// better.
func (p *prospect) newPlanets(kind councilofshadows.Planet) float64 {
	free := 0
	for i := range p.Sites {
		for n, planet := range p.Sites[i].Planets {
			if planet.Kind == kind && p.open(&p.Sites[i], n, 1, true) {
				free++
			}
		}
	}
	return (planetWorth + 0.1*float64(free)) * max(0, p.ahead-1)
}

// station is the worth of a station in a galaxy.
func (p *prospect) station(what councilofshadows.Item, name councilofshadows.GalaxyName) float64 {
	i := slices.IndexFunc(p.Galaxies, func(g councilofshadows.LookGalaxy) bool { return g.Name == name })
	g := p.Galaxies[i]
	own, best := p.strength(g), p.best(g)
	switch what {
	case councilofshadows.StationScore:
		return p.ahead * 0.5 * p.reward(g, own, best)
	case councilofshadows.StationColonize:
		return p.future(g, own+3, best) - p.future(g, own, best)
	}
	most := 0.0
	for i := range p.Sites {
		s := &p.Sites[i]
		if p.Galaxies[s.Galaxy].Name != name {
			continue
		}
		for _, planet := range s.Planets {
			if planet.Cubes[p.me] > 0 {
				most = max(most, p.yield(s))
			}
		}
	}
	return most * p.ahead * 0.7
}

// tech is the worth of a Dark Tech card now.
func (p *prospect) tech(t councilofshadows.Item) float64 {
	own := p.own()
	ruled, colonies := 0, 0
	for _, g := range p.Galaxies {
		if p.strength(g) > p.best(g) {
			ruled++
		}
		colonies += g.Colonies[p.me]
	}
	switch t {
	case councilofshadows.NewStargate:
		return goldWorth + 6*p.ahead // a fourth action each round
	case councilofshadows.GemRefinement:
		return crystalWorth + 0.8*p.ahead
	case councilofshadows.Discoverers:
		return 1.5 * p.ahead
	case councilofshadows.ScienceSettlement:
		return p.colony(3, 1, true) + 4
	case councilofshadows.Empire:
		return 3 * (1 + float64(ruled)) / 2 * p.ahead
	case councilofshadows.FlexibleColonization:
		steps := 0
		for _, r := range own.Reach {
			steps += 3 - r
		}
		return float64(steps) * (1 + 0.6*p.ahead)
	case councilofshadows.EnergySaver:
		return float64(min(p.state.Value(t), own.Consumption-max(20, own.Energy+1))) * p.rises * consumptionShare
	case councilofshadows.ExperiencedTraveler:
		return crystalWorth + 0.6*p.ahead
	case councilofshadows.ResourcePeople:
		return p.harvest(3, 2)
	case councilofshadows.PerpetualMotion:
		return 9 * p.rises
	case councilofshadows.Feudalism:
		return 2 * (1 + float64(colonies)/2) * p.ahead
	case councilofshadows.ExplorationTrip:
		return p.now(t, 3)
	case councilofshadows.InformationEdge:
		return crystalWorth + lightWorth + 5
	case councilofshadows.DominantPeople:
		return 14
	case councilofshadows.EnergyBoost:
		return 10
	case councilofshadows.ExtraSettlement:
		return p.colony(3, 2, true)
	}
	return 0
}

package main

import (
	"slices"

	"arbiter/engine/councilofshadows"
)

// What settler buys.

// purchase is the worth of something that is bought, before it is paid.
func (p *prospect) purchase(what councilofshadows.Item) float64 {
	field, isRange := what.IsRange()
	switch {
	case what.IsAI():
		return p.card(what)
	case isRange:
		return 1 + p.push(1) + p.rangeStep(field)
	case what.IsProject():
		energy := p.state.Value(what)
		return float64(energy) + p.push(energy)
	case what == councilofshadows.Desert:
		return p.newPlanets(councilofshadows.DesertPlanet)
	case what == councilofshadows.Volcanic:
		return p.newPlanets(councilofshadows.VolcanicPlanet)
	case what == councilofshadows.Expansion:
		return expansion * p.ahead
	}
	return 0
}

// push is what energy is worth besides itself if it is had at once: it may be just
// enough to rise before consumption grows, or to go first in the first round.
func (p *prospect) push(energy int) (worth float64) {
	own := p.own()
	if own.Energy < own.Consumption && own.Energy+energy >= own.Consumption {
		worth += levelWorth
	}
	for _, q := range p.Seats {
		if p.Round == 1 && q.Seat != own.Seat && q.Energy >= own.Energy && q.Energy < own.Energy+energy {
			worth += tieWorth
		}
	}
	return worth
}

// card is the worth of an AI card: how much better it is than the second best of
// one's own, as often as it may be used.
func (p *prospect) card(card councilofshadows.Item) float64 {
	own := p.own()
	var uses []float64
	for _, c := range slices.Concat(own.Hand, slices.Concat(own.Fields...)) {
		uses = append(uses, p.mean(c))
	}
	slices.Sort(uses)
	usual := 0.0
	if n := len(uses); n > 1 {
		usual = uses[n-2]
	}
	return aiCardWorth + max(0, p.mean(card)-usual)*cardUses*p.ahead
}

// mean is what a card is worth on a field, on the average.
func (p *prospect) mean(card councilofshadows.Item) (sum float64) {
	reach := p.own().Reach
	for _, r := range reach {
		sum += p.now(card, r)
	}
	return sum/float64(len(reach)) - p.costs(card)
}

// rangeStep is the worth of the next parsec for a field.
func (p *prospect) rangeStep(field int) float64 {
	if p.own().Reach[field-1] == 1 {
		return secondParsec * p.later()
	}
	return thirdParsec * p.later()
}

// later are the rounds after this one.
func (p *prospect) later() float64 { return max(0, p.ahead-1) }

// newPlanets is the worth of a type of planets: the more of them lie free, the
// better.
func (p *prospect) newPlanets(kind councilofshadows.Planet) float64 {
	free := 0
	for i := range p.Sites {
		for n, planet := range p.Sites[i].Planets {
			if planet.Kind == kind && p.takes(&p.Sites[i], n, 1, true) {
				free++
			}
		}
	}
	return (planetWorth + onePlanet*float64(free)) * p.later()
}

// How much of what a station could bring in each round it does bring.
const (
	keptCube    = 0.5 // the cube that scoring leaves there is worth about half a reward
	stationUses = 0.7
)

// station is the worth of a station in a galaxy.
func (p *prospect) station(what councilofshadows.Item, name councilofshadows.GalaxyName) float64 {
	g := p.galaxy(name)
	s := p.standing(g)
	switch what {
	case councilofshadows.StationScore:
		return keptCube * p.ahead * p.reward(g, s)
	case councilofshadows.StationColonize:
		return p.stronger(g, s)
	}
	best := 0.0
	for i := range p.Sites {
		if s := &p.Sites[i]; &p.Galaxies[s.Galaxy] == g && p.colonies(s) > 0 {
			best = max(best, p.yield(s))
		}
	}
	return stationUses * p.ahead * best
}

// stronger is the worth of three cubes that count for the majority in a galaxy and
// stay there.
func (p *prospect) stronger(g *councilofshadows.LookGalaxy, s standing) float64 {
	after := *g
	after.Strength = slices.Clone(g.Strength)
	after.Strength[p.me] += 3
	return p.income(&after, s.plus(3)) - p.income(g, s)
}

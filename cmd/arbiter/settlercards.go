package main

import "arbiter/engine/councilofshadows"

// now is what a card brings on a field that reaches so far, without its
// consumption.
func (p *prospect) now(card councilofshadows.Item, reach int) float64 {
	if card == councilofshadows.None {
		return 0
	}
	u := use{card, reach}
	worth, ok := p.memo[u]
	if !ok {
		worth = p.carry(card, reach)
		p.memo[u] = worth
	}
	return worth
}

func (p *prospect) carry(card councilofshadows.Item, reach int) float64 {
	sum := 0.0
	steps := p.state.Steps(card)
	for n, step := range steps {
		best := 0.0
		for _, e := range step {
			best = max(best, p.alternative(card, e, reach, steps, n))
		}
		sum += best
	}
	return sum
}

// alternative is the worth of one alternative of a step. What is done in a new
// system is counted with its discovery.
func (p *prospect) alternative(card councilofshadows.Item, e councilofshadows.Effect, reach int, steps [][]councilofshadows.Effect, n int) float64 {
	if e.Where == councilofshadows.Anywhere {
		reach = 3
	}
	switch e.Does {
	case councilofshadows.TaskColonize:
		if e.Where == councilofshadows.InRange || e.Where == councilofshadows.Anywhere {
			return p.colony(reach, int(e.Count), e.Fit == councilofshadows.AnyPlanet)
		}
	case councilofshadows.TaskDiscover:
		best := 0.0
		for parsec := 1; parsec <= reach; parsec++ {
			best = max(best, p.exploration(parsec, p.usesOfNew(card)))
		}
		return best
	case councilofshadows.TaskHarvest:
		return p.harvest(reach, int(e.Count))
	case councilofshadows.TaskYield:
		if n > 0 && e.Where == councilofshadows.InSame {
			return float64(e.Count) * 3
		}
		if n > 0 && len(steps[n]) == 1 && n == 2 {
			return 3 // after a colony on the new system
		}
	case councilofshadows.TaskGems:
		return p.gems(p.state.Gives(card))
	case councilofshadows.TaskUpgrade:
		return p.raising(councilofshadows.Anthracite)
	}
	return 0
}

// costs is what a card's consumption costs once: so much more has to be handed
// over with each level.
func (p *prospect) costs(card councilofshadows.Item) float64 {
	if card == councilofshadows.None || p.has(councilofshadows.PerpetualMotion) {
		return 0
	}
	return float64(p.state.Value(card)) * p.rises * consumptionShare
}

// Not every level is reached, and high consumption goes first.
const consumptionShare = 0.7

// use is what a card on a field is worth this round and on its way to the right.
func (p *prospect) use(card councilofshadows.Item, field int) float64 {
	reach := p.own().Reach
	sum, share := 0.0, 1.0
	for n := 0; field+n < len(reach) && float64(n) < max(1, p.ahead); n++ {
		sum += share * (p.now(card, reach[field+n]) - p.costs(card))
		if share = secondUse; n == 1 {
			share = thirdUse
		}
	}
	return sum
}

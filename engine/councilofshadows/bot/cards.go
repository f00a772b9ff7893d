package bot

import "arbiter/engine/councilofshadows"

// What cards are worth to Greedy on its action fields.

// now returns what a card brings on a field with this reach, before its consumption.
func (p *outlook) now(card councilofshadows.Item, reach int) float64 {
	return p.known.uses.of(card, reach, func() float64 { return p.carry(card, reach) })
}

// carry adds up the steps of a card, with the best alternative of each.
func (p *outlook) carry(card councilofshadows.Item, reach int) (sum float64) {
	if card == councilofshadows.None {
		return 0
	}
	for _, step := range p.state.Steps(card) {
		best := 0.0
		for i := range step {
			best = max(best, p.alternative(&step[i], reach))
		}
		sum += best
	}
	return sum
}

// usualYield is the yield expected of an unknown system.
const usualYield = 3.0

// alternative returns the worth of one alternative of a step. What is done in a new system is
// counted with its discovery, except for a yield on top of that.
func (p *outlook) alternative(e *councilofshadows.Effect, reach int) float64 {
	if e.Where == councilofshadows.Anywhere {
		reach = 3
	}
	switch e.Does {
	case councilofshadows.TaskColonize:
		if e.Where != councilofshadows.InNew {
			return p.colony(reach, int(e.Count), e.Fit == councilofshadows.AnyPlanet)
		}
	case councilofshadows.TaskDiscover:
		return p.discover(reach, e.Card)
	case councilofshadows.TaskHarvest:
		return p.harvest(reach, int(e.Count))
	case councilofshadows.TaskYield:
		if e.Step > 2 || e.Where == councilofshadows.InSame {
			return float64(e.Count) * usualYield
		}
	case councilofshadows.TaskGems:
		return p.gems(p.state.Gives(e.Card))
	case councilofshadows.TaskUpgrade:
		return p.raising(councilofshadows.Anthracite)
	}
	return 0
}

// colony returns the best worth of putting cubes within reach; 0 if there is no place.
func (p *outlook) colony(reach, cubes int, anyPlanet bool) float64 {
	best := 0.0
	for i := range p.Sites {
		if p.Sites[i].Parsec <= reach && p.place(i).room.takes(cubes, anyPlanet) {
			best = max(best, p.settle(i, cubes))
		}
	}
	return best
}

// harvest returns the worth of the best yields within reach; colonies that are missing may be
// founded in time.
func (p *outlook) harvest(reach, times int) (sum float64) {
	var yields best
	hope, hopes := 0.0, times
	for i := range p.Sites {
		if p.Sites[i].Parsec > reach {
			continue
		}
		at := p.place(i)
		for range at.colonies {
			yields.add(at.yield, times)
			hopes--
		}
		if at.room.takes(1, false) {
			hope = max(hope, hopeShare*at.yield)
		}
	}
	for range hopes {
		yields.add(hope, times)
	}
	for _, y := range yields.worths[:yields.n] {
		sum += y
	}
	return sum
}

// usesOfNew appends the ways in which a card uses the system it discovers.
func (p *outlook) usesOfNew(ways []*councilofshadows.Effect, card councilofshadows.Item) []*councilofshadows.Effect {
	for _, step := range p.state.Steps(card) {
		for i := range step {
			if step[i].Where == councilofshadows.InNew {
				ways = append(ways, &step[i])
			}
		}
	}
	return ways
}

// discover returns the worth of the best discovery within reach.
func (p *outlook) discover(reach int, card councilofshadows.Item) float64 {
	best := 0.0
	for parsec := 1; parsec <= reach; parsec++ {
		best = max(best, p.exploration(parsec, card))
	}
	return best
}

// exploration returns the worth of a discovery by a card in a parsec, on its best free site: the
// mean over the tiles that may come.
func (p *outlook) exploration(parsec int, card councilofshadows.Item) float64 {
	return p.known.trips.of(card, parsec, func() float64 {
		var ways [8]*councilofshadows.Effect
		return p.explore(parsec, p.usesOfNew(ways[:0], card))
	})
}

func (p *outlook) explore(parsec int, ways []*councilofshadows.Effect) float64 {
	stack := p.stack(parsec)
	best, tried := 0.0, 0
	for i := range p.Sites {
		s := &p.Sites[i]
		if s.Parsec != parsec || s.Tile != councilofshadows.None || tried&(1<<s.Galaxy) != 0 {
			continue
		}
		tried |= 1 << s.Galaxy // free sites of a galaxy are alike
		sum := 0.0
		for n := range stack {
			sum += p.newSystem(s.Galaxy, &stack[n], ways)
		}
		best = max(best, choiceShare*sum/float64(max(1, len(stack))))
	}
	return best
}

// newSystem returns the worth of a tile in a galaxy, used in the best of the given ways.
func (p *outlook) newSystem(galaxy int, there *fresh, ways []*councilofshadows.Effect) float64 {
	best := 0.0
	for _, way := range ways {
		switch {
		case way.Does == councilofshadows.TaskYield:
			best = max(best, float64(way.Count)*there.yield)
		case there.room.takes(int(way.Count), way.Fit == councilofshadows.AnyPlanet):
			best = max(best, p.settling(galaxy, int(way.Count), 0, there.yield))
		}
	}
	return best
}

// costs returns what a card's consumption costs once: that much more has to be handed over with
// each level.
func (p *outlook) costs(card councilofshadows.Item) float64 {
	if card == councilofshadows.None || p.has(councilofshadows.PerpetualMotion) {
		return 0
	}
	return float64(p.state.Value(card)) * p.rises * consumptionShare
}

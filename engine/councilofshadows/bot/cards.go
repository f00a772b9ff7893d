package bot

import (
	"slices"

	"arbiter/engine/councilofshadows"
)

// What cards bring Greedy on its action fields.

// now is what a card brings on a field that reaches so far, without its
// consumption.
func (p *outlook) now(card councilofshadows.Item, reach int) float64 {
	return remember(&p.known.uses, card, reach, func() float64 { return p.carry(card, reach) })
}

// carry adds up the steps of a card, of each the best alternative.
func (p *outlook) carry(card councilofshadows.Item, reach int) (sum float64) {
	if card == councilofshadows.None {
		return 0
	}
	for _, step := range p.state.Steps(card) {
		best := 0.0
		for _, e := range step {
			best = max(best, p.alternative(e, reach))
		}
		sum += best
	}
	return sum
}

// A yield in a system of which nothing is known yet.
const usualYield = 3.0

// alternative is the worth of one alternative of a step. What is done in a new
// system is counted with its discovery, but for a yield that comes on top.
func (p *outlook) alternative(e councilofshadows.Effect, reach int) float64 {
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

// colony is the best worth of cubes within reach; 0 if there is no place.
func (p *outlook) colony(reach, cubes int, anyPlanet bool) float64 {
	best := 0.0
	for i := range p.Sites {
		if s := &p.Sites[i]; s.Parsec <= reach && p.anywhere(s, cubes, anyPlanet) {
			best = max(best, p.settle(s, cubes))
		}
	}
	return best
}

// harvest is the worth of the best yields within reach; colonies that are missing
// may be there in time.
func (p *outlook) harvest(reach, times int) (sum float64) {
	var yields []float64
	hope := 0.0
	for i := range p.Sites {
		s := &p.Sites[i]
		if s.Parsec > reach {
			continue
		}
		yields = append(yields, slices.Repeat([]float64{p.yield(s)}, p.colonies(s))...)
		if p.anywhere(s, 1, false) {
			hope = max(hope, hopeShare*p.yield(s))
		}
	}
	yields = append(yields, slices.Repeat([]float64{hope}, max(0, times-len(yields)))...)
	slices.Sort(yields)
	for _, y := range yields[len(yields)-times:] {
		sum += y
	}
	return sum
}

// usesOfNew are the ways in which a card uses the system that it discovers.
func (p *outlook) usesOfNew(card councilofshadows.Item) (ways []councilofshadows.Effect) {
	for _, step := range p.state.Steps(card) {
		for _, e := range step {
			if e.Where == councilofshadows.InNew {
				ways = append(ways, e)
			}
		}
	}
	return ways
}

// discover is the worth of the best discovery within reach.
func (p *outlook) discover(reach int, card councilofshadows.Item) float64 {
	best := 0.0
	for parsec := 1; parsec <= reach; parsec++ {
		best = max(best, p.exploration(parsec, card))
	}
	return best
}

// exploration is the worth of a discovery by a card in a parsec, on its best free site: the
// mean of what the stack may bring.
func (p *outlook) exploration(parsec int, card councilofshadows.Item) float64 {
	return remember(&p.known.trips, card, parsec, func() float64 { return p.explore(parsec, p.usesOfNew(card)) })
}

func (p *outlook) explore(parsec int, ways []councilofshadows.Effect) float64 {
	stack := p.known.stack[parsec]
	if stack == nil {
		stack = p.state.Stack(parsec)
		p.known.stack[parsec] = stack
	}
	best, tried := 0.0, 0
	for i := range p.Sites {
		s := &p.Sites[i]
		if s.Parsec != parsec || s.Tile != councilofshadows.None || tried&(1<<s.Galaxy) != 0 {
			continue
		}
		tried |= 1 << s.Galaxy // free sites of a galaxy are alike
		sum := 0.0
		for _, tile := range stack {
			sum += p.newSystem(s, tile, ways)
		}
		best = max(best, choiceShare*sum/float64(max(1, len(stack))))
	}
	return best
}

// newSystem is the worth of a tile that is laid on a site and used in the best of
// the ways.
func (p *outlook) newSystem(s *councilofshadows.ObservedSite, tile councilofshadows.Item, ways []councilofshadows.Effect) float64 {
	there := p.lay(s, tile)
	best := 0.0
	for _, way := range ways {
		switch cubes := int(way.Count); {
		case way.Does == councilofshadows.TaskYield:
			best = max(best, float64(way.Count)*p.yield(&there))
		case p.anywhere(&there, cubes, way.Fit == councilofshadows.AnyPlanet):
			best = max(best, p.settle(&there, cubes))
		}
	}
	return best
}

// lay is the site with the tile on it, until the next one is laid.
func (p *outlook) lay(s *councilofshadows.ObservedSite, tile councilofshadows.Item) councilofshadows.ObservedSite {
	there, printed := *s, p.state.System(tile)
	there.Tile, there.Gems, there.Energy, there.Planets = tile, printed.Gems, int(printed.Energy), p.planets[:0]
	for _, kind := range [...]councilofshadows.Planet{printed.One, printed.Two, printed.Three, printed.Four} {
		if kind != councilofshadows.NoPlanet {
			there.Planets = append(there.Planets, councilofshadows.ObservedPlanet{Kind: kind, Cubes: p.nobody})
		}
	}
	return there
}

// costs is what a card's consumption costs once: so much more has to be handed over
// with each level.
func (p *outlook) costs(card councilofshadows.Item) float64 {
	if card == councilofshadows.None || p.has(councilofshadows.PerpetualMotion) {
		return 0
	}
	return float64(p.state.Value(card)) * p.rises * consumptionShare
}

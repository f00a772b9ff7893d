package bot

import (
	"slices"

	"arbiter/engine/councilofshadows"
)

// What Greedy buys.

// purchase is the worth of something that is bought, before it is paid.
func (p *outlook) purchase(what councilofshadows.Item) float64 {
	return remember(&p.known.bought, what, 0, func() float64 { return p.appraise(what) })
}

func (p *outlook) appraise(what councilofshadows.Item) float64 {
	_, isRange := what.IsRange()
	switch {
	case what.IsAI() && p.Round == 1 && len(p.state.Steps(what)) == 0:
		return 0 // each field takes a card now, and this one would do nothing there
	case what.IsAI():
		return aiCardWorth + cardUses*p.ahead*p.gain(what)
	case isRange:
		return 1 + p.push(1) + upgradeUses*p.ahead*p.gain(what)
	case what.IsProject():
		energy := p.state.Value(what)
		return float64(energy) + p.push(energy)
	}
	return upgradeUses * p.ahead * p.gain(what)
}

// gain is how much more a round of one's own cards brings with an AI card or an
// upgrade.
func (p *outlook) gain(what councilofshadows.Item) float64 {
	if p.known.power < 0 {
		p.known.power = p.power()
	}
	return p.with(what).power() - p.known.power
}

// Hardly a seat has more cards.
const usualCards = 24

// power is what one's own cards bring in a round: on each field the mean of the best
// ones, as many as there are fields.
func (p *outlook) power() (sum float64) {
	own := p.own()
	var cardRoom [usualCards]councilofshadows.Item
	cards := append(cardRoom[:0], own.Hand...)
	for _, f := range own.Fields {
		cards = append(cards, f...)
	}
	var worthRoom [usualCards]float64
	for _, reach := range own.Reach {
		worths := worthRoom[:0]
		for _, c := range cards {
			worths = append(worths, max(0, p.now(c, reach)-p.costs(c)))
		}
		slices.Sort(worths)
		best := worths[max(0, len(worths)-len(own.Reach)):]
		for _, w := range best {
			sum += w / float64(len(own.Reach))
		}
	}
	return sum
}

// with is the outlook of a seat that has bought something.
func (p *outlook) with(what councilofshadows.Item) *outlook {
	q := *p
	q.Seats = slices.Clone(p.Seats)
	own := q.own()
	field, isRange := what.IsRange()
	switch {
	case what.IsAI():
		own.Hand = append(slices.Clone(own.Hand), what)
		return &q // what is known of the cards holds
	case isRange:
		own.Reach = slices.Clone(own.Reach)
		own.Reach[field-1]++
		return &q
	}
	own.Upgrades = append(slices.Clone(own.Upgrades), what)
	q.known = newKnown()
	return &q
}

// push is what energy is worth besides itself if it is had at once: it may be just
// enough to rise before consumption grows.
func (p *outlook) push(energy int) float64 {
	if own := p.own(); own.Energy < own.Consumption && own.Energy+energy >= own.Consumption {
		return levelWorth
	}
	return 0
}

// How much of what a station could bring in each round it does bring.
const (
	keptCube    = 0.5 // the cube that scoring leaves there is worth about half a reward
	stationUses = 0.7
)

// station is the worth of a station in a galaxy.
func (p *outlook) station(what councilofshadows.Item, name councilofshadows.GalaxyName) float64 {
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
func (p *outlook) stronger(g *councilofshadows.ObservedGalaxy, s standing) float64 {
	after := *g
	after.Strength = slices.Clone(g.Strength)
	after.Strength[p.me] += 3
	return p.income(&after, s.plus(3)) - p.income(g, s)
}

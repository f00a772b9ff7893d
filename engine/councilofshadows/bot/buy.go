package bot

import (
	"slices"

	"arbiter/engine/councilofshadows"
)

// What Greedy buys.

// purchase returns the worth of a purchase, before its price.
func (p *outlook) purchase(what councilofshadows.Item) float64 {
	return p.known.bought.of(what, 0, func() float64 { return p.appraise(what) })
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

// gain returns how much more one's own cards bring in a round with an AI card or an upgrade.
func (p *outlook) gain(what councilofshadows.Item) float64 {
	if p.known.power < 0 {
		p.known.power = p.power(councilofshadows.None, 0)
	}
	field, isRange := what.IsRange()
	switch {
	case what.IsAI():
		return p.power(what, 0) - p.known.power
	case isRange:
		return p.power(councilofshadows.None, field) - p.known.power
	}
	return p.with(what).power(councilofshadows.None, 0) - p.known.power
}

// power returns what one's own cards, and perhaps one more, bring in a round: for each field the
// mean of the best ones, as many as there are fields. Field further, counted from 1, reaches one
// parsec more.
func (p *outlook) power(more councilofshadows.Item, further int) (sum float64) {
	fields := len(p.own().Reach)
	for f, reach := range p.own().Reach {
		if f+1 == further {
			reach++
		}
		top := *p.top(reach)
		if more != councilofshadows.None {
			top.add(p.net(more, reach), fields)
		}
		for _, w := range top.worths[:top.n] {
			sum += w / float64(fields)
		}
	}
	return sum
}

// top returns the best of one's own cards on a field with this reach.
func (p *outlook) top(reach int) *best {
	top, own := &p.known.tops[reach], p.own()
	if p.known.topped&(1<<reach) == 0 {
		*top = best{}
		for _, c := range own.Hand {
			top.add(p.net(c, reach), len(own.Reach))
		}
		for _, f := range own.Fields {
			for _, c := range f {
				top.add(p.net(c, reach), len(own.Reach))
			}
		}
		p.known.topped |= 1 << reach
	}
	return top
}

// net returns what a card brings after its consumption, at least 0: nobody has to play it.
func (p *outlook) net(card councilofshadows.Item, reach int) float64 {
	return max(0, p.now(card, reach)-p.costs(card))
}

// with returns the outlook of a seat that has got an upgrade. It is valid until the next call.
func (p *outlook) with(what councilofshadows.Item) *outlook {
	q := p.after
	*q = *p
	q.known = p.spare
	q.known.forget(p.known.powers.with(what))
	return q
}

// push returns what getting energy at once is worth besides the energy: it may be just enough to
// rise before consumption grows.
func (p *outlook) push(energy int) float64 {
	if own := p.own(); own.Energy < own.Consumption && own.Energy+energy >= own.Consumption {
		return levelWorth
	}
	return 0
}

// How much of what a station could bring each round it really brings.
const (
	keptCube    = 0.5 // the cube that scoring leaves in place is worth about half a reward
	stationUses = 0.7
)

// station returns the worth of a station in a galaxy.
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
		if at := p.place(i); &p.Galaxies[p.Sites[i].Galaxy] == g && at.colonies > 0 {
			best = max(best, at.yield)
		}
	}
	return stationUses * p.ahead * best
}

// stronger returns the worth of three permanent cubes that count for the majority in a galaxy.
func (p *outlook) stronger(g *councilofshadows.ObservedGalaxy, s standing) float64 {
	after := *g
	after.Strength = slices.Clone(g.Strength)
	after.Strength[p.me] += 3
	return p.income(&after, s.plus(3)) - p.income(g, s)
}

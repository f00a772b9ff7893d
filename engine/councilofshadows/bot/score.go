package bot

import "arbiter/engine/councilofshadows"

// What galaxies are worth to Greedy: a galaxy is worth what it brings if it is scored each round
// while cubes are left.

// A standing is what counts for the majority in a galaxy: the seat's own cubes, and those of the
// strongest rival.
type standing struct{ own, best int }

func (p *outlook) standing(g *councilofshadows.ObservedGalaxy) standing {
	s := standing{own: g.Strength[p.me]}
	for i, n := range g.Strength {
		if i != p.me {
			s.best = max(s.best, n)
		}
	}
	return s
}

func (s standing) plus(cubes int) standing { return standing{s.own + cubes, s.best} }

// rules reports whether the seat has the majority, or a tie if it is Breish, and so the higher
// reward.
func (p *outlook) rules(s standing) bool {
	return s.own > s.best || s.own == s.best && p.has(councilofshadows.Breish)
}

// reward returns the energy of a galaxy, and the worth of its light bonus card.
func (p *outlook) reward(g *councilofshadows.ObservedGalaxy, s standing) float64 {
	worth, light := float64(g.Minority), g.Light == councilofshadows.Always
	if p.rules(s) {
		worth, light = float64(g.Majority), g.Light != councilofshadows.Never
	}
	if light {
		worth += p.light()
	}
	return worth
}

// light returns what one more light bonus card is worth; of a fifth card only what it is better
// than the worst one.
func (p *outlook) light() float64 {
	if own := p.own(); len(own.Bonus)+own.Unknown >= 4 {
		return lightWorth / 4
	}
	return lightWorth
}

// future returns what a galaxy brings if it is scored in each round from the next one on.
func (p *outlook) future(g *councilofshadows.ObservedGalaxy, s standing) float64 {
	sum, share := 0.0, 1.0
	for rounds := p.ahead; rounds >= 1 && p.present(g, s); rounds-- {
		share *= waiting
		sum += share * p.reward(g, s)
		s = p.scored(g, s)
	}
	return sum
}

// present reports whether the seat has a colony in the galaxy; cubes on a station are not colonies.
func (p *outlook) present(g *councilofshadows.ObservedGalaxy, s standing) bool {
	return p.settled(g, s) > 0
}

func (p *outlook) settled(g *councilofshadows.ObservedGalaxy, s standing) int {
	return s.own - (g.Strength[p.me] - g.Colonies[p.me])
}

// scored returns the standing after scoring: one cube less, unless the seat has the Score station
// there, or is Casares with three colonies.
func (p *outlook) scored(g *councilofshadows.ObservedGalaxy, s standing) standing {
	if g.Station == councilofshadows.StationScore && g.Owner == p.me || p.has(councilofshadows.Casares) && p.settled(g, s) >= 3 {
		return s
	}
	return s.plus(-1)
}

// income returns what a galaxy brings from this round's scoring on.
func (p *outlook) income(g *councilofshadows.ObservedGalaxy, s standing) float64 {
	if !p.present(g, s) {
		return 0
	}
	return p.reward(g, s) + p.future(g, p.scored(g, s))
}

// A rise is what more cubes in a galaxy bring, wherever they stand in it.
type rise struct {
	known                  bool
	income, denial, empire float64
}

// rising returns what so many more cubes in a galaxy bring.
func (p *outlook) rising(galaxy, cubes int) rise {
	if cubes > mostCubes {
		return p.rise(galaxy, cubes)
	}
	r := &p.known.rises[galaxy][cubes]
	if !r.known {
		*r = p.rise(galaxy, cubes)
	}
	return *r
}

func (p *outlook) rise(galaxy, cubes int) rise {
	g := &p.Galaxies[galaxy]
	was := p.standing(g)
	is := was.plus(cubes)
	r := rise{known: true, income: p.income(g, is) - p.income(g, was)}
	if was.best > was.own && is.own >= is.best {
		r.denial = denialShare * float64(g.Majority-g.Minority)
	}
	if p.has(councilofshadows.Empire) && was.own <= was.best && is.own > is.best {
		r.empire = empireEnergy * p.ahead / 2
	}
	return r
}

// settle returns the worth of cubes in a system: what its galaxy brings in addition, the yield that
// can be harvested, and the majority that somebody else loses.
func (p *outlook) settle(site, cubes int) float64 {
	at := p.place(site)
	return p.settling(p.Sites[site].Galaxy, cubes, at.colonies, at.yield)
}

// settling is settle for a galaxy, if the seat has the given number of colonies in the system
// already.
func (p *outlook) settling(galaxy, cubes, colonies int, yield float64) float64 {
	r := p.rising(galaxy, cubes)
	return r.income + p.access(cubes, colonies, yield) + r.denial + r.empire
}

// access returns the worth of harvesting a system with so many more colonies.
func (p *outlook) access(cubes, colonies int, yield float64) float64 {
	share := againShare * float64(cubes)
	if colonies == 0 {
		share += harvestShare - againShare
	}
	return share * yield * min(1, p.ahead/2)
}

// scoring returns the worth of scoring a galaxy now and losing the cube.
func (p *outlook) scoring(c councilofshadows.Score) float64 {
	g := p.galaxy(c.Galaxy)
	s := p.standing(g)
	now := p.reward(g, s)
	if c.Site == 0 {
		return now
	}
	at := p.place(p.site(c.Site))
	worth := now + p.future(g, s.plus(-1)) - p.future(g, s) - p.access(1, at.colonies, at.yield)
	if own := p.own(); own.Energy < own.Consumption && float64(own.Energy)+now >= float64(own.Consumption) {
		worth += levelWorth
	}
	return worth
}

// ruled returns the number of galaxies where the seat has the majority, and the number of cubes of
// its colonies.
func (p *outlook) ruled() (galaxies, cubes int) {
	for i := range p.Galaxies {
		g := &p.Galaxies[i]
		if s := p.standing(g); s.own > s.best {
			galaxies++
		}
		cubes += g.Colonies[p.me]
	}
	return galaxies, cubes
}

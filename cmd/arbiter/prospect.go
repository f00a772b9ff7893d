package main

import (
	"math"
	"slices"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// A prospect is what settler sees: the table, from its seat.
type prospect struct {
	councilofshadows.Look
	state  *councilofshadows.State
	seat   engine.Seat
	me     int                     // its place among the seats
	ahead  float64                 // rounds that it expects to play yet, with this one
	rises  float64                 // how often it expects to hand its consumption over yet
	intent []councilofshadows.Item // the card that it wants on top of each field
	memo   map[use]float64
}

// A use is a card on a field that reaches so far.
type use struct {
	card  councilofshadows.Item
	reach int
}

func survey(s *councilofshadows.State, seat engine.Seat) *prospect {
	p := &prospect{Look: s.Look(), state: s, seat: seat, memo: map[use]float64{}}
	p.me = max(0, slices.IndexFunc(p.Seats, func(q councilofshadows.LookSeat) bool { return q.Seat == seat }))
	p.ahead, p.rises = 7, 3
	for _, q := range p.Seats {
		way := float64(3-q.Level) - float64(q.Energy)/float64(max(q.Consumption, 1))
		p.ahead = min(p.ahead, max(1, 2*way))
	}
	own := p.own()
	p.rises = max(0.6, float64(3-own.Level))
	if p.Last {
		p.ahead, p.rises = 1, 0.6
		if p.Phase == councilofshadows.PhaseAct {
			p.ahead = 0
		}
	}
	return p
}

func (p *prospect) own() *councilofshadows.LookSeat { return &p.Seats[p.me] }

func (p *prospect) has(i councilofshadows.Item) bool {
	own := p.own()
	return slices.Contains(own.Upgrades, i) || own.Tech[0] == i || own.Tech[1] == i || own.Leader == i
}

func (p *prospect) site(n uint8) *councilofshadows.LookSite {
	i := slices.IndexFunc(p.Sites, func(s councilofshadows.LookSite) bool { return s.Number == n })
	return &p.Sites[max(i, 0)]
}

// adapted tells whether the seat may settle on a type of planet.
func (p *prospect) adapted(k councilofshadows.Planet) bool {
	switch k {
	case councilofshadows.DesertPlanet:
		return p.has(councilofshadows.Desert)
	case councilofshadows.VolcanicPlanet:
		return p.has(councilofshadows.Volcanic)
	}
	return true
}

// gems are worth something while they buy something; in the end they count 1, 2, 3.
func (p *prospect) gems(g councilofshadows.Gemset) float64 {
	if p.ahead <= 1 {
		return float64(g.Anthracite) + 2*float64(g.Gold) + 3*float64(g.Crystal)
	}
	return anthraciteWorth*float64(g.Anthracite) + goldWorth*float64(g.Gold) + crystalWorth*float64(g.Crystal)
}

func (p *prospect) raising(gem councilofshadows.Item) float64 {
	if gem == councilofshadows.Gold {
		return p.gems(councilofshadows.Gemset{Crystal: 1}) - p.gems(councilofshadows.Gemset{Gold: 1})
	}
	return p.gems(councilofshadows.Gemset{Gold: 1}) - p.gems(councilofshadows.Gemset{Anthracite: 1})
}

// yield is what a system brings.
func (p *prospect) yield(s *councilofshadows.LookSite) float64 {
	g := s.Gems
	if p.has(councilofshadows.GemRefinement) {
		g = councilofshadows.Gemset{Gold: g.Anthracite, Crystal: g.Gold + g.Crystal}
	}
	return p.gems(g) + float64(s.Energy)
}

// strength is what the seat has for the majority in a galaxy, best what the
// strongest of the others has.
func (p *prospect) strength(g councilofshadows.LookGalaxy) int { return g.Strength[p.me] }

func (p *prospect) best(g councilofshadows.LookGalaxy) int {
	most := 0
	for i, n := range g.Strength {
		if i != p.me {
			most = max(most, n)
		}
	}
	return most
}

// reward is the energy of a galaxy for so much strength, with the light card.
func (p *prospect) reward(g councilofshadows.LookGalaxy, own, best int) float64 {
	more := own > best || own == best && p.has(councilofshadows.Breish)
	worth := float64(g.Minority)
	if more {
		worth = float64(g.Majority)
	}
	if g.Light == councilofshadows.Always || more && g.Light == councilofshadows.OnMajority {
		worth += p.light()
	}
	return worth
}

// light is what one more light bonus card is worth: of a fifth only the better
// one stays.
func (p *prospect) light() float64 {
	if own := p.own(); len(own.Bonus)+own.Unknown >= 4 {
		return 0.25 * lightWorth
	}
	return lightWorth
}

// future is what a galaxy brings if it is scored in each round from the next one
// on, while cubes are left: own strength, of which extra is no colony.
func (p *prospect) future(g councilofshadows.LookGalaxy, own, best int) float64 {
	extra := p.strength(g) - g.Colonies[p.me]
	keeps := g.Station == councilofshadows.StationScore && g.Owner == p.me
	sum, share := 0.0, 1.0
	for rounds := p.ahead; rounds >= 1 && own > extra; rounds-- {
		share *= waiting
		sum += share * p.reward(g, own, best)
		if !keeps && !(p.has(councilofshadows.Casares) && own-extra >= 3) {
			own--
		}
	}
	return sum
}

// settle is the worth of cubes on a planet: what the galaxy brings more, the
// yield that can be harvested, and the majority that somebody else loses.
func (p *prospect) settle(s *councilofshadows.LookSite, planet, cubes int) float64 {
	worth := p.join(p.Galaxies[s.Galaxy], cubes)
	worth += p.access(s, cubes)
	if p.has(councilofshadows.Expansion) && planet >= 0 && planet < len(s.Planets) {
		height := 0
		for _, n := range s.Planets[planet].Cubes {
			height += n
		}
		worth += 0.02 * float64(height) // keeps free planets free
	}
	return worth
}

// join is the worth of so many cubes in a galaxy, scoring of this round included
// if it is still to come.
func (p *prospect) join(g councilofshadows.LookGalaxy, cubes int) float64 {
	own, best := p.strength(g), p.best(g)
	worth := p.income(g, own+cubes, best) - p.income(g, own, best)
	if best > own && own+cubes >= best {
		worth += denialShare * float64(g.Majority-g.Minority)
	}
	if p.has(councilofshadows.Empire) && own <= best && own+cubes > best {
		worth += 3 * p.ahead / 2
	}
	return worth
}

// income is what a galaxy brings from this round's scoring on.
func (p *prospect) income(g councilofshadows.LookGalaxy, own, best int) float64 {
	extra := p.strength(g) - g.Colonies[p.me]
	if own <= extra {
		return 0
	}
	now := p.reward(g, own, best)
	if g.Station == councilofshadows.StationScore && g.Owner == p.me {
		return now + p.future(g, own, best)
	}
	return now + p.future(g, own-1, best)
}

// access is the worth of harvesting a system with so many colonies more.
func (p *prospect) access(s *councilofshadows.LookSite, cubes int) float64 {
	had := 0
	for _, planet := range s.Planets {
		had += planet.Cubes[p.me]
	}
	share := againShare * float64(cubes)
	if had == 0 {
		share += harvestShare - againShare
	}
	return share * p.yield(s) * min(1, p.ahead/2)
}

// scoring is the worth of scoring a galaxy now and losing the cube.
func (p *prospect) scoring(c councilofshadows.Score) float64 {
	i := slices.IndexFunc(p.Galaxies, func(g councilofshadows.LookGalaxy) bool { return g.Name == c.Galaxy })
	g := p.Galaxies[i]
	own, best := p.strength(g), p.best(g)
	now := p.reward(g, own, best)
	if c.Site == 0 {
		return now
	}
	gain := now + p.future(g, own-1, best) - p.future(g, own, best) - p.access(p.site(c.Site), 1)
	if e := p.own(); e.Energy < e.Consumption && float64(e.Energy)+now >= float64(e.Consumption) {
		gain += levelWorth
	}
	return gain
}

// reached is what a field of the board may bring: the planets that the seat could
// settle on with so many cubes.
func (p *prospect) open(s *councilofshadows.LookSite, planet, cubes int, anyPlanet bool) bool {
	at := s.Planets[planet]
	height := 0
	for _, n := range at.Cubes {
		height += n
	}
	return (anyPlanet || p.adapted(at.Kind)) && height+cubes <= 3 && (height == 0 || p.has(councilofshadows.Expansion))
}

// colony is the best worth of cubes anywhere within reach; 0 if there is no
// place.
func (p *prospect) colony(reach, cubes int, anyPlanet bool) float64 {
	best := 0.0
	for i := range p.Sites {
		s := &p.Sites[i]
		if s.Parsec > reach {
			continue
		}
		for planet := range s.Planets {
			if p.open(s, planet, cubes, anyPlanet) {
				best = max(best, p.settle(s, planet, cubes))
				break
			}
		}
	}
	return best
}

// harvest is the worth of the best yields within reach; colonies that are missing
// may be there in time.
func (p *prospect) harvest(reach, times int) float64 {
	var yields, hopes []float64
	for i := range p.Sites {
		s := &p.Sites[i]
		if s.Parsec > reach {
			continue
		}
		for n, planet := range s.Planets {
			for range planet.Cubes[p.me] {
				yields = append(yields, p.yield(s))
			}
			if p.open(s, n, 1, false) {
				hopes = append(hopes, p.yield(s))
			}
		}
	}
	sum := 0.0
	for len(hopes) > 0 && len(yields) < times {
		yields = append(yields, hopeShare*slices.Max(hopes))
	}
	slices.Sort(yields)
	slices.Reverse(yields)
	for _, y := range yields[:min(times, len(yields))] {
		sum += y
	}
	return sum
}

// exploration is the worth of a discovery in a parsec, if the new system is then
// used in one of the ways.
func (p *prospect) exploration(parsec int, ways []councilofshadows.Effect) float64 {
	stack := p.state.Stack(parsec)
	best := math.Inf(-1)
	for i := range p.Sites {
		if s := &p.Sites[i]; s.Parsec == parsec && s.Tile == councilofshadows.None {
			best = max(best, p.discovery(s, stack, ways))
		}
	}
	if len(stack) == 0 || math.IsInf(best, -1) {
		return 0
	}
	return best
}

// discovery is the mean worth of the tiles of a stack on a site.
func (p *prospect) discovery(s *councilofshadows.LookSite, stack []councilofshadows.Item, ways []councilofshadows.Effect) float64 {
	sum := 0.0
	for _, tile := range stack {
		sum += p.newSystem(s, tile, ways)
	}
	return 1.15 * sum / float64(max(1, len(stack))) // of two tiles the better one is laid
}

// newSystem is the worth of a tile that is laid on a site and used in the best of
// the ways.
func (p *prospect) newSystem(s *councilofshadows.LookSite, tile councilofshadows.Item, ways []councilofshadows.Effect) float64 {
	there := p.lay(s, tile)
	best := 0.0
	for _, way := range ways {
		best = max(best, p.useNew(&there, way))
	}
	return best
}

// lay is the site with the tile on it.
func (p *prospect) lay(s *councilofshadows.LookSite, tile councilofshadows.Item) councilofshadows.LookSite {
	printed := p.state.System(tile)
	there := councilofshadows.LookSite{
		Number: s.Number, Galaxy: s.Galaxy, Parsec: s.Parsec, Tile: tile, Gems: printed.Gems, Energy: int(printed.Energy),
	}
	for _, kind := range []councilofshadows.Planet{printed.One, printed.Two, printed.Three, printed.Four} {
		if kind != councilofshadows.NoPlanet {
			there.Planets = append(there.Planets, councilofshadows.LookPlanet{Kind: kind, Cubes: make([]int, len(p.Seats))})
		}
	}
	return there
}

func (p *prospect) useNew(s *councilofshadows.LookSite, way councilofshadows.Effect) float64 {
	switch way.Does {
	case councilofshadows.TaskYield:
		return float64(way.Count) * p.yield(s)
	case councilofshadows.TaskColonize:
		for planet := range s.Planets {
			if p.open(s, planet, int(way.Count), way.Fit == councilofshadows.AnyPlanet) {
				return p.settle(s, planet, int(way.Count))
			}
		}
	}
	return 0
}

// placing is the worth of a drawn tile on a site.
func (p *prospect) placing(c councilofshadows.Place) float64 {
	return p.newSystem(p.site(c.Site), c.Tile, p.nextOptions())
}

// nextOptions are the ways in which the card that is carried out uses a new
// system.
func (p *prospect) nextOptions() []councilofshadows.Effect { return p.usesOfNew(p.Carried) }

func (p *prospect) usesOfNew(card councilofshadows.Item) []councilofshadows.Effect {
	var ways []councilofshadows.Effect
	for _, step := range p.state.Steps(card) {
		for _, e := range step {
			if e.Where == councilofshadows.InNew {
				ways = append(ways, e)
			}
		}
	}
	return ways
}

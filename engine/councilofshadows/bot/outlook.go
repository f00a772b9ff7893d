package bot

import (
	"slices"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// An outlook is the table as Greedy sees it from its seat, and what it expects.
type outlook struct {
	councilofshadows.Observation
	state  *councilofshadows.State
	seat   engine.Seat
	me     int                     // its place among the seats
	ahead  float64                 // rounds that are still to be played, this one included
	rises  float64                 // how often it hands its consumption over yet
	intent []councilofshadows.Item // the card that it wants on top of each field
	known  *known

	planets []councilofshadows.ObservedPlanet // room for those of a tile that might be laid
	nobody  []int                             // of no seat a cube
}

// What is known of things that are asked for again and again. It holds as long as the seat
// gets no upgrade. The lists are short: to go through them is faster than a map.
type known struct {
	uses   []worthOf // of a card on a field that reaches so far
	trips  []worthOf // of a discovery by a card in a parsec
	bought []worthOf // of a purchase
	stack  [4][]councilofshadows.Item
	power  float64 // of the seat's own cards; less than 0 while nobody has asked
}

// A worthOf is what a card brings at a distance.
type worthOf struct {
	card   councilofshadows.Item
	parsec int
	worth  float64
}

func newKnown() *known { return &known{power: -1} }

// remember returns what the list has of a card at a distance, else works it out.
func remember(list *[]worthOf, card councilofshadows.Item, parsec int, workOut func() float64) float64 {
	for _, w := range *list {
		if w.card == card && w.parsec == parsec {
			return w.worth
		}
	}
	worth := workOut()
	*list = append(*list, worthOf{card, parsec, worth})
	return worth
}

// A level takes about two rounds; the seat that is furthest ends the game.
const (
	roundsOfLevel = 2
	levels        = 3
	fewestRises   = 0.6 // even at the end: leftover energy decides
)

func outlookOf(s *councilofshadows.State, seat engine.Seat) *outlook {
	p := &outlook{Observation: s.Observe(), state: s, seat: seat, known: newKnown()}
	p.planets, p.nobody = make([]councilofshadows.ObservedPlanet, 0, 4), make([]int, len(p.Seats))
	p.me = max(0, slices.IndexFunc(p.Seats, func(q councilofshadows.ObservedSeat) bool { return q.Seat == seat }))
	p.ahead = levels*roundsOfLevel + 1
	for _, q := range p.Seats {
		way := float64(levels-q.Level) - float64(q.Energy)/float64(max(q.Consumption, 1))
		p.ahead = min(p.ahead, max(1, roundsOfLevel*way))
	}
	p.rises = max(fewestRises, float64(levels-p.own().Level))
	if p.Last {
		p.ahead, p.rises = 1, fewestRises
		if p.Phase == councilofshadows.PhaseAct {
			p.ahead = 0
		}
	}
	return p
}

func (p *outlook) own() *councilofshadows.ObservedSeat { return &p.Seats[p.me] }

// has tells whether the seat has an upgrade, a Dark Tech card or a leader.
func (p *outlook) has(i councilofshadows.Item) bool {
	own := p.own()
	return slices.Contains(own.Upgrades, i) || own.Tech[0] == i || own.Tech[1] == i || own.Leader == i
}

// site is a field of the board by its number.
func (p *outlook) site(n uint8) *councilofshadows.ObservedSite {
	i := slices.IndexFunc(p.Sites, func(s councilofshadows.ObservedSite) bool { return s.Number == n })
	return &p.Sites[max(i, 0)]
}

// galaxy is a galaxy by its name.
func (p *outlook) galaxy(n councilofshadows.GalaxyName) *councilofshadows.ObservedGalaxy {
	i := slices.IndexFunc(p.Galaxies, func(g councilofshadows.ObservedGalaxy) bool { return g.Name == n })
	return &p.Galaxies[max(i, 0)]
}

// gems are worth what they count in the end, and more while there is something to
// buy: the more of them lie there, the less.
func (p *outlook) gems(g councilofshadows.Gemset) float64 {
	held := p.own().Gems
	few := max(0, 1-float64(held.Anthracite+held.Gold+held.Crystal)/manyGems)
	each := gemUse * max(0, p.ahead-1) * few
	return (1+each)*float64(g.Anthracite) + (2+each)*float64(g.Gold) + (3+each)*float64(g.Crystal)
}

// raising is the worth of a gem turned into the next higher one.
func (p *outlook) raising(gem councilofshadows.Item) float64 {
	if gem == councilofshadows.Gold {
		return p.gems(councilofshadows.Gemset{Crystal: 1}) - p.gems(councilofshadows.Gemset{Gold: 1})
	}
	return p.gems(councilofshadows.Gemset{Gold: 1}) - p.gems(councilofshadows.Gemset{Anthracite: 1})
}

// yield is what a system brings.
func (p *outlook) yield(s *councilofshadows.ObservedSite) float64 {
	g := s.Gems
	if p.has(councilofshadows.GemRefinement) {
		g = councilofshadows.Gemset{Gold: g.Anthracite, Crystal: g.Gold + g.Crystal}
	}
	return p.gems(g) + float64(s.Energy)
}

// adapted tells whether the seat may settle on a type of planet.
func (p *outlook) adapted(k councilofshadows.Planet) bool {
	switch k {
	case councilofshadows.DesertPlanet:
		return p.has(councilofshadows.Desert)
	case councilofshadows.VolcanicPlanet:
		return p.has(councilofshadows.Volcanic)
	}
	return true
}

// takes tells whether a planet of a system takes so many cubes of the seat.
func (p *outlook) takes(s *councilofshadows.ObservedSite, planet, cubes int, anyPlanet bool) bool {
	at := s.Planets[planet]
	height := 0
	for _, n := range at.Cubes {
		height += n
	}
	return (anyPlanet || p.adapted(at.Kind)) && height+cubes <= 3 && (height == 0 || p.has(councilofshadows.Expansion))
}

// anywhere tells whether some planet of a system does.
func (p *outlook) anywhere(s *councilofshadows.ObservedSite, cubes int, anyPlanet bool) bool {
	for planet := range s.Planets {
		if p.takes(s, planet, cubes, anyPlanet) {
			return true
		}
	}
	return false
}

// colonies are the cubes of the seat in a system.
func (p *outlook) colonies(s *councilofshadows.ObservedSite) (n int) {
	for _, planet := range s.Planets {
		n += planet.Cubes[p.me]
	}
	return n
}

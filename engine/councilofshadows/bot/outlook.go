package bot

import (
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// An outlook is the table as Greedy sees it from its seat, and what it expects. Its memory is
// reused for other positions.
type outlook struct {
	councilofshadows.Observation
	state  *councilofshadows.State
	seat   engine.Seat
	me     int                               // its place among the seats
	mine   councilofshadows.ObservedSeat     // what it has, or would have
	ahead  float64                           // rounds still to be played, including this one
	rises  float64                           // how many more times it will hand over its consumption
	intent [mostFields]councilofshadows.Item // the card that it wants on top of each field
	known  *known

	after *outlook // reused for the outlook after a purchase
	spare *known   // reused for what is known then
}

// mostFields is the most action fields that a seat can have.
const mostFields = 5

// A level takes about two rounds; the seat that is furthest ahead ends the game.
const (
	roundsOfLevel = 2
	levels        = 3
	fewestRises   = 0.6 // even at the end: leftover energy decides
)

func newOutlook() *outlook {
	return &outlook{known: &known{}, after: &outlook{}, spare: &known{}}
}

// outlookOf returns a new outlook on s from a seat.
func outlookOf(s *councilofshadows.State, seat engine.Seat) *outlook {
	p := newOutlook()
	p.look(s, seat)
	return p
}

// look sets the outlook to a position and a seat.
func (p *outlook) look(s *councilofshadows.State, seat engine.Seat) {
	s.ObserveIn(&p.Observation)
	p.state, p.seat = s, seat
	p.me = 0
	for i := range p.Seats {
		if p.Seats[i].Seat == seat {
			p.me = i
		}
	}
	p.mine = p.Seats[p.me]
	p.known.forget(powersOf(&p.mine))
	p.expect()
}

func powersOf(q *councilofshadows.ObservedSeat) powers {
	has := powers{}.with(q.Leader).with(q.Tech[0]).with(q.Tech[1])
	for _, u := range q.Upgrades {
		has = has.with(u)
	}
	return has
}

// expect estimates how long the game will last.
func (p *outlook) expect() {
	p.ahead = levels*roundsOfLevel + 1
	for i := range p.Seats {
		q := &p.Seats[i]
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
}

func (p *outlook) own() *councilofshadows.ObservedSeat { return &p.mine }

// site returns the index in Observation.Sites of a field of the board, given its number.
func (p *outlook) site(n uint8) int {
	for i := range p.Sites {
		if p.Sites[i].Number == n {
			return i
		}
	}
	return 0
}

// galaxy returns a galaxy by its name.
func (p *outlook) galaxy(n councilofshadows.GalaxyName) *councilofshadows.ObservedGalaxy {
	for i := range p.Galaxies {
		if p.Galaxies[i].Name == n {
			return &p.Galaxies[i]
		}
	}
	return &p.Galaxies[0]
}

// gems returns the worth of gems: what they count at the end, and more while there is something to
// buy. The more a seat has, the less one is worth.
func (p *outlook) gems(g councilofshadows.Gemset) float64 {
	held := p.own().Gems
	few := max(0, 1-float64(held.Anthracite+held.Gold+held.Crystal)/manyGems)
	each := gemUse * max(0, p.ahead-1) * few
	return (1+each)*float64(g.Anthracite) + (2+each)*float64(g.Gold) + (3+each)*float64(g.Crystal)
}

// raising returns the worth of a gem turned into the next higher one.
func (p *outlook) raising(gem councilofshadows.Item) float64 {
	if gem == councilofshadows.Gold {
		return p.gems(councilofshadows.Gemset{Crystal: 1}) - p.gems(councilofshadows.Gemset{Gold: 1})
	}
	return p.gems(councilofshadows.Gemset{Gold: 1}) - p.gems(councilofshadows.Gemset{Anthracite: 1})
}

// yield returns the worth of a system's gems and energy.
func (p *outlook) yield(g councilofshadows.Gemset, energy int) float64 {
	if p.has(councilofshadows.GemRefinement) {
		g = councilofshadows.Gemset{Gold: g.Anthracite, Crystal: g.Gold + g.Crystal}
	}
	return p.gems(g) + float64(energy)
}

// adapted reports whether the seat may settle on a type of planet.
func (p *outlook) adapted(k councilofshadows.Planet) bool {
	switch k {
	case councilofshadows.DesertPlanet:
		return p.has(councilofshadows.Desert)
	case councilofshadows.VolcanicPlanet:
		return p.has(councilofshadows.Volcanic)
	}
	return true
}

package bot

import (
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// An outlook is the table as Greedy sees it from its seat, and what it expects. Its room is
// used again for other positions.
type outlook struct {
	councilofshadows.Observation
	state  *councilofshadows.State
	seat   engine.Seat
	me     int                               // its place among the seats
	mine   councilofshadows.ObservedSeat     // what it has, or would have
	ahead  float64                           // rounds that are still to be played, this one included
	rises  float64                           // how often it hands its consumption over yet
	intent [mostFields]councilofshadows.Item // the card that it wants on top of each field
	known  *known

	after *outlook // room for the outlook of a seat that has bought something
	spare *known   // and for what it knows then
}

// A seat has so many action fields at most.
const mostFields = 5

// A level takes about two rounds; the seat that is furthest ends the game.
const (
	roundsOfLevel = 2
	levels        = 3
	fewestRises   = 0.6 // even at the end: leftover energy decides
)

func newOutlook() *outlook {
	return &outlook{known: &known{}, after: &outlook{}, spare: &known{}}
}

// outlookOf returns a new one.
func outlookOf(s *councilofshadows.State, seat engine.Seat) *outlook {
	p := newOutlook()
	p.look(s, seat)
	return p
}

// look sees a position from a seat.
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

// expect guesses how long the game goes on.
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

// site returns a field of the board by its number: where it is in Observation.Sites.
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

// gems returns worth what they count in the end, and more while there is something to
// buy: the more of them lie there, the less.
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

// yield returns what a system brings that gives gems and energy.
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

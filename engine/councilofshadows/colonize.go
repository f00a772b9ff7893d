package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Colonizing (rulebook, phase 3): cubes on one planet, as far as range and
// adaptability allow. Without the expansion the planet must be free; nowhere
// stand more than three cubes.

// An obstacle is what keeps cubes from a planet.
type obstacle uint8

const (
	noObstacle obstacle = iota
	wrongNumber
	elsewhere
	tooFar
	noSystem
	noSuchPlanet
	notAdapted
	notFree
	tooHigh
)

// founding tells what keeps player i from putting cubes on a planet; site and
// planet count from 0.
func (s *State) founding(i int8, o option, site, planet, cubes uint8) obstacle {
	if cubes != o.count && (cubes != o.count+1 || o.where != inNew || !s.players[i].knows(Discoverers)) {
		return wrongNumber
	}
	if !s.within(i, o, site) {
		if o.where == inRange {
			return tooFar
		}
		return elsewhere
	}
	return s.standing(i, o.any, site, planet, cubes)
}

// standing is founding without the place: whether the planet takes the cubes.
func (s *State) standing(i int8, anyPlanet bool, site, planet, cubes uint8) obstacle {
	if s.table.tile[site] == None {
		return noSystem
	}
	kind := s.system(site).planets[planet]
	if kind == noPlanet {
		return noSuchPlanet
	}
	p := &s.players[i]
	if !anyPlanet && !p.adapted(kind) {
		return notAdapted
	}
	switch height := s.table.cubes[site].height(planet); {
	case height+cubes > mostHeight:
		return tooHigh
	case height > 0 && !p.has.contains(Expansion):
		return notFree
	}
	return noObstacle
}

// adapted tells whether a seat may settle on a type of planet: earth from the
// start, the others with the upgrade of that name.
func (p *player) adapted(kind planet) bool {
	switch kind {
	case desert:
		return p.has.contains(Desert)
	case volcanic:
		return p.has.contains(Volcanic)
	}
	return true
}

// anyFounding tells whether an alternative that colonizes is possible at all.
func (s *State) anyFounding(i int8, o option) bool {
	for left := s.places(i, o); left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			if s.standing(i, o.any, site, planet, o.count) == noObstacle {
				return true
			}
		}
	}
	return false
}

// places are the sites with a tile at which an alternative can be carried out.
func (s *State) places(i int8, o option) uint32 { return s.area(i, o) & s.table.tiles }

// foundings lists what alternative n of the step allows.
func (s *State) foundings(all []engine.Command, i int8, n int) []engine.Command {
	o := s.options()[n]
	most := o.count
	if o.where == inNew && s.players[i].knows(Discoverers) {
		most++
	}
	for left := s.places(i, o); left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			for cubes := o.count; cubes <= most; cubes++ {
				if s.standing(i, o.any, site, planet, cubes) == noObstacle && !s.founded(i, n, site, planet, cubes) {
					all = append(all, s.say(i).found[site][planet][cubes-1])
				}
			}
		}
	}
	return all
}

// founded tells whether an earlier alternative of the step allows the same.
func (s *State) founded(i int8, n int, site, planet, cubes uint8) bool {
	for _, o := range s.options()[:n] {
		if o.task == colonizing && s.founding(i, o, site, planet, cubes) == noObstacle {
			return true
		}
	}
	return false
}

// checkPlanet refuses a planet that is not on the board.
func (s *State) checkPlanet(c Found) error {
	if !s.siteInUse(c.Site) {
		return engine.Refuse("there is no field %d on this board", int(c.Site))
	}
	if c.Planet < 1 || c.Planet > mostPlanets {
		return noSuchPlanet.refuse(c)
	}
	return nil
}

func (s *State) siteInUse(n uint8) bool {
	return n >= 1 && n <= sites && s.table.open&(1<<(n-1)) != 0
}

// refuse says in words what keeps the cubes from the planet.
func (o obstacle) refuse(c Found) error {
	switch o {
	case wrongNumber:
		return engine.Refuse("the card puts another number of cubes on a planet than %d", int(c.Cubes))
	case elsewhere:
		return engine.Refuse("the card asks for another system than the one on field %d", int(c.Site))
	case tooFar:
		return engine.Refuse("field %d of the board is out of range for this action field", int(c.Site))
	case noSystem:
		return engine.Refuse("there is no tile on field %d", int(c.Site))
	case noSuchPlanet:
		return engine.Refuse("the tile on field %d has no planet %d", int(c.Site), int(c.Planet))
	case notAdapted:
		return engine.Refuse("%s is not adapted to planet %d on field %d", c.Seat, int(c.Planet), int(c.Site))
	case notFree:
		return engine.Refuse("planet %d on field %d is not free; building on cubes takes the expansion", int(c.Planet), int(c.Site))
	case tooHigh:
		return engine.Refuse("at most three cubes stand on a planet")
	}
	return nil
}

// zoeMay tells whether a seat has Zoe's free colony of this phase 1: by
// adaptability, in any range; it is no purchase.
func (s *State) zoeMay(seat engine.Seat) bool {
	if !s.full || s.phase != PhaseBuy || s.due.who >= 0 || s.turn < 0 {
		return false
	}
	p := s.active()
	return p.seat == seat && p.leader == Zoe && !p.settled
}

// zoeColonies lists where Zoe's colony may stand.
func (s *State) zoeColonies(all []engine.Command) []engine.Command {
	if !s.zoeMay(s.active().seat) {
		return all
	}
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range s.system(site).slots {
			if s.standing(s.turn, false, site, planet, 1) == noObstacle {
				all = append(all, s.say(s.turn).found[site][planet][0])
			}
		}
	}
	return all
}

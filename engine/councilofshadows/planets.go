package councilofshadows

import "arbiter/engine"

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

// cubesFit tells whether so many cubes find room on a planet.
func (s *State) cubesFit(seat engine.Seat, site, planet, cubes uint8) bool {
	return s.find(seat) >= 0 && site >= 1 && site <= sites && planet >= 1 && planet <= mostPlanets &&
		cubes >= 1 && cubes <= mostHeight && s.table.cubes[site-1].height(planet-1)+cubes <= mostHeight
}

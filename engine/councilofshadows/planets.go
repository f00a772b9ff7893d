package councilofshadows

import "arbiter/engine"

// Whether a planet takes cubes. Sites and planets are counted from 0 here, and from 1 in what
// people read.

// mayFound allows what a colonizing alternative asks for.
func (s *State) mayFound(i int8, o alternative, site, planet, cubes uint8) refusal {
	if cubes != o.count && (cubes != o.count+1 || o.where != inNew || !s.players[i].knows(Discoverers)) {
		return otherNumber(cubes)
	}
	if !s.within(i, o, site) {
		if o.where == inRange {
			return tooFar(site)
		}
		return elsewhere(site)
	}
	return s.takesCubes(i, o.any, site, planet, cubes)
}

// takesCubes is mayFound without the place: it requires only that the planet takes the cubes.
func (s *State) takesCubes(i int8, anyPlanet bool, site, planet, cubes uint8) refusal {
	p, kind := &s.players[i], s.system(site).planets[planet]
	if kind == noPlanet {
		return s.lacksPlanet(site, planet)
	}
	if !anyPlanet && !p.adapted(kind) {
		return p.unadapted(kind)
	}
	switch height := s.table.cubes[site].height(planet); {
	case height+cubes > mostHeight:
		return tooHigh()
	case height > 0 && !p.has.contains(Expansion):
		return refuse("that planet is taken; building on cubes takes the colony expansion")
	}
	return allowed
}

// unadapted returns the refusal for a planet that the player is not adapted to. Everybody is
// adapted to terrestrial planets.
func (p *player) unadapted(kind planet) refusal {
	if kind.name() == DesertPlanet {
		return refuse("%s is not adapted to desert planets", p.word())
	}
	return refuse("%s is not adapted to volcanic planets", p.word())
}

// lacksPlanet returns the refusal that says why there is no such planet.
func (s *State) lacksPlanet(site, planet uint8) refusal {
	if s.table.tile[site] == None {
		return noTile(site)
	}
	return noSuchPlanet(site, planet)
}

// inUse requires a field that the board has.
func (s *State) inUse(site uint8) refusal {
	if !s.siteInUse(site + 1) {
		return refuse("there is no field %d on this board", number(site+1))
	}
	return allowed
}

// siteInUse is inUse for a site counted from 1.
func (s *State) siteInUse(n uint8) bool {
	return n >= 1 && n <= sites && s.table.open&(1<<(n-1)) != 0
}

// countsPlanets refuses a number that no planet of a tile can have.
func countsPlanets(site, planet uint8) refusal {
	if planet >= mostPlanets {
		return noSuchPlanet(site, planet)
	}
	return allowed
}

func noSuchPlanet(site, planet uint8) refusal {
	return refuse("that system has no such planet")
}

func otherNumber(cubes uint8) refusal {
	return refuse("the card puts another number of cubes on a planet than %d", number(cubes))
}

func elsewhere(site uint8) refusal {
	return refuse("the card asks for another system than %s", siteWord(site+1))
}

func tooFar(site uint8) refusal {
	return refuse("%s is out of range for this field", siteWord(site+1))
}

func noTile(site uint8) refusal { return refuse("there is no system in %s yet", siteWord(site+1)) }

func tooHigh() refusal { return refuse("at most three cubes stand on a planet") }

// adapted reports whether a seat may settle on a type of planet: on terrestrial planets from the
// start, on the others with the upgrade of that name.
func (p *player) adapted(kind planet) bool {
	switch kind {
	case desert:
		return p.has.contains(Desert)
	case volcanic:
		return p.has.contains(Volcanic)
	}
	return true
}

// cubesFit reports whether so many cubes find room on a planet.
func (s *State) cubesFit(seat engine.Seat, site, planet, cubes uint8) bool {
	return s.find(seat) >= 0 && site >= 1 && site <= sites && planet >= 1 && planet <= mostPlanets &&
		cubes >= 1 && cubes <= mostHeight && s.table.cubes[site-1].height(planet-1)+cubes <= mostHeight
}

package councilofshadows

import "arbiter/engine"

func stepFits(field uint8, card Item, step uint8) bool {
	if card.isAutoma() {
		return field >= leftSide && field <= rightSide && step >= 1 && step <= mostSteps
	}
	return field <= mostFields && int(card) < effects && step >= 1 && step <= cardSteps
}

// cubesFit tells whether so many cubes find room on a planet.
func (s *State) cubesFit(seat engine.Seat, site, planet, cubes uint8) bool {
	return s.find(seat) >= 0 && site >= 1 && site <= sites && planet >= 1 && planet <= mostPlanets &&
		cubes >= 1 && cubes <= mostHeight && s.table.cubes[site-1].height(planet-1)+cubes <= mostHeight
}

// cubeLies tells whether the cube that leaves lies there.
func (s *State) cubeLies(e Claimed) bool {
	i := s.find(e.Seat)
	return e.Site <= sites && e.Planet >= 1 && e.Planet <= mostPlanets &&
		s.table.cubes[e.Site-1].on(e.Planet-1, i) > 0
}

func (s *State) tileFits(i Item) bool {
	return i.isTile() && isParsec(s.facts.full.tile[i-firstTile].parsec)
}

// isParsec tells whether there is such a parsec.
func isParsec(parsec uint8) bool { return parsec >= 1 && parsec <= farthest }

package councilofshadows

import "arbiter/engine"

// fits tells whether an event names only what there is in the box and on this
// table. Events that come from outside (a log, a script, what somebody types) may
// name anything; what does not fit changes nothing. What Decide brings about always
// fits.
func (s *State) fits(e engine.Event) bool {
	switch e := e.(type) {
	case Planned:
		return e.Field <= mostFields
	case TookBack:
		return e.Field <= mostFields
	case Shown:
		return e.Field <= mostFields
	case Did:
		return e.Number <= mostSteps
	case Slid:
		return s.find(e.Seat) >= 0
	case Does:
		return stepFits(e.Field, e.Card, e.Step)
	case Omits:
		return !e.Card.isAutoma() && stepFits(e.Field, e.Card, e.Step)
	case Founded:
		return s.cubesFit(e.Seat, e.Site, e.Planet, e.Cubes)
	case Stands:
		return s.cubesFit(e.Seat, e.Site, e.Planet, e.Cubes)
	case Claimed:
		return s.find(e.Seat) >= 0 && (e.Site == 0 || s.cubeLies(e))
	case Built:
		return s.find(e.Seat) >= 0 && e.What.isStation()
	case Located:
		return s.find(e.Seat) >= 0 && e.What.isStation()
	case Price:
		return e.Gems.payable()
	case Site:
		return e.printable()
	case StationField:
		return isParsec(e.Parsec)
	case Removed:
		return e.First.pile() != None && e.First.pile() == e.Second.pile()
	}
	return s.stackFits(e)
}

// stackFits is fits for tiles, the display and bonus cards.
func (s *State) stackFits(e engine.Event) bool {
	switch e := e.(type) {
	case Explored:
		return isParsec(e.Parsec)
	case Drew:
		return s.tileFits(e.Tile) && s.table.pile == s.facts.full.tile[e.Tile-firstTile].parsec
	case Placed:
		return s.tileFits(e.Tile) && e.Site >= 1 && e.Site <= sites
	case Refilled:
		return e.Place >= 1 && e.Place <= marketPlaces && e.Card.isAI()
	case Cleared:
		return e.Place >= 1 && e.Place <= marketPlaces && e.Card.isAI()
	case Displays:
		for _, card := range []Item{e.One, e.Two, e.Three, e.Four, e.Five, e.Six, e.Seven, e.Eight} {
			if card != None && !card.isAI() {
				return false
			}
		}
	case Dealt:
		return e.Card == None || e.Card.isBonus()
	case GaveBack:
		return e.Card == None || e.Card.isBonus()
	case Exposed:
		return e.Card.isBonus()
	}
	return true
}

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

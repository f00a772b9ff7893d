package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// A game that began in the tracks book may go on in the full book: at the start
// of a round people state what lies on the cardboard, and from then on the referee
// keeps it.

// maySwitch tells whether the game can go on in the full book now: nobody has
// bought anything in this round, and the box is complete.
func (s *State) maySwitch() bool {
	return !s.full && s.complete && s.phase == PhaseBuy && s.due.who < 0 && s.turn == s.firstToAct(PhaseBuy) && s.active().bought == 0
}

// takesStock tells whether people state what lies on the cardboard.
func (s *State) takesStock() bool { return s.phase == PhaseStock }

// stated lists what can still be stated; last, that it is all.
func (s *State) stated(all []engine.Command) []engine.Command {
	for i := range int8(s.count) {
		p := &s.players[i]
		if !p.robot() {
			all = s.statedGems(all, p)
		}
		all = s.statedCubes(all, i)
		all = s.statedStations(all, i)
		if p.bonusCount() < mostBonus || p.robot() {
			all = append(all, s.say(i).deal[0])
		}
	}
	for n := range tiles {
		i := firstTile + Item(n)
		for site := range uint8(sites) {
			if c := (Place{engine.Table, i, site + 1}); s.stateTile(c) == nil {
				all = append(all, c)
			}
		}
	}
	return append(all, Pass{engine.Table})
}

func (s *State) statedGems(all []engine.Command, p *player) []engine.Command {
	if int(p.stocked) >= len(gemColors) {
		return all
	}
	for n := range uint8(mostGems + 1) {
		all = append(all, Count{p.seat, gemColors[p.stocked], n})
	}
	return all
}

func (s *State) statedCubes(all []engine.Command, i int8) []engine.Command {
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range uint8(mostPlanets) {
			for n := range uint8(mostHeight) {
				if c := s.say(i).found[site][planet][n]; s.stateCubes(c.(Found)) == nil {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

func (s *State) statedStations(all []engine.Command, i int8) []engine.Command {
	for what := StationHarvest; what <= StationColonize; what++ {
		for g := range uint8(galaxyCount) {
			if c := (Build{s.players[i].seat, what, galaxies[g], Gemset{}}); s.stateStation(c) == nil {
				all = append(all, c)
			}
		}
	}
	return all
}

// state refuses a statement that cannot be true.
func (s *State) state(c engine.Command) error {
	switch c := c.(type) {
	case Count:
		return s.stateGems(c)
	case Found:
		return s.stateCubes(c)
	case Build:
		return s.stateStation(c)
	case Place:
		return s.stateTile(c)
	case Deal:
		return s.stateBonus(c)
	case Pass:
		if c.Seat == engine.Table {
			return nil
		}
	}
	return engine.Refuse("first state what lies on the cardboard; then the table says done")
}

func (s *State) stateGems(c Count) error {
	p := s.player(c.Seat)
	switch {
	case p.robot():
		return engine.Refuse("the Automa has no gems")
	case int(p.stocked) >= len(gemColors):
		return engine.Refuse("%s has counted its gems", c.Seat)
	case c.What != gemColors[p.stocked]:
		return engine.Refuse("first count the gems: %s", gemColors[p.stocked].term())
	case c.Number > mostGems:
		return engine.Refuse("at most %d gems can be reported", mostGems)
	}
	return nil
}

func (s *State) stateCubes(c Found) error {
	if err := s.checkPlanet(c); err != nil {
		return err
	}
	site, planet := c.Site-1, c.Planet-1
	switch {
	case s.table.tile[site] == None:
		return noSystem.refuse(c)
	case s.system(site).planets[planet] == noPlanet:
		return noSuchPlanet.refuse(c)
	case c.Cubes < 1 || c.Cubes > mostHeight || s.table.cubes[site].height(planet)+c.Cubes > mostHeight:
		return tooHigh.refuse(c)
	}
	return nil
}

func (s *State) stateStation(c Build) error {
	i := s.find(c.Seat)
	g, ok := galaxyIndex(c.Galaxy)
	switch {
	case !c.What.isStation() || !s.players[i].has.contains(c.What) || c.Pay != Gemset{}:
		return engine.Refuse("%s has not bought that station", c.Seat)
	case s.stands(i, c.What):
		return engine.Refuse("%s stands on the board already", c.What.term())
	case !ok || s.sitesOf(g) == 0:
		return engine.Refuse("there is no galaxy %s on this board", engine.Term(c.Galaxy))
	case s.table.station[g].what != None:
		return engine.Refuse("the galaxy %s has a station", engine.Term(c.Galaxy))
	}
	return nil
}

func (s *State) stands(i int8, what Item) bool {
	for _, at := range s.table.station {
		if at.what == what && at.owner == i {
			return true
		}
	}
	return false
}

func (s *State) stateTile(c Place) error {
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table states which tiles lie on the board, not %s", c.Seat)
	case !c.Tile.isTile() || !s.stacked(c.Tile):
		return engine.Refuse("%s lies on the board already", c.Tile.term())
	}
	parsec := s.facts.full.tile[c.Tile-firstTile].parsec
	if !s.siteInUse(c.Site) || s.free(parsec)&(1<<(c.Site-1)) == 0 {
		return engine.Refuse("the tile goes on a free field of parsec %d, which field %d is not", int(parsec), int(c.Site))
	}
	return nil
}

// stateBonus: a seat that has drawn a card keeps its name to itself.
func (s *State) stateBonus(c Deal) error {
	i := s.find(c.To)
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table deals bonus cards, not %s", c.Seat)
	case i < 0 || c.Card != None:
		return engine.Refuse("say only how many bonus cards a seat has, not which")
	case !s.players[i].robot() && s.players[i].bonusCount() >= mostBonus:
		return engine.Refuse("nobody has more than %d bonus cards", mostBonus)
	case s.players[i].robot() && s.players[i].bonusCount() >= lightCards:
		return engine.Refuse("the box has no more bonus cards")
	}
	return nil
}

// note takes a statement down.
func (t *turn) note(c engine.Command) {
	switch c := c.(type) {
	case Count:
		emit(t, Counted(c))
	case Found:
		emit(t, Stands(c))
	case Build:
		emit(t, Located{c.Seat, c.What, c.Galaxy})
	case Place:
		emit(t, Placed(c))
	case Deal:
		emit(t, Dealt{c.To, None})
	case Pass:
		emit(t, Phase{PhaseBuy})
		emit(t, Turn{t.players[t.firstToAct(PhaseBuy)].seat})
	}
}

// Switch goes on in the full book with a game that began in the tracks book.
type Switch struct{ Seat engine.Seat }

func (c Switch) By() engine.Seat { return c.Seat }

func (c Switch) check(s *State) error {
	switch {
	case s.full:
		return engine.Refuse("this game is played by the full book")
	case !s.complete:
		return engine.Refuse("the full book needs the whole box; nobody has told: %s", s.unknown())
	case !s.maySwitch():
		return engine.Refuse("the book is changed at the start of a round, before anything is bought")
	}
	return s.mustAct(c.Seat, PhaseBuy)
}

func (Switch) play(t *turn) {
	emit(t, Book{FullBook})
	emit(t, Phase{PhaseStock})
}

func (Switch) tell() engine.Text {
	return engine.Say("Go on in the full book")
}

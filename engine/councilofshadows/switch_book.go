package councilofshadows

import (
	"cmp"
	"math/bits"

	"arbiter/engine"
)

// A game that began in the tracks book may continue in the full book: at the start of a round
// people state what lies on the cardboard, and from then on the referee keeps it.

// switches allows the change to the full book in a round before anybody has bought anything, if the
// box is complete.
func (s *State) switches() refusal {
	switch {
	case s.full:
		return refuse("this game is played by the full book")
	case !s.complete:
		return refuse("the full book needs the whole box; nobody has told: %s", wordMissing)
	case s.phase != PhaseBuy || s.due.who >= 0 || s.turn != s.firstToAct(PhaseBuy) || s.active().bought > 0:
		return refuse("the book is changed at the start of a round, before anything is bought")
	}
	return allowed
}

// statesCardboard reports whether people state what lies on the cardboard.
func (s *State) statesCardboard() bool { return s.phase == PhaseStock }

// statements lists what can still be stated and, last, that this is all.
func (s *State) statements(all []engine.Command) []engine.Command {
	for i := range int8(s.count) {
		all = s.statedGems(all, &s.players[i])
		all = s.statedCubes(all, i)
		all = s.statedStations(all, i)
		if c := s.commands(i).deal[0]; s.stateBonus(c.(Deal)).Allowed() {
			all = append(all, c)
		}
	}
	for n := range tiles {
		i := firstTile + Item(n)
		for site := range uint8(sites) {
			if c := (Place{engine.Table, i, site + 1}); s.stateTile(c).Allowed() {
				all = append(all, c)
			}
		}
	}
	return append(all, Pass{engine.Table})
}

func (s *State) statedGems(all []engine.Command, p *player) []engine.Command {
	for _, gem := range gemColors {
		for n := uint8(0); n <= mostGems && p.countsGems(gem, p.stocked).Allowed(); n++ {
			all = append(all, Count{p.seat, gem, n})
		}
	}
	return all
}

func (s *State) statedCubes(all []engine.Command, i int8) []engine.Command {
	for left := s.table.tiles; left != 0; left &= left - 1 {
		site := uint8(bits.TrailingZeros32(left))
		for planet := range uint8(mostPlanets) {
			for n := range uint8(mostHeight) {
				if c := s.commands(i).found[site][planet][n]; s.stateCubes(c.(Found)).Allowed() {
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
			if c := (Build{s.players[i].seat, what, galaxies[g], Gemset{}}); s.stateStation(c).Allowed() {
				all = append(all, c)
			}
		}
	}
	return all
}

// checkStatement refuses a statement that cannot be true. Gems, cubes and stations are stated by a
// seat, tiles and bonus cards by the table.
func (s *State) checkStatement(c engine.Command) refusal {
	switch c.(type) {
	case Count, Found, Build:
		if s.find(c.By()) < 0 {
			return refuse("seats enter their gems, cubes and stations, not %s", wordBy)
		}
	}
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
			return allowed
		}
	}
	return refuse("first enter what lies on the table")
}

func (s *State) stateGems(c Count) refusal {
	p := s.player(c.Seat)
	return cmp.Or(p.countsGems(c.What, p.stocked), fewGems(c.Number))
}

func (s *State) stateCubes(c Found) refusal {
	site, planet := c.Site-1, c.Planet-1
	if r := cmp.Or(s.inUse(site), countsPlanets(site, planet)); !r.Allowed() {
		return r
	}
	switch {
	case s.system(site).planets[planet] == noPlanet:
		return s.lacksPlanet(site, planet)
	case c.Cubes < 1 || c.Cubes > mostHeight || s.table.cubes[site].height(planet)+c.Cubes > mostHeight:
		return tooHigh()
	}
	return allowed
}

func (s *State) stateStation(c Build) refusal {
	i := s.find(c.Seat)
	g, ok := galaxyIndex(c.Galaxy)
	switch {
	case !c.What.isStation() || !s.players[i].has.contains(c.What) || c.Pay != Gemset{}:
		return refuse("%s has not bought that station", wordBy)
	case s.stands(i, c.What):
		return refuse("%s stands on the board already", c.What.word())
	case !ok || s.sitesOf(g) == 0:
		return refuse("%s is not on this board", wordNamed)
	case s.table.station[g].what != None:
		return refuse("there is a station in %s already", wordNamed)
	}
	return allowed
}

func (s *State) stands(i int8, what Item) bool {
	for _, at := range s.table.station {
		if at.what == what && at.owner == i {
			return true
		}
	}
	return false
}

func (s *State) stateTile(c Place) refusal {
	switch {
	case c.Seat != engine.Table:
		return refuse("the table states which tiles lie on the board, not %s", wordBy)
	case !c.Tile.isTile() || !s.stacked(c.Tile):
		return refuse("%s lies on the board already", c.Tile.word())
	}
	parsec := s.facts.board.tile[c.Tile-firstTile].parsec
	if !s.siteInUse(c.Site) || s.free(parsec)&(1<<(c.Site-1)) == 0 {
		return refuse("choose a free field in parsec %d", number(parsec))
	}
	return allowed
}

// stateBonus allows bonus cards to be stated without names only: a seat keeps those of its own to
// itself.
func (s *State) stateBonus(c Deal) refusal {
	i := s.find(c.To)
	switch {
	case c.Seat != engine.Table:
		return refuse("the table deals bonus cards, not %s", wordBy)
	case i < 0 || c.Card != None:
		return refuse("enter only how many bonus cards somebody has, not which")
	case !s.players[i].robot() && s.players[i].bonusCount() >= mostBonus:
		return refuse("nobody has more than %d bonus cards", number(mostBonus))
	case s.players[i].robot() && s.players[i].bonusCount() >= lightCards:
		return refuse("the box has no more bonus cards")
	}
	return allowed
}

// playStatement carries out a statement.
func (r *resolution) playStatement(c engine.Command) {
	switch c := c.(type) {
	case Count:
		emit(r, Counted(c))
		r.recount(c)
	case Found:
		emit(r, Stands(c))
	case Build:
		emit(r, Located{c.Seat, c.What, c.Galaxy})
	case Place:
		emit(r, Placed(c))
	case Deal:
		emit(r, Dealt{c.To, None})
	case Pass:
		emit(r, Phase{PhaseBuy})
		emit(r, Turn{r.players[r.firstToAct(PhaseBuy)].seat})
	}
}

// recount stores a count by people, which includes gems that the tracks book has handed out.
func (r *resolution) recount(c Count) {
	all := r.player(c.Seat).gems
	if more := gemsOf(c.What, all.of(c.What)-c.Number); more != (Gemset{}) {
		emit(r, Holds{c.Seat, all.minus(more)})
	}
}

// Switch continues a game that began in the tracks book in the full book.
type Switch struct{ Seat engine.Seat }

// switchesBook reports whether a command is a Switch.
func switchesBook(c engine.Command) bool {
	_, ok := c.(Switch)
	return ok
}

func (c Switch) By() engine.Seat { return c.Seat }

func (c Switch) Check(s *State) refusal {
	return cmp.Or(s.switches(), s.mustAct(c.Seat, PhaseBuy))
}

func (Switch) Play(r *resolution) {
	emit(r, Book{FullBook})
	emit(r, Phase{PhaseStock})
}

func (Switch) Tell() engine.Text {
	return engine.Say("Go on in the full book")
}

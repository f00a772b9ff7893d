package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Discovering (rulebook, phase 3): two tiles of a stack in range are drawn; one
// goes on a free field of that parsec, the other under its stack.

// mayExplore tells whether player i can discover in a parsec: the stack has a
// tile, and a field is free (ruling pile-empty).
func (s *State) mayExplore(i int8, o option, parsec uint8) bool {
	return (o.where == anywhere || parsec <= s.span(i)) && s.tilesLeft(parsec) && s.free(parsec) != 0
}

// tilesLeft tells whether the stack of a parsec has tiles.
func (s *State) tilesLeft(parsec uint8) bool { return s.table.stack[parsec-1].size() > 0 }

// stacked tells whether a tile lies in its stack.
func (s *State) stacked(i Item) bool {
	p := &s.table.stack[s.facts.full.tile[i-firstTile].parsec-1]
	return (p.above|p.known())&(1<<(i-firstTile)) != 0
}

func (s *State) checkExplore(c Explore) error {
	if s.automaActs() {
		return s.checkAutomaExplore(c)
	}
	if err := s.mustWork(c.Seat, discovering); err != nil {
		return err
	}
	if c.Parsec < 1 || c.Parsec > farthest {
		return engine.Refuse("there are the parsecs 1 to %d", farthest)
	}
	for _, o := range s.options() {
		if o.task == discovering && s.mayExplore(s.worker(), o, c.Parsec) {
			return nil
		}
	}
	switch {
	case !s.tilesLeft(c.Parsec):
		return engine.Refuse("the stack of parsec %d is empty", int(c.Parsec))
	case s.free(c.Parsec) == 0:
		return engine.Refuse("no field of parsec %d is free", int(c.Parsec))
	}
	return engine.Refuse("parsec %d is out of range for this action field", int(c.Parsec))
}

func (s *State) checkDraw(c Draw) error {
	switch {
	case c.Seat != engine.Table:
		return engine.Refuse("the table draws tiles, not %s", c.Seat)
	case s.debt() != owesDraw:
		return engine.Refuse("no tile is drawn now")
	case !c.Tile.isTile() || s.table.stack[s.table.pile-1].next()&(1<<(c.Tile-firstTile)) == 0:
		return engine.Refuse("%s is not the next tile of parsec %d", c.Tile.term(), int(s.table.pile))
	}
	return nil
}

func (s *State) draws(all []engine.Command) []engine.Command {
	for left := s.table.stack[s.table.pile-1].next(); left != 0; left &= left - 1 {
		all = append(all, s.facts.lexicon.draw[bits.TrailingZeros32(left)])
	}
	return all
}

func (t *turn) doDraw(c Draw) {
	emit(t, Drew(c))
	if t.phase == PhaseSetup {
		emit(t, Placed{engine.Table, c.Tile, t.openingSite()})
		t.setUp()
	}
}

// placing are the sites on which the drawn tile may be laid.
func (s *State) placing() uint32 {
	free := s.free(s.table.pile)
	if s.automaActs() {
		free &= s.automaSites()
	}
	return free
}

func (s *State) checkPlace(c Place) error {
	if err := s.mustFull(c.Seat); err != nil {
		return err
	}
	switch {
	case s.debt() != owesPlace || s.players[s.worker()].seat != c.Seat:
		return engine.Refuse("%s has no tile to lay", c.Seat)
	case c.Tile == None || c.Tile != s.table.drawn[0] && c.Tile != s.table.drawn[1]:
		return engine.Refuse("%s has not drawn %s", c.Seat, c.Tile.term())
	case !s.siteInUse(c.Site) || s.placing()&(1<<(c.Site-1)) == 0:
		return engine.Refuse("the tile goes on a free field of parsec %d, which field %d is not", int(s.table.pile), int(c.Site))
	case s.automaActs() && !s.automaTile(c.Tile):
		return engine.Refuse("the other tile has the planet that the Automa needs")
	}
	return nil
}

func (s *State) placings(all []engine.Command) []engine.Command {
	say := s.say(s.worker())
	for _, tile := range s.table.drawn {
		if tile == None || s.automaActs() && !s.automaTile(tile) {
			continue
		}
		for left := s.placing(); left != 0; left &= left - 1 {
			all = append(all, say.place[tile-firstTile][bits.TrailingZeros32(left)])
		}
	}
	return all
}

func (t *turn) doPlace(c Place) {
	emit(t, Placed(c))
	t.work()
}

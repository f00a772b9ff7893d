package councilofshadows

import (
	"math/bits"
	"strconv"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Discovering (rulebook, phase 3): two tiles are drawn from a stack in range; one goes on a free
// field of that parsec, the other under its stack.

// mayExplore allows a parsec in range whose stack has a tile and which has a free field (ruling
// pile-empty).
func (s *State) mayExplore(i int8, o alternative, parsec uint8) refusal {
	switch {
	case !s.tilesLeft(parsec):
		return refuse("the stack of parsec %d is empty", number(parsec))
	case s.free(parsec) == 0:
		return refuse("no field of parsec %d is free", number(parsec))
	case o.where != anywhere && parsec > s.span(i):
		return refuse("parsec %d is out of range for this action field", number(parsec))
	}
	return allowed
}

// tilesLeft reports whether the stack of a parsec has tiles.
func (s *State) tilesLeft(parsec uint8) bool { return s.table.stack[parsec-1].size() > 0 }

// stacked reports whether a tile is in its stack.
func (s *State) stacked(i Item) bool {
	p := &s.table.stack[s.facts.board.tile[i-firstTile].parsec-1]
	return (p.above|p.known())&(1<<(i-firstTile)) != 0
}

func (s *State) draws(all []engine.Command) []engine.Command {
	for left := s.table.stack[s.table.pile-1].next(); left != 0; left &= left - 1 {
		all = append(all, s.facts.commands.draw[bits.TrailingZeros32(left)])
	}
	return all
}

// placing returns the sites where the drawn tile may be laid.
func (s *State) placing() uint32 {
	free := s.free(s.table.pile)
	if s.automaActs() {
		free &= s.automaSites()
	}
	return free
}

// suits requires the Automa to lay the tile that it needs.
func (s *State) suits(tile Item) refusal {
	if s.automaActs() && !s.automaTile(tile) {
		return refuse("the other tile has the planet that the Automa needs")
	}
	return allowed
}

func (s *State) placings(all []engine.Command) []engine.Command {
	say := s.commands(s.actor())
	for _, tile := range s.table.drawn {
		if tile == None || !s.suits(tile).Allowed() {
			continue
		}
		for left := s.placing(); left != 0; left &= left - 1 {
			all = append(all, say.place[tile-firstTile][bits.TrailingZeros32(left)])
		}
	}
	return all
}

// Explore draws two tiles from the stack of a parsec.
type Explore struct {
	Seat   engine.Seat
	Parsec uint8
}

func (c Explore) By() engine.Seat { return c.Seat }

// Aims returns the stack.
func (c Explore) Aims() []string { return []string{stackAim(c.Parsec)} }

func (c Explore) Check(s *State) refusal {
	if s.automaActs() {
		return s.isTarget(c)
	}
	r := s.mustWork(c.Seat, discovering)
	if !r.Allowed() {
		return r
	}
	if !isParsec(c.Parsec) {
		return refuse("there are the parsecs 1 to %d", number(farthest))
	}
	for _, o := range s.alternatives() {
		if o.task != discovering {
			continue
		}
		if r = s.mayExplore(s.actor(), o, c.Parsec); r.Allowed() {
			break
		}
	}
	return r
}

func (c Explore) Play(r *resolution) {
	emit(r, Explored(c))
}

func (c Explore) describe(s *State) engine.Text {
	return engine.Say("tiles in the stack: %d", s.stackSize(c.Parsec))
}

func (c Explore) Tell() engine.Text {
	return engine.Say("Discover in parsec %d", int(c.Parsec))
}

func (c Explore) Effect(*State) engine.Effect {
	return rule.Asks(engine.Say("Discover"), "Discover in parsec %d?", int(c.Parsec))
}

// Explored begins a discovery.
type Explored struct {
	Seat   engine.Seat
	Parsec uint8
}

func (e Explored) Apply(s *State) {
	s.table.pile = e.Parsec
}

func (e Explored) fits(s *State) bool {
	return isParsec(e.Parsec)
}

func (e Explored) Tell() engine.Text {
	return engine.Say("%s discovers in parsec %d", e.Seat, int(e.Parsec))
}

// Draw turns up the next tile of a stack.
type Draw struct {
	Seat engine.Seat
	Tile Item
}

func (c Draw) By() engine.Seat { return c.Seat }

// Aims returns the tile.
func (c Draw) Aims() []string { return []string{c.Tile.thingAim()} }

func (c Draw) Check(s *State) refusal {
	switch {
	case c.Seat != engine.Table:
		return refuse("the table draws tiles, not %s", wordBy)
	case s.pending() != needsDraw:
		return refuse("no tile is drawn now")
	case !c.Tile.isTile() || s.table.stack[s.table.pile-1].next()&(1<<(c.Tile-firstTile)) == 0:
		return refuse("%s is not the next tile of parsec %d", c.Tile.word(), number(s.table.pile))
	}
	return allowed
}

func (c Draw) Play(r *resolution) {
	emit(r, Drew(c))
	if r.phase == PhaseSetup {
		emit(r, Placed{engine.Table, c.Tile, r.openingSite()})
		r.setUp()
	}
}

func (Draw) satisfies() pending { return needsDraw }

func (c Draw) Tell() engine.Text {
	return engine.Say("Draw %s", c.Tile.term())
}

// Drew is a tile drawn from a stack, face up.
type Drew struct {
	Seat engine.Seat
	Tile Item
}

// Reveals implements engine.Reveal: everybody has seen the tile.
func (Drew) Reveals() {}

func (e Drew) Apply(s *State) {
	s.draw(e.Tile)
}

func (e Drew) fits(s *State) bool {
	return s.tileFits(e.Tile) && s.table.pile == s.facts.board.tile[e.Tile-firstTile].parsec
}

func (e Drew) Tell() engine.Text {
	return engine.Say("%s is drawn", e.Tile.term())
}

// Place lays one of the drawn tiles; the other goes under its stack.
type Place struct {
	Seat engine.Seat
	Tile Item
	Site uint8
}

func (c Place) By() engine.Seat { return c.Seat }

// Aims returns the tile and the field.
func (c Place) Aims() []string { return []string{c.Tile.cardAim(), siteAim(c.Site)} }

func (c Place) Check(s *State) refusal {
	if r := s.keepsBoard(); !r.Allowed() {
		return r
	}
	switch {
	case s.pending() != needsPlace || s.players[s.actor()].seat != c.Seat:
		return refuse("%s has no tile to lay", wordBy)
	case c.Tile == None || c.Tile != s.table.drawn[0] && c.Tile != s.table.drawn[1]:
		return refuse("%s has not drawn %s", wordBy, c.Tile.word())
	case !s.siteInUse(c.Site) || s.placing()&(1<<(c.Site-1)) == 0:
		return refuse("choose a free field in parsec %d", number(s.table.pile))
	}
	return s.suits(c.Tile)
}

func (c Place) Play(r *resolution) {
	emit(r, Placed(c))
	r.carryOut()
}

func (c Place) describe(s *State) engine.Text { return s.describeSite(c.Site) }

func (Place) satisfies() pending { return needsPlace }

func (c Place) Tell() engine.Text {
	return engine.Say("Lay %s on field %d", c.Tile.term(), int(c.Site))
}

func (c Place) Effect(s *State) engine.Effect {
	return atOnce(rule.Asks(engine.Say("Place it"), "Place this system in %s?", s.galaxyAt(c.Site)))
}

func (c Place) tellIn(s *State) engine.Text {
	return engine.Say("Put %s in %s", s.systemText(c.Tile), s.siteName(c.Site))
}

// Where returns the field where the tile is laid.
func (c Place) Where() string { return strconv.Itoa(int(c.Site)) }

// Placed is a tile laid on the board; the other tile that was drawn with it is now under its stack.
type Placed struct {
	Seat engine.Seat
	Tile Item
	Site uint8
}

// Apply lays a tile and puts the other drawn one under its stack. A tile that was not drawn was
// stated: it is taken out of its stack.
func (e Placed) Apply(s *State) {
	for _, i := range s.table.drawn {
		if i != None && i != e.Tile {
			s.table.stack[s.facts.board.tile[i-firstTile].parsec-1].put(uint8(i - firstTile))
		}
	}
	if s.stacked(e.Tile) {
		s.table.stack[s.facts.board.tile[e.Tile-firstTile].parsec-1].take(uint8(e.Tile - firstTile))
	}
	s.table.tile[e.Site-1] = e.Tile
	s.table.tiles |= 1 << (e.Site - 1)
	s.table.drawn, s.table.pile = [2]Item{}, 0
	s.inPlay.fresh = e.Site
	s.inPlay.did(discovering)
}

func (e Placed) fits(s *State) bool {
	return s.tileFits(e.Tile) && e.Site >= 1 && e.Site <= sites
}

func (e Placed) Tell() engine.Text {
	return engine.Say("%s lies on field %d", e.Tile.term(), int(e.Site))
}

func (e Placed) tellIn(s *State) engine.Text {
	return engine.Say("In %s there is now %s", s.galaxyAt(e.Site), s.systemText(e.Tile))
}

// Why explains a tile laid on the board.
func (Placed) Why(s *State) engine.Reason {
	if s.phase == PhaseSetup {
		return engine.Reason{Rule: engine.Say("Two tiles of parsec 1 lie open in the grey galaxy, Parvus Corta."), Source: sourceSetup}
	}
	return engine.Reason{Rule: engine.Say("One of the tiles drawn goes on a free field of its parsec, the other under its stack."), Source: sourceAct}
}

package councilofshadows

import "math/bits"

// The cardboard as the full book knows it: tiles, cubes and stations on the board, the display of
// AI cards, the stacks.
type cardboard struct {
	open    uint32 // sites in use
	side    uint8  // the side of the board in use
	tile    [sites]Item
	tiles   uint32    // sites that have a tile
	present [4]uint32 // sites on which a player has a colony
	cubes   [sites]stacks
	station [galaxyCount]station
	market  [marketPlaces]Item
	cards   pile           // AI cards
	stack   [farthest]pile // the tiles of each parsec
	pile    uint8          // the parsec that somebody is discovering; 0 if nobody is
	drawn   [2]Item        // the tiles drawn for that discovery
	removed uint32         // Dark Tech cards in the box, one bit each
	looked  [2]bool        // whether removed is known, by pile
	bonus   pile           // light bonus cards, including those put under them
}

// marketPlaces is the number of places on the display: two rows of four.
const marketPlaces = 8

// A station on the board.
type station struct {
	what  Item // None if there is none
	owner int8
}

// stacks has the cubes on the planets of one tile: a byte for each planet, with two bits for each
// player. At most three cubes stand on a planet.
type stacks uint32

const mostHeight = 3

func (c stacks) planet(n uint8) uint8 { return uint8(c >> (8 * n)) }

// height returns the number of cubes on a planet.
func (c stacks) height(n uint8) uint8 {
	b := c.planet(n)
	return b&3 + b>>2&3 + b>>4&3 + b>>6
}

// on returns the number of cubes that player i has on a planet.
func (c stacks) on(n uint8, i int8) uint8 { return c.planet(n) >> (2 * i) & 3 }

// of returns the number of cubes that player i has on the tile.
func (c stacks) of(i int8) uint8 {
	own := uint32(c) >> (2 * i) & 0x03030303
	return uint8(own * 0x01010101 >> 24)
}

// all returns the number of cubes on the tile.
func (c stacks) all() uint8 { return c.of(0) + c.of(1) + c.of(2) + c.of(3) }

func (c stacks) with(n uint8, i int8, cubes uint8) stacks {
	return c + stacks(cubes)<<(8*n+uint8(2*i))
}

func (c stacks) without(n uint8, i int8) stacks { return c - 1<<(8*n+uint8(2*i)) }

func (s *State) board() *board { return &s.facts.board.sides[s.table.side] }

// side returns the side of the board that is used.
func (s *State) side() BoardName {
	if s.count > 2 {
		return FrontBoard
	}
	return BackBoard
}

// used returns the sites in play: all of the board except the galaxies that are covered with three
// players.
func (s *State) used() (open uint32) {
	for g, there := range s.board().galaxy {
		if s.count != 3 || !s.facts.board.covered[g] {
			open |= there.sites
		}
	}
	return open
}

// sitesOf returns the sites of a galaxy.
func (s *State) sitesOf(g uint8) uint32 { return s.board().galaxy[g].sites & s.table.open }

func (s *State) system(site uint8) *tile {
	if i := s.table.tile[site]; i != None {
		return &s.facts.board.tile[i-firstTile]
	}
	return &tile{}
}

// free returns the sites of the parsec that have no tile.
func (s *State) free(parsec uint8) uint32 {
	return s.board().parsec[parsec] & s.table.open &^ s.table.tiles
}

// stationCubes is how many cubes on a Colonize station count for the majority of its galaxy.
const stationCubes = 3

// build puts cubes of player i on a planet.
func (t *cardboard) build(site, planet uint8, i int8, cubes uint8) {
	t.cubes[site] = t.cubes[site].with(planet, i, cubes)
	t.present[i] |= 1 << site
}

// clear takes away a cube of player i from a planet.
func (t *cardboard) clear(site, planet uint8, i int8) {
	t.cubes[site] = t.cubes[site].without(planet, i)
	if t.cubes[site].of(i) == 0 {
		t.present[i] &^= 1 << site
	}
}

// The majority in a galaxy, and what it brings.

// majorityEnergy is the energy from Empire for a galaxy and from Feudalism for a system (rulebook,
// card glossary).
const majorityEnergy = 3

func (s *State) ruledGalaxies(i int8) (n int16) {
	for g := range uint8(galaxyCount) {
		if s.rank(g, i) > 0 {
			n += majorityEnergy
		}
	}
	return n
}

func (s *State) ruledSystems(i int8) (n int16) {
	for site := range uint8(sites) {
		if s.leads(site, i) {
			n += majorityEnergy
		}
	}
	return n
}

// strength returns the cubes that count for the majority: colonies, and those on a station (ruling
// station-cubes).
func (s *State) strength(g uint8, i int8) uint8 {
	n := s.colonies(g, i)
	if at := s.table.station[g]; at.what == StationColonize && at.owner == i {
		n += stationCubes
	}
	return n
}

// rank compares player i in a galaxy with the strongest rival: 1 is a strict majority, 0 a tie, -1
// less.
func (s *State) rank(g uint8, i int8) int {
	own, best := s.strength(g, i), uint8(0)
	for j := range int8(s.count) {
		if j != i {
			best = max(best, s.strength(g, j))
		}
	}
	switch {
	case own > best:
		return 1
	case own == best && own > 0:
		return 0
	}
	return -1
}

// leads reports whether player i has a strict majority on a tile.
func (s *State) leads(site uint8, i int8) bool {
	c := s.table.cubes[site]
	for j := range int8(s.count) {
		if j != i && c.of(j) >= c.of(i) {
			return false
		}
	}
	return c.of(i) > 0
}

// reward returns what a galaxy brings player i: the higher reward goes to the majority and, if i is
// Breish, to a tie.
func (s *State) reward(i int8, g uint8) (energy uint8, light bool) {
	there := &s.board().galaxy[g]
	rank := s.rank(g, i)
	if rank > 0 || rank == 0 && s.players[i].leader == Breish {
		return there.majority, there.light != Never
	}
	return there.minority, there.light == Always
}

// onBoard returns the number of cubes of player i on the game board, including those on stations if
// stations is set.
func (s *State) onBoard(i int8, stations bool) (n int16) {
	for _, c := range s.table.cubes {
		n += int16(c.of(i))
	}
	for _, at := range s.table.station {
		if stations && at.what == StationColonize && at.owner == i {
			n += stationCubes
		}
	}
	return n
}

// galaxiesOf returns the galaxies in which player i has a colony, one bit each.
func (s *State) galaxiesOf(i int8) (set uint16) {
	b := s.board()
	for left := s.table.present[i]; left != 0; left &= left - 1 {
		set |= 1 << b.site[bits.TrailingZeros32(left)].galaxy
	}
	return set
}

// colonies returns the number of cubes that player i has on the planets of a galaxy.
func (s *State) colonies(g uint8, i int8) (n uint8) {
	for left := s.sitesOf(g) & s.table.present[i]; left != 0; left &= left - 1 {
		n += s.table.cubes[bits.TrailingZeros32(left)].of(i)
	}
	return n
}

func (s *State) draw(i Item) {
	parsec := s.facts.board.tile[i-firstTile].parsec
	s.table.stack[parsec-1].take(uint8(i - firstTile))
	if s.table.drawn[0] == None {
		s.table.drawn[0] = i
		return
	}
	s.table.drawn[1] = i
}

func (s *State) tileFits(i Item) bool {
	return i.isTile() && isParsec(s.facts.board.tile[i-firstTile].parsec)
}

// isParsec reports whether there is such a parsec.
func isParsec(parsec uint8) bool { return parsec >= 1 && parsec <= farthest }

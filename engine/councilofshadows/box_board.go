package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// The board and the tiles as they are printed, with the sets that the rules ask
// for again and again.

// A board is one side of the board.
type board struct {
	site   [sites]site
	galaxy [galaxyCount]galaxy
	parsec [farthest + 1]uint32 // the sites in each parsec, one bit each
	near   [farthest + 1]uint32 // those that a field reaches
}

type site struct {
	parsec uint8 // 0 if there is no such site
	galaxy uint8
	x, y   uint8
}

type galaxy struct {
	told               bool
	majority, minority uint8
	light              When
	sites              uint32          // one bit each
	from               notation.Origin // of what it brings
	station            uint8           // the parsec of the field for a station; 0 if nobody has told it
}

func galaxyIndex(n GalaxyName) (uint8, bool) {
	for i := range uint8(galaxyCount) {
		if galaxies[i] == n {
			return i, true
		}
	}
	return 0, false
}

func (f *boardFacts) addBoard(e engine.Event) {
	switch e := e.(type) {
	case Site:
		if g, ok := galaxyIndex(e.Galaxy); ok && e.printable() {
			f.sides[e.Board.index()].put(e.Number-1, site{e.Parsec, g, e.X, e.Y})
		}
	case Reward:
		if g, ok := galaxyIndex(e.Galaxy); ok {
			b := &f.sides[e.Board.index()].galaxy[g]
			b.told, b.majority, b.minority, b.light, b.from = true, e.Majority, e.Minority, e.Light, e.Origin
		}
	case StationField:
		if g, ok := galaxyIndex(e.Galaxy); ok && isParsec(e.Parsec) {
			f.sides[e.Board.index()].galaxy[g].station = e.Parsec
		}
	case Covered:
		if g, ok := galaxyIndex(e.Galaxy); ok {
			f.covered[g] = true
		}
	}
}

// put adds a site, or takes back what was told of it before.
func (b *board) put(n uint8, at site) {
	was := b.site[n]
	b.galaxy[was.galaxy].sites &^= 1 << n
	b.parsec[was.parsec] &^= 1 << n
	b.site[n] = at
	b.galaxy[at.galaxy].sites |= 1 << n
	b.parsec[at.parsec] |= 1 << n
	for parsec := uint8(1); parsec <= farthest; parsec++ {
		b.near[parsec] = b.near[parsec-1] | b.parsec[parsec]
	}
}

// stationParsec is the parsec in which the station of a galaxy stands (ruling
// station-parsec): that of its field, or of all fields of the galaxy; 0 if these lie in
// several and nobody has told the field.
func (b *board) stationParsec(g uint8) uint8 {
	if told := b.galaxy[g].station; told != 0 {
		return told
	}
	for parsec := uint8(1); parsec <= farthest; parsec++ {
		if set := b.galaxy[g].sites; set != 0 && set&^b.parsec[parsec] == 0 {
			return parsec
		}
	}
	return 0
}

// addSystem keeps what a tile shows.
func (f *boardFacts) addSystem(e System) {
	t := &f.tile[e.Tile-firstTile]
	f.stack[t.parsec] &^= 1 << (e.Tile - firstTile)
	f.stack[e.Parsec] |= 1 << (e.Tile - firstTile)
	*t = tile{parsec: e.Parsec, gems: e.Gems, energy: e.Energy, from: e.Origin}
	for n, name := range []Planet{e.One, e.Two, e.Three, e.Four} {
		if t.planets[n] = name.planet(); t.planets[n] != noPlanet {
			t.slots = uint8(n) + 1
		}
	}
}

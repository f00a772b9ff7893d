package councilofshadows

import (
	"cmp"
	"math/bits"
	"slices"

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
	counted            bool // Fields has told counts: where they are drawn is our choice
	counts             fieldCount
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
			b := &f.sides[e.Board.index()]
			b.put(e.Number-1, site{e.Parsec, g, e.X, e.Y})
			b.layCounted()
		}
	case Fields:
		if g, ok := galaxyIndex(e.Galaxy); ok {
			b := &f.sides[e.Board.index()]
			b.galaxy[g].counted, b.galaxy[g].counts = true, e.counts()
			b.layCounted()
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
	b.clear(n)
	b.site[n] = at
	b.galaxy[at.galaxy].sites |= 1 << n
	b.parsec[at.parsec] |= 1 << n
	b.reach()
}

// clear takes a site away.
func (b *board) clear(n uint8) {
	was := b.site[n]
	b.galaxy[was.galaxy].sites &^= 1 << n
	b.parsec[was.parsec] &^= 1 << n
	b.site[n] = site{}
	b.reach()
}

func (b *board) reach() {
	for parsec := uint8(1); parsec <= farthest; parsec++ {
		b.near[parsec] = b.near[parsec-1] | b.parsec[parsec]
	}
}

// What is drawn of counted galaxies, in hundredths: their fields around a point, as far
// apart as in boxes that tell places, and these points in rows.
var clusters = [mostSites + 1][][2]int{
	2: {{-6, 0}, {6, 0}},
	3: {{0, -7}, {-6, 7}, {6, 7}},
	4: {{-6, -7}, {6, -7}, {-6, 7}, {6, 7}},
	5: {{-6, -12}, {6, -12}, {0, 0}, {-6, 12}, {6, 12}},
}

const (
	rowsApart   = 34
	mostInRow   = 4
	fewestInRow = 3 // that a row is wide enough for
)

// layCounted gives the counted galaxies their fields: the numbers that are left, and places
// in rows, the nearest parsec lowest. Fields for which no number is left find no room.
func (b *board) layCounted() {
	var order []uint8
	for g := range b.galaxy {
		if b.galaxy[g].counted {
			for left := b.galaxy[g].sites; left != 0; left &= left - 1 {
				b.clear(uint8(bits.TrailingZeros32(left)))
			}
			order = append(order, uint8(g))
		}
	}
	order = slices.DeleteFunc(order, func(g uint8) bool { return b.galaxy[g].counts.number() == 0 })
	slices.SortStableFunc(order, func(g, h uint8) int { return cmp.Compare(b.galaxy[g].counts.far(), b.galaxy[h].counts.far()) })
	rows := (len(order) + mostInRow - 1) / mostInRow
	for row := range rows {
		n := (len(order) + rows - row - 1) / (rows - row)
		for i, g := range order[:n] {
			b.cluster(g, 50+100*(2*i+1-n)/(2*max(n, fewestInRow)), 50+rowsApart*(rows-1-2*row)/2)
		}
		order = order[n:]
	}
}

// cluster places the fields of a counted galaxy around a point, farther parsecs higher.
func (b *board) cluster(g uint8, x, y int) {
	at := 0
	counts := b.galaxy[g].counts
	places := clusters[min(counts.number(), mostSites)]
	for i := range counts {
		parsec := farthest - i
		for range counts[parsec-1] {
			free := slices.IndexFunc(b.site[:], func(s site) bool { return s.parsec == 0 })
			if free < 0 || at == len(places) {
				return
			}
			b.put(uint8(free), site{uint8(parsec), g, uint8(x + places[at][0]), uint8(y + places[at][1])})
			at++
		}
	}
}

// A fieldCount counts the fields of a galaxy in each parsec.
type fieldCount [farthest]uint8

func (c fieldCount) number() int { return int(c[0]) + int(c[1]) + int(c[2]) }

// far returns how far the fields are on average, in hundredths of a parsec.
func (c fieldCount) far() int {
	return 100 * (int(c[0]) + 2*int(c[1]) + 3*int(c[2])) / max(c.number(), 1)
}

// galaxySites returns the fields of a galaxy on this side, one bit each.
func (b *board) galaxySites(name GalaxyName) uint32 {
	g, ok := galaxyIndex(name)
	if !ok {
		return 0
	}
	return b.galaxy[g].sites
}

// stationParsec returns the parsec in which the station of a galaxy stands (ruling
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

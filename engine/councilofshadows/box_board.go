package councilofshadows

import (
	"cmp"
	"math/bits"
	"slices"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// The board and the tiles as printed, with the sets of sites that the rules ask for again and
// again.

// A board is one side of the board.
type board struct {
	site   [sites]site
	galaxy [galaxyCount]galaxy
	parsec [farthest + 1]uint32 // the sites in each parsec, one bit each
	near   [farthest + 1]uint32 // the sites within each reach
}

type site struct {
	parsec uint8 // 0 if the site does not exist
	galaxy uint8
	x, y   uint8
}

type galaxy struct {
	told               bool
	counted            bool // the fact was a Fields, with counts only: the program chooses where they are drawn
	counts             fieldCount
	majority, minority uint8
	light              When
	sites              uint32          // one bit each
	from               notation.Origin // of its reward
	station            uint8           // the parsec of the field for a station; 0 if it is unknown
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

// put adds a site, replacing what was known of it.
func (b *board) put(n uint8, at site) {
	b.clear(n)
	b.site[n] = at
	b.galaxy[at.galaxy].sites |= 1 << n
	b.parsec[at.parsec] |= 1 << n
	b.reach()
}

// clear removes a site.
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

// clusters are where the fields of counted galaxies are drawn around the galaxy's middle, in
// hundredths, about as far apart as in boxes with known places.
var clusters = [mostSites + 1][][2]int{
	2: {{-6, 0}, {6, 0}},
	3: {{0, -7}, {-6, 7}, {6, 7}},
	4: {{-6, -7}, {6, -7}, {-6, 7}, {6, 7}},
	5: {{-6, -12}, {6, -12}, {0, 0}, {-6, 12}, {6, 12}},
}

const (
	rowsApart   = 34
	mostInRow   = 4
	fewestInRow = 3 // a row is laid out for at least so many
)

// layCounted gives the counted galaxies their fields: unused site numbers, and places in rows with
// the nearest parsec at the bottom. Fields left over when the numbers run out are dropped.
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

// far returns the mean distance of the fields, in hundredths of a parsec.
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

// stationParsec returns the parsec of the station of a galaxy (ruling station-parsec): that of its
// field, or else of all the galaxy's fields; 0 if these are in several parsecs and the station's
// field is unknown.
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

// addSystem stores what a tile shows.
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

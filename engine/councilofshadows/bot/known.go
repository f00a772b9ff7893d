package bot

import (
	"slices"

	"arbiter/engine/councilofshadows"
)

// known caches what is asked for again and again. It holds for one position, until the seat gets an
// upgrade.
type known struct {
	powers powers  // of the seat
	power  float64 // what its own cards bring; negative if not computed yet
	tops   [4]best // of its own cards, by reach
	topped uint8   // which of tops are known, one bit each
	uses   memo    // of a card on a field, by reach
	trips  memo    // of a discovery by a card in a parsec
	bought memo    // of a purchase
	rises  [galaxies][mostCubes + 1]rise
	sites  []place    // parallel to Observation.Sites; empty if not computed yet
	stacks [4][]fresh // by parsec; empty if not computed yet
}

// How many galaxies a board has, and how many cubes may stand on a planet.
const (
	galaxies  = 10
	mostCubes = 3
)

// forget clears the cache for another position, or for other powers.
func (k *known) forget(has powers) {
	k.powers, k.power, k.topped = has, -1, 0
	k.uses.known, k.trips.known, k.bought.known = [appraised]uint8{}, [appraised]uint8{}, [appraised]uint8{}
	k.rises, k.sites = [galaxies][mostCubes + 1]rise{}, k.sites[:0]
	for i := range k.stacks {
		k.stacks[i] = k.stacks[i][:0]
	}
}

// Powers are upgrades, Dark Tech cards and a leader, one bit each.
type powers [2]uint64

func (p powers) with(i councilofshadows.Item) powers { p[i/64] |= 1 << (i % 64); return p }

func (p powers) has(i councilofshadows.Item) bool { return p[i/64]&(1<<(i%64)) != 0 }

// has reports whether the seat has an upgrade, a Dark Tech card or a leader.
func (p *outlook) has(i councilofshadows.Item) bool { return p.known.powers.has(i) }

// appraised is the number of cards, upgrades and other things that a seat may buy; they have the
// lowest numbers.
const appraised = int(councilofshadows.DarkTech1)

// A memo caches what things are worth at a distance from 0 to 3.
type memo struct {
	worth [appraised][4]float64
	known [appraised]uint8 // one bit for each distance
}

// of returns the cached worth of a thing at a distance, or works it out.
func (m *memo) of(thing councilofshadows.Item, distance int, workOut func() float64) float64 {
	if m.known[thing]&(1<<distance) == 0 {
		worth := workOut() // which may call of for other things
		m.worth[thing][distance] = worth
		m.known[thing] |= 1 << distance
	}
	return m.worth[thing][distance]
}

// A place is a site as the seat sees it.
type place struct {
	colonies int // of the seat
	yield    float64
	room     room
}

// A fresh tile is one that may be laid.
type fresh struct {
	yield float64
	room  room
}

// A room is how many cubes of the seat fit on one planet: on one it is adapted to, and on one of
// any type; -1 if there is no such planet.
type room struct{ adapted, any int8 }

// takes reports whether some planet takes so many cubes.
func (r room) takes(cubes int, anyPlanet bool) bool {
	if anyPlanet {
		return cubes <= int(r.any)
	}
	return cubes <= int(r.adapted)
}

// add takes into account a planet with the given number of cubes on it.
func (r *room) add(p *outlook, kind councilofshadows.Planet, height int) {
	if height > 0 && !p.has(councilofshadows.Expansion) {
		return
	}
	left := int8(mostCubes - height)
	r.any = max(r.any, left)
	if p.adapted(kind) {
		r.adapted = max(r.adapted, left)
	}
}

// place returns a site by its index in Observation.Sites.
func (p *outlook) place(site int) *place {
	if len(p.known.sites) == 0 {
		for i := range p.Sites {
			p.known.sites = append(p.known.sites, p.survey(&p.Sites[i]))
		}
	}
	return &p.known.sites[site]
}

func (p *outlook) survey(s *councilofshadows.ObservedSite) place {
	at := place{yield: p.yield(s.Gems, s.Energy), room: room{-1, -1}}
	for _, planet := range s.Planets {
		height := 0
		for _, n := range planet.Cubes {
			height += n
		}
		at.room.add(p, planet.Kind, height)
		at.colonies += planet.Cubes[p.me]
	}
	return at
}

// fresh returns a tile that may be laid.
func (p *outlook) fresh(tile councilofshadows.Item) fresh {
	printed := p.state.System(tile)
	at := fresh{p.yield(printed.Gems, int(printed.Energy)), room{-1, -1}}
	for _, kind := range [...]councilofshadows.Planet{printed.One, printed.Two, printed.Three, printed.Four} {
		if kind != councilofshadows.NoPlanet {
			at.room.add(p, kind, 0)
		}
	}
	return at
}

// stack returns the tiles of a parsec that are not on the board.
func (p *outlook) stack(parsec int) []fresh {
	k := p.known
	if len(k.stacks[parsec]) == 0 {
		var tiles [32]councilofshadows.Item
		for _, tile := range p.state.Stack(tiles[:0], parsec) {
			k.stacks[parsec] = append(k.stacks[parsec], p.fresh(tile))
		}
	}
	return k.stacks[parsec]
}

// A best keeps the highest worths, the lowest of them first.
type best struct {
	worths [16]float64
	n      int
}

// add keeps a worth if it is among the highest, of which there are most.
func (b *best) add(worth float64, most int) {
	at := slices.IndexFunc(b.worths[:b.n], func(w float64) bool { return w > worth })
	if at < 0 {
		at = b.n
	}
	if b.n < min(most, len(b.worths)) {
		copy(b.worths[at+1:b.n+1], b.worths[at:b.n])
		b.worths[at] = worth
		b.n++
	} else if at > 0 {
		copy(b.worths[:at-1], b.worths[1:at])
		b.worths[at-1] = worth
	}
}

package councilofshadows_test

import (
	"slices"
	"strings"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// Scoring and the Automa, as the ledger works them out.

// scorings lists galaxies and, for Buteo and the Harvest station, yields.
func (l *ledger) scorings(all commands) {
	seat := l.turn
	if l.robot(seat) {
		l.automaScores(all)
		return
	}
	l.galaxies(all, seat, l.scored)
	all[council.Pass{Seat: seat}] = true
	for site := range l.tile {
		own, others := l.onTile(site, seat), 0
		for _, other := range l.seats {
			others += l.onTile(site, other)
		}
		if l.has[seat][council.Buteo] && !l.aided[council.Buteo] && (own > 0 || others > 0 && l.has[seat][council.ExperiencedTraveler]) {
			all[council.Gather{Seat: seat, Site: uint8(site), Cause: council.Buteo}] = true
		}
		if l.stationIn(l.galaxyOf[site], seat, council.StationHarvest) && !l.aided[council.StationHarvest] && own > 0 {
			all[council.Gather{Seat: seat, Site: uint8(site), Cause: council.StationHarvest}] = true
		}
	}
}

func (l *ledger) stationIn(galaxy council.GalaxyName, seat engine.Seat, what council.Item) bool {
	at := l.stations[galaxy]
	return at.What == what && at.Seat == seat
}

// galaxies lists those that a seat may score, with each cube that may leave.
func (l *ledger) galaxies(all commands, seat engine.Seat, done map[council.GalaxyName]bool) {
	for site, galaxy := range l.galaxyOf {
		if done[galaxy] || l.onTile(site, seat) == 0 {
			continue
		}
		if l.keeps(galaxy, seat) {
			all[council.Score{Seat: seat, Galaxy: galaxy}] = true
			continue
		}
		for planet := 1; planet <= 4; planet++ {
			if l.cubes[spot{site, planet}][seat] > 0 {
				all[council.Score{Seat: seat, Galaxy: galaxy, Site: uint8(site), Planet: uint8(planet)}] = true
			}
		}
	}
}

// keeps tells whether no cube leaves.
func (l *ledger) keeps(galaxy council.GalaxyName, seat engine.Seat) bool {
	enough := 3
	if l.wrong == twoAreEnough {
		enough = 2
	}
	return l.stationIn(galaxy, seat, council.StationScore) || l.has[seat][council.Casares] && l.colonies(galaxy, seat) >= enough
}

func (l *ledger) colonies(galaxy council.GalaxyName, seat engine.Seat) (n int) {
	for site, g := range l.galaxyOf {
		if g == galaxy {
			n += l.onTile(site, seat)
		}
	}
	return n
}

// strength is what counts for the majority.
func (l *ledger) strength(galaxy council.GalaxyName, seat engine.Seat) int {
	n := l.colonies(galaxy, seat)
	if l.stationIn(galaxy, seat, council.StationColonize) && l.wrong != stationsOff {
		n += 3
	}
	return n
}

// A standing compares a seat with each of the others.
type standing string

const (
	most  standing = "most"
	tied  standing = "tied"
	fewer standing = "fewer"
)

func (l *ledger) standing(seat engine.Seat, of func(engine.Seat) int) standing {
	at := most
	for _, other := range l.seats {
		switch {
		case other == seat:
		case of(other) > of(seat):
			return fewer
		case of(other) == of(seat):
			at = tied
		}
	}
	switch {
	case of(seat) == 0:
		return fewer
	case at == tied && l.wrong == tiesWin:
		return most
	}
	return at
}

func (l *ledger) standingIn(galaxy council.GalaxyName, seat engine.Seat) standing {
	return l.standing(seat, func(s engine.Seat) int { return l.strength(galaxy, s) })
}

// reward is what scoring a galaxy brings.
func (l *ledger) reward(c council.Claimed) (energy int, light bool) {
	if cube := l.cubes[spot{int(c.Site), int(c.Planet)}]; l.wrong == afterwards && cube != nil {
		cube[c.Seat]--
		defer func() { cube[c.Seat]++ }()
	}
	r, at := l.rewards[c.Galaxy], l.standingIn(c.Galaxy, c.Seat)
	if at == most || at == tied && l.has[c.Seat][council.Breish] {
		return int(r.Majority), r.Light != council.Never
	}
	return int(r.Minority), r.Light == council.Always
}

// An amount is energy with its cause.
type amount struct {
	cause  council.Item
	energy int
}

// before lists what a seat gets before it scores, in this order.
func (l *ledger) before(seat engine.Seat) (all []amount) {
	add := func(cause council.Item, energy int) {
		if l.has[seat][cause] && energy > 0 {
			all = append(all, amount{cause, energy})
		}
	}
	colonies, systems, galaxies := 0, 0, 0
	for site := range l.tile {
		colonies += l.onTile(site, seat)
		if l.standing(seat, func(s engine.Seat) int { return l.onTile(site, s) }) == most {
			systems++
		}
	}
	for galaxy := range l.rewards {
		if l.standingIn(galaxy, seat) == most {
			galaxies++
		}
	}
	add(council.S3E3, colonies)
	add(council.Empire, 3*galaxies)
	add(council.Feudalism, 3*systems)
	return all
}

// The Automa.

// deed is the action that waits.
func (l *ledger) deed(side council.Side) council.Acts {
	return l.acts[l.job.Card][int(l.job.Step)][side]
}

func (l *ledger) side() council.Side {
	return map[uint8]council.Side{1: council.Left, 2: council.Right}[l.job.Field]
}

// means tells whether an action means a site; it may name several galaxies.
func means(a council.Acts, galaxy council.GalaxyName, parsec int) bool {
	named := a.Galaxy == "" || slices.Contains(strings.Split(string(a.Galaxy), "+"), string(galaxy))
	return named && (a.Parsec == 0 || int(a.Parsec) == parsec)
}

func (l *ledger) automaWork(all commands) {
	a := l.deed(l.side())
	if a.Does == council.DoesDiscover && l.job.fresh == 0 {
		l.automaExplores(all, a)
		return
	}
	for site := range l.tile {
		if a.Does == council.DoesColonize || site == l.job.fresh {
			l.automaFounds(all, a, site)
		}
	}
}

func (l *ledger) automaExplores(all commands, a council.Acts) {
	for site, galaxy := range l.galaxyOf {
		if parsec := l.parsecOf[site]; means(a, galaxy, parsec) && l.free(site) && l.left(parsec) {
			all[council.Explore{Seat: "automa", Parsec: uint8(parsec)}] = true
		}
	}
}

func (l *ledger) automaFounds(all commands, a council.Acts, site int) {
	for planet := 1; planet <= 4; planet++ {
		high := 0
		for _, n := range l.cubes[spot{site, planet}] {
			high += n
		}
		if l.planet(spot{site, planet}) == a.Planet && high == 0 && (site == l.job.fresh || means(a, l.galaxyOf[site], l.parsecOf[site])) {
			all[council.Found{Seat: "automa", Site: uint8(site), Planet: uint8(planet), Cubes: a.Count}] = true
		}
	}
}

// feasible tells whether a side of an action can be carried out.
func (l *ledger) feasible(e council.Does, side council.Side) bool {
	was := l.job
	defer func() { l.job = was }()
	l.job = &task{Does: e}
	all := commands{}
	switch a := l.deed(side); a.Does {
	case council.DoesDiscover:
		l.automaExplores(all, a)
	case council.DoesColonize:
		for site := range l.tile {
			l.automaFounds(all, a, site)
		}
	case council.DoesEnergy, council.DoesFlush:
		return true
	}
	return len(all) > 0
}

// automaTakes tells whether the Automa lays a tile on a site: where its card says,
// and of two tiles the one that has the planet it needs.
func (l *ledger) automaTakes(tile council.Item, site int) bool {
	if !l.robot(l.worker()) || l.job == nil {
		return true
	}
	a := l.deed(l.side())
	has := func(tile council.Item) bool {
		s := l.systems[tile]
		return s.One == a.Planet || s.Two == a.Planet || s.Three == a.Planet || s.Four == a.Planet
	}
	other := false
	for _, i := range l.drawn {
		other = other || i != tile && has(i)
	}
	return means(a, l.galaxyOf[site], l.parsecOf[site]) && (has(tile) || !other)
}

// automaScores lists the galaxies that the open card scores.
func (l *ledger) automaScores(all commands) {
	options := commands{}
	l.galaxies(options, "automa", l.scored)
	for c := range options {
		galaxy := c.(council.Score).Galaxy
		if l.modes[l.open] == council.ScoreAll || l.modes[l.open] == council.ScoreMajorities && l.standingIn(galaxy, "automa") == most {
			all[c] = true
		}
	}
}

package councilofshadows_test

import (
	"strings"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// Which rules a control breaks.
const (
	farField     = "every field of a seat reaches as far as its best"
	fourCubes    = "four cubes may stand on a planet"
	openPlanets  = "one may build on cubes without the expansion"
	allAdapted   = "one is adapted to desert planets from the start"
	change       = "a gem more than the price may be paid"
	oneColor     = "a gem stands only for its own color"
	tiesWin      = "a tie is a majority"
	stationsOff  = "cubes on a station do not count"
	afterwards   = "the majority is judged after the cube has left"
	twoAreEnough = "Casares needs two colonies"
	onceASystem  = "each system is harvested once"
	anyParsec    = "a tile may go on any free field"
	bottomFirst  = "a bonus card given back may be the next one"
	mustUpgrade  = "a gem has to be upgraded"
)

var wrongRules = []string{
	farField, fourCubes, openPlanets, allAdapted, change, oneColor, tiesWin, stationsOff, afterwards, twoAreEnough, onceASystem, anyParsec,
	bottomFirst, mustUpgrade,
}

type commands map[engine.Command]bool

// allowed is all that may be wished now of what concerns the cardboard: purchases,
// cubes, tiles, yields, galaxies, the display.
func (l *ledger) allowed() commands {
	all := commands{}
	switch {
	case l.stack != 0 && (len(l.drawn) == 0 || len(l.drawn) == 1 && l.left(l.stack)):
		l.draws(all)
	case l.stack != 0:
		l.placings(all)
	case len(l.display) < 8 && len(l.deck()) > 0:
		for _, card := range l.deck() {
			all[council.Refill{Seat: engine.Table, Card: card}] = true
		}
	case l.owed > 0 && l.phase != council.PhaseSetup:
		l.deals(all)
	case l.owed > 0 || l.overfull():
	case l.job != nil && !l.job.over:
		l.work(all)
	case l.due.Seat != "":
	case l.phase == council.PhaseBuy:
		l.purchases(all)
	case l.phase == council.PhaseAct && l.scoring:
		l.scorings(all)
	}
	return all
}

// Tiles.

func (l *ledger) left(parsec int) bool { return len(l.unseen[parsec])+len(l.bottom[parsec]) > 0 }

// draws: what was put under a stack comes last.
func (l *ledger) draws(all commands) {
	next := l.unseen[l.stack]
	if len(next) == 0 {
		next = l.bottom[l.stack][:1]
	}
	for _, tile := range next {
		all[council.Draw{Seat: engine.Table, Tile: tile}] = true
	}
}

func (l *ledger) placings(all commands) {
	for site := range l.galaxyOf {
		for _, tile := range l.drawn {
			if l.free(site) && (l.parsecOf[site] == l.stack || l.wrong == anyParsec) && l.automaTakes(tile, site) {
				all[council.Place{Seat: l.worker(), Tile: tile, Site: uint8(site)}] = true
			}
		}
	}
}

func (l *ledger) free(site int) bool { return l.tile[site] == council.None }

func (l *ledger) freeIn(parsec int) bool {
	for site := range l.galaxyOf {
		if l.free(site) && l.parsecOf[site] == parsec {
			return true
		}
	}
	return false
}

// planet is the type of a planet, "" if there is none.
func (l *ledger) planet(at spot) council.Planet {
	if l.free(at.site) {
		return council.NoPlanet
	}
	s := l.systems[l.tile[at.site]]
	return map[int]council.Planet{1: s.One, 2: s.Two, 3: s.Three, 4: s.Four}[at.planet]
}

// The display.

func (l *ledger) deck() (fresh []council.Item) {
	var again []council.Item
	for card := range l.prices {
		if !strings.HasPrefix(card.String(), "ai-") || l.cardOf[card] != "" || l.displayed(card) {
			continue
		}
		if again = append(again, card); !l.aside[card] {
			fresh = append(fresh, card)
		}
	}
	if len(fresh) == 0 {
		return again
	}
	return fresh
}

func (l *ledger) displayed(card council.Item) bool {
	for _, i := range l.display {
		if i == card {
			return true
		}
	}
	return false
}

func (l *ledger) overfull() bool {
	for _, seat := range l.seats {
		if !l.robot(seat) && l.bonus[seat] > 4 {
			return true
		}
	}
	return false
}

// worker is the seat that does something now.
func (l *ledger) worker() engine.Seat {
	if l.due.Seat != "" {
		return l.due.Seat
	}
	return l.turn
}

// work lists what the step of a card allows.
func (l *ledger) work(all commands) {
	if l.robot(l.worker()) {
		l.automaWork(all)
		return
	}
	for _, e := range l.effects[l.job.Card][int(l.job.Step)] {
		again := e.Does == council.TaskHarvest || e.Does == council.TaskScore
		if l.job.done > 0 && !(again && e.Does == l.job.does && l.job.done < int(e.Count)) {
			continue
		}
		l.alternative(all, e)
		if e.Does == council.TaskScore || e.Does == council.TaskHarvest && l.job.done > 0 || e.Does == council.TaskUpgrade && l.wrong != mustUpgrade {
			all[council.Pass{Seat: l.worker()}] = true
		}
	}
}

func (l *ledger) alternative(all commands, e council.Effect) {
	seat := l.worker()
	switch e.Does {
	case council.TaskColonize:
		l.foundings(all, e)
	case council.TaskDiscover:
		for parsec := 1; parsec <= 3; parsec++ {
			if (e.Where == council.Anywhere || l.reachOf() >= parsec) && l.left(parsec) && l.freeIn(parsec) {
				all[council.Explore{Seat: seat, Parsec: uint8(parsec)}] = true
			}
		}
	case council.TaskHarvest:
		for site := range l.tile {
			if l.reaches(e, site) && l.harvests(site) {
				all[council.Gather{Seat: seat, Site: uint8(site)}] = true
			}
		}
	case council.TaskYield:
		for site := range l.tile {
			if l.reaches(e, site) {
				all[council.Gather{Seat: seat, Site: uint8(site)}] = true
			}
		}
	case council.TaskUpgrade:
		if l.gems[seat].Anthracite > 0 {
			all[council.Raise{Seat: seat, Gem: council.Anthracite}] = true
		}
		if l.gems[seat].Gold > 0 {
			all[council.Raise{Seat: seat, Gem: council.Gold}] = true
		}
	case council.TaskScore:
		l.galaxies(all, seat, l.job.scored)
	}
}

// possible tells whether anything of a step can be done.
func (l *ledger) possible() bool {
	all := commands{}
	l.work(all)
	delete(all, council.Pass{Seat: l.worker()})
	for _, e := range l.effects[l.job.Card][int(l.job.Step)] {
		if e.Does == council.TaskGems && l.job.done == 0 {
			return true
		}
	}
	return len(all) > 0
}

// reachOf is how many parsecs the field of the card that is carried out reaches.
func (l *ledger) reachOf() int {
	reach := l.reach[l.worker()]
	if l.wrong == farField {
		most := 0
		for _, parsec := range reach {
			most = max(most, parsec)
		}
		return most
	}
	return reach[int(l.job.Field)]
}

// reaches tells whether an alternative allows a site.
func (l *ledger) reaches(e council.Effect, site int) bool {
	switch e.Where {
	case council.Anywhere:
		return true
	case council.InNew:
		return site == l.job.fresh
	case council.InSame:
		return site == l.job.same
	}
	return l.parsecOf[site] <= l.reachOf()
}

func (l *ledger) foundings(all commands, e council.Effect) {
	seat := l.worker()
	numbers := []int{int(e.Count)}
	if e.Where == council.InNew && l.has[seat][council.Discoverers] {
		numbers = append(numbers, int(e.Count)+1)
	}
	for site := range l.tile {
		for planet := 1; planet <= 4 && l.reaches(e, site); planet++ {
			for _, n := range numbers {
				if l.settles(seat, spot{site, planet}, n, e.Fit == council.AnyPlanet) {
					all[council.Found{Seat: seat, Site: uint8(site), Planet: uint8(planet), Cubes: uint8(n)}] = true
				}
			}
		}
	}
}

// settles tells whether a seat may put so many cubes on a planet.
func (l *ledger) settles(seat engine.Seat, at spot, cubes int, anyPlanet bool) bool {
	high := 0
	for _, n := range l.cubes[at] {
		high += n
	}
	most := 3
	if l.wrong == fourCubes {
		most = 4
	}
	kind := l.planet(at)
	adapted := anyPlanet || kind == council.Terrestrial ||
		kind == council.DesertPlanet && (l.has[seat][council.Desert] || l.wrong == allAdapted) ||
		kind == council.VolcanicPlanet && l.has[seat][council.Volcanic]
	return kind != council.NoPlanet && adapted && high+cubes <= most &&
		(high == 0 || l.has[seat][council.Expansion] || l.wrong == openPlanets)
}

// harvests tells whether a colony is left on a site that this card has not
// harvested.
func (l *ledger) harvests(site int) bool {
	colonies := 0
	for _, seat := range l.seats {
		if seat == l.worker() || l.has[l.worker()][council.ExperiencedTraveler] && l.due.Seat == "" {
			colonies += l.onTile(site, seat)
		}
	}
	if l.wrong == onceASystem {
		colonies = min(colonies, 1)
	}
	return colonies > l.job.harvested[site]
}

func (l *ledger) onTile(site int, seat engine.Seat) (n int) {
	for planet := 1; planet <= 4; planet++ {
		n += l.cubes[spot{site, planet}][seat]
	}
	return n
}

package councilofshadows_test

import (
	"slices"
	"strings"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// Purchases.

func (l *ledger) purchases(all commands) {
	seat := l.turn
	all[council.Pass{Seat: seat}] = true
	if l.has[seat][council.Zoe] && !l.settled[seat] {
		for site := range l.tile {
			for planet := 1; planet <= 4; planet++ {
				if l.settles(seat, spot{site, planet}, 1, false) {
					all[council.Found{Seat: seat, Site: uint8(site), Planet: uint8(planet), Cubes: 1}] = true
				}
			}
		}
	}
	for what, steps := range l.prices {
		if l.bought[seat] < 3 && l.sells(seat, what) {
			for _, pay := range l.payments(steps[l.stepOf(seat, what)], l.gems[seat]) {
				l.purchase(all, seat, what, pay)
			}
		}
	}
}

func (l *ledger) sells(seat engine.Seat, what council.Item) bool {
	kind, _, _ := strings.Cut(what.String(), "-")
	switch kind {
	case "ai":
		return l.displayed(what) && !(l.has[seat][council.Casares] && l.barred[council.Casares] == what)
	case "range":
		reach := l.reach[seat][l.fieldOf(what)]
		return reach == 1 || reach == 2
	case "station":
		return l.modules[council.ModuleStations] && !l.has[seat][what]
	}
	return !l.has[seat][what]
}

func (l *ledger) fieldOf(step council.Item) int { return int(step.String()[len("range-")] - '0') }

func (l *ledger) stepOf(seat engine.Seat, what council.Item) int {
	if strings.HasPrefix(what.String(), "range-") {
		return l.reach[seat][l.fieldOf(what)]
	}
	return 1
}

func (l *ledger) purchase(all commands, seat engine.Seat, what council.Item, pay council.Gemset) {
	if !strings.HasPrefix(what.String(), "station-") {
		all[council.Buy{Seat: seat, What: what, Pay: pay}] = true
		return
	}
	for site, galaxy := range l.galaxyOf {
		if l.stations[galaxy].What == council.None && l.onTile(site, seat) > 0 {
			all[council.Build{Seat: seat, What: what, Galaxy: galaxy, Pay: pay}] = true
		}
	}
}

// payments tries every handful of gems: each gem of the price is matched by one of
// at least its worth, and none is left over.
func (l *ledger) payments(price, has council.Gemset) (ways []council.Gemset) {
	key := [2]council.Gemset{price, has}
	if ways, ok := l.paying[key]; ok {
		return ways
	}
	asked := worths(price)
	least := len(asked)
	for a := uint8(0); a <= has.Anthracite && int(a) <= least+1; a++ {
		for g := uint8(0); g <= has.Gold && int(a+g) <= least+1; g++ {
			for c := uint8(0); c <= has.Crystal && int(a+g+c) <= least+1; c++ {
				hand := council.Gemset{Anthracite: a, Gold: g, Crystal: c}
				if l.matches(asked, worths(hand)) {
					ways = append(ways, hand)
				}
			}
		}
	}
	l.paying[key] = ways
	return ways
}

func worths(g council.Gemset) []int {
	return slices.Concat(slices.Repeat([]int{1}, int(g.Anthracite)), slices.Repeat([]int{2}, int(g.Gold)), slices.Repeat([]int{3}, int(g.Crystal)))
}

func (l *ledger) matches(asked, paid []int) bool {
	if len(asked) == 0 {
		return len(paid) == 0 || l.wrong == change && len(paid) == 1
	}
	for i, worth := range paid {
		fits := worth >= asked[0]
		if l.wrong == oneColor {
			fits = worth == asked[0]
		}
		if fits && l.matches(asked[1:], slices.Concat(paid[:i], paid[i+1:])) {
			return true
		}
	}
	return false
}

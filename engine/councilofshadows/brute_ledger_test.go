package councilofshadows_test

import (
	"fmt"
	"strings"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// A ledger is what somebody would write down who watches a game of the full book:
// it is folded from facts and events alone, in the plainest way, and shares nothing
// with the engine. What the rules allow is worked out from it by trying everything.
type ledger struct {
	wrong string // the rule that a control breaks

	seats   []engine.Seat
	modules map[council.ModuleName]bool
	board   council.BoardName

	// What is printed.
	galaxyOf map[int]council.GalaxyName // by site
	parsecOf map[int]int
	rewards  map[council.GalaxyName]council.Reward
	systems  map[council.Item]council.System
	effects  map[council.Item]map[int]map[int]council.Effect // by step and alternative
	prices   map[council.Item]map[int]council.Gemset
	barred   map[council.Item]council.Item
	acts     map[council.Item]map[int]map[council.Side]council.Acts
	modes    map[council.Item]council.Mode
	paying   map[[2]council.Gemset][]council.Gemset // ways to pay that were worked out

	// What lies on the table.
	tile     map[int]council.Item
	cubes    map[spot]map[engine.Seat]int
	stations map[council.GalaxyName]council.Built
	display  map[int]council.Item
	aside    map[council.Item]bool
	cardOf   map[council.Item]engine.Seat // AI cards
	unseen   map[int][]council.Item       // tiles in the stacks
	bottom   map[int][]council.Item       // tiles under them
	gems     map[engine.Seat]council.Gemset
	has      map[engine.Seat]map[council.Item]bool // upgrades, leader, Dark Tech
	reach    map[engine.Seat]map[int]int           // by field
	bonus    map[engine.Seat]int
	cards    bonusLedger

	// What happens now.
	phase   council.PhaseName
	turn    engine.Seat
	scoring bool
	bought  map[engine.Seat]int
	settled map[engine.Seat]bool // Zoe's colony
	scored  map[council.GalaxyName]bool
	aided   map[council.Item]bool // Buteo and the Harvest station
	due     council.Due
	owed    int
	stack   int // the parsec in which somebody discovers
	drawn   []council.Item
	open    council.Item // the Automa's card
	job     *task
}

type spot struct{ site, planet int }

// A task is the step of a card that is carried out.
type task struct {
	council.Does
	does      council.Task // which alternative it was
	done      int
	over      bool
	fresh     int // the site discovered
	same      int // the site colonized
	harvested map[int]int
	scored    map[council.GalaxyName]bool
}

func newLedger(seats []engine.Seat, facts []engine.Event) *ledger {
	l := &ledger{
		seats: seats, modules: map[council.ModuleName]bool{}, board: council.FrontBoard,
		galaxyOf: map[int]council.GalaxyName{}, parsecOf: map[int]int{}, rewards: map[council.GalaxyName]council.Reward{},
		systems: map[council.Item]council.System{}, effects: map[council.Item]map[int]map[int]council.Effect{},
		prices: map[council.Item]map[int]council.Gemset{}, barred: map[council.Item]council.Item{},
		acts: map[council.Item]map[int]map[council.Side]council.Acts{}, modes: map[council.Item]council.Mode{},
		paying: map[[2]council.Gemset][]council.Gemset{},
		tile:   map[int]council.Item{}, cubes: map[spot]map[engine.Seat]int{}, stations: map[council.GalaxyName]council.Built{},
		display: map[int]council.Item{}, aside: map[council.Item]bool{}, cardOf: map[council.Item]engine.Seat{},
		unseen: map[int][]council.Item{}, bottom: map[int][]council.Item{},
		gems: map[engine.Seat]council.Gemset{}, has: map[engine.Seat]map[council.Item]bool{}, reach: map[engine.Seat]map[int]int{},
		bonus: map[engine.Seat]int{}, cards: newBonusLedger(), phase: council.PhaseSetup,
		bought: map[engine.Seat]int{}, settled: map[engine.Seat]bool{},
	}
	if len(seats) == 2 {
		l.board = council.BackBoard
	}
	for _, seat := range seats {
		l.has[seat], l.reach[seat] = map[council.Item]bool{}, map[int]int{1: 1, 2: 1, 3: 1}
		if !l.robot(seat) {
			l.gems[seat] = council.Gemset{Anthracite: 1, Gold: 1}
			l.owed++
		}
	}
	for _, e := range facts {
		l.read(e)
		l.readBonus(e)
	}
	for _, e := range facts {
		l.cover(e)
	}
	l.stack = 1 // the setup begins with a tile for the grey galaxy
	return l
}

func (l *ledger) robot(seat engine.Seat) bool { return seat == "automa" }

// cover takes the galaxies off the board that three players do not use.
func (l *ledger) cover(e engine.Event) {
	covered, ok := e.(council.Covered)
	for site, galaxy := range l.galaxyOf {
		if ok && galaxy == covered.Galaxy && len(l.seats) == 3 {
			delete(l.galaxyOf, site)
		}
	}
}

// read takes a printed fact down.
func (l *ledger) read(e engine.Event) {
	switch e := e.(type) {
	case council.Module:
		l.modules[e.Name] = true
	case council.Holds:
		l.gems[e.Seat] = e.Gems
	case council.Site:
		if e.Board == l.board {
			l.galaxyOf[int(e.Number)], l.parsecOf[int(e.Number)] = e.Galaxy, int(e.Parsec)
		}
	case council.Reward:
		if e.Board == l.board {
			l.rewards[e.Galaxy] = e
		}
	case council.System:
		l.systems[e.Tile] = e
		l.unseen[int(e.Parsec)] = append(l.unseen[int(e.Parsec)], e.Tile)
	case council.Effect:
		if l.effects[e.Card] == nil {
			l.effects[e.Card] = map[int]map[int]council.Effect{1: {}, 2: {}, 3: {}}
		}
		l.effects[e.Card][int(e.Step)][int(e.Alternative)] = e
	case council.Price:
		if l.prices[e.Item] == nil {
			l.prices[e.Item] = map[int]council.Gemset{}
		}
		l.prices[e.Item][int(e.Step)] = e.Gems
	case council.Barred:
		l.barred[e.Leader] = e.Card
	case council.Acts:
		if l.acts[e.Card] == nil {
			l.acts[e.Card] = map[int]map[council.Side]council.Acts{}
		}
		if l.acts[e.Card][int(e.Number)] == nil {
			l.acts[e.Card][int(e.Number)] = map[council.Side]council.Acts{}
		}
		l.acts[e.Card][int(e.Number)][e.Side] = e
	case council.Scores:
		l.modes[e.Card] = e.Mode
	}
}

// words tells the position.
func (l *ledger) words() string {
	var b strings.Builder
	fmt.Fprintf(&b, "phase %s, turn of %s, scoring %t, due %v, discovering in %d with %v\n", l.phase, l.turn, l.scoring, l.due, l.stack, l.drawn)
	if l.job != nil {
		fmt.Fprintf(&b, "carries out %v: done %d, over %t, new %d, same %d, harvested %v\n", l.job.Does, l.job.done, l.job.over, l.job.fresh, l.job.same, l.job.harvested)
	}
	for _, seat := range l.seats {
		fmt.Fprintf(&b, "%s: gems %v, reach %v, has", seat, l.gems[seat], l.reach[seat])
		for what := range l.has[seat] {
			fmt.Fprintf(&b, " %s", what)
		}
		fmt.Fprintf(&b, "; %d bonus cards, %d purchases\n", l.bonus[seat], l.bought[seat])
	}
	for site := 1; site <= 31; site++ {
		if !l.free(site) {
			fmt.Fprintf(&b, "field %d (%s, parsec %d): %v\n", site, l.galaxyOf[site], l.parsecOf[site], l.systems[l.tile[site]])
		}
		for planet := 1; planet <= 4; planet++ {
			if on := l.cubes[spot{site, planet}]; on != nil {
				fmt.Fprintf(&b, "    planet %d: %v\n", planet, on)
			}
		}
	}
	fmt.Fprintf(&b, "stations %v\ndisplay %v\n", l.stations, l.display)
	return b.String()
}

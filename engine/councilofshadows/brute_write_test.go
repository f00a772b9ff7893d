package councilofshadows_test

import (
	"slices"
	"strings"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// write takes an event down.
func (l *ledger) write(e engine.Event) {
	switch e := e.(type) {
	case council.Phase:
		l.phase, l.turn, l.scoring, l.job = e.Name, "", false, nil
		if e.Name == council.PhaseBuy {
			l.bought, l.settled = map[engine.Seat]int{}, map[engine.Seat]bool{}
		}
	case council.Turn:
		l.turn, l.scoring, l.job = e.Seat, false, nil
	case council.Scored:
		l.turn, l.scoring, l.job = e.Seat, true, nil
		l.scored, l.aided = map[council.GalaxyName]bool{}, map[council.Item]bool{}
	case council.Settled:
		l.turn, l.scoring, l.job = e.Seat, false, nil
	case council.Due:
		l.due, l.job = e, nil
	case council.Done:
		l.due, l.job = council.Due{}, nil
	case council.Opened:
		l.open = e.Card
	case council.Did:
		l.job = nil
	case council.Does:
		l.begin(e)
	case council.Omits:
		l.begin(council.Does(e))
		l.job.over = true
	case council.Stopped:
		if l.job != nil { // Information edge without a card to take has none
			l.job.over = true
		}
	default:
		l.writeSeat(e)
		l.writeBoard(e)
		l.writeStacks(e)
	}
}

// begin starts a step; the steps of one card belong together.
func (l *ledger) begin(e council.Does) {
	if e.Step == 1 || l.job == nil || l.job.Card != e.Card || l.job.Field != e.Field {
		l.job = &task{harvested: map[int]int{}, scored: map[council.GalaxyName]bool{}}
	}
	l.job.Does, l.job.does, l.job.done, l.job.over = e, "", 0, false
}

func (l *ledger) did(what council.Task) {
	if l.job != nil {
		l.job.does = what
		l.job.done++
	}
}

// writeSeat takes down what a seat gets.
func (l *ledger) writeSeat(e engine.Event) {
	switch e := e.(type) {
	case council.Led:
		l.has[e.Seat][e.Leader] = true
	case council.Chose:
		l.has[e.Seat][e.Tech] = true
	case council.Ranged:
		l.reach[e.Seat][int(e.Field)] = int(e.Parsec)
	case council.Bought:
		l.bought[e.Seat]++
		l.gems[e.Seat] = less(l.gems[e.Seat], e.Pay)
		l.gets(e.Seat, e.What)
	case council.Took:
		l.gets(e.Seat, e.Card)
	case council.Built:
		l.bought[e.Seat]++
		l.gems[e.Seat] = less(l.gems[e.Seat], e.Pay)
		l.has[e.Seat][e.What], l.stations[e.Galaxy] = true, e
	case council.Receives:
		l.gems[e.Seat] = more(l.gems[e.Seat], gem(e.Gem, int(e.Number)))
		if l.job != nil && l.effects[l.job.Card][int(l.job.Step)][1].Does == council.TaskGems {
			l.did(council.TaskGems)
		}
	case council.Raised:
		l.gems[e.Seat] = less(l.gems[e.Seat], gem(e.Gem, 1))
		l.gems[e.Seat] = more(l.gems[e.Seat], higher(gem(e.Gem, 1)))
		l.did(council.TaskUpgrade)
	}
}

func (l *ledger) gets(seat engine.Seat, what council.Item) {
	if !strings.HasPrefix(what.String(), "ai-") {
		l.has[seat][what] = true
		return
	}
	l.cardOf[what] = seat
	for place, card := range l.display {
		if card == what {
			delete(l.display, place)
		}
	}
}

// writeBoard takes down what happens to cubes and tiles on the board.
func (l *ledger) writeBoard(e engine.Event) {
	switch e := e.(type) {
	case council.Founded:
		at := spot{int(e.Site), int(e.Planet)}
		if l.cubes[at] == nil {
			l.cubes[at] = map[engine.Seat]int{}
		}
		l.cubes[at][e.Seat] += int(e.Cubes)
		if e.Cause == council.Zoe {
			l.settled[e.Seat] = true
			return
		}
		l.did(council.TaskColonize)
		l.job.same = int(e.Site)
	case council.Placed:
		for _, i := range l.drawn {
			if i != e.Tile {
				l.bottom[l.stack] = append(l.bottom[l.stack], i)
			}
		}
		l.tile[int(e.Site)], l.drawn, l.stack = e.Tile, nil, 0
		if l.did(council.TaskDiscover); l.job != nil {
			l.job.fresh = int(e.Site)
		}
	case council.Gathered:
		l.gems[e.Seat] = more(l.gems[e.Seat], e.Gems)
		if e.Cause == council.Buteo || e.Cause == council.StationHarvest {
			l.aided[e.Cause] = true
			return
		}
		l.did(council.TaskHarvest)
		l.job.harvested[int(e.Site)]++
	case council.Claimed:
		if e.Site != 0 {
			l.cubes[spot{int(e.Site), int(e.Planet)}][e.Seat]--
		}
		if l.job != nil {
			l.did(council.TaskScore)
			l.job.scored[e.Galaxy] = true
			return
		}
		l.scored[e.Galaxy] = true
	}
}

// writeStacks takes down what comes from stacks and goes back.
func (l *ledger) writeStacks(e engine.Event) {
	is := func(what council.Item) func(council.Item) bool {
		return func(i council.Item) bool { return i == what }
	}
	switch e := e.(type) {
	case council.Explored:
		l.stack = int(e.Parsec)
	case council.Drew:
		l.drawn = append(l.drawn, e.Tile)
		l.unseen[l.stack] = slices.DeleteFunc(l.unseen[l.stack], is(e.Tile))
		l.bottom[l.stack] = slices.DeleteFunc(l.bottom[l.stack], is(e.Tile))
	case council.Refilled:
		l.display[int(e.Place)] = e.Card
		if l.aside[e.Card] {
			l.aside = map[council.Item]bool{} // they were shuffled
		}
	case council.Cleared:
		delete(l.display, int(e.Place))
		l.aside[e.Card] = true
	case council.Owed:
		l.owed++
	case council.Dealt:
		l.owed--
		l.bonus[e.Seat]++
	case council.GaveBack:
		l.bonus[e.Seat]--
	}
	l.writeBonus(e)
}

func gem(color council.Item, n int) council.Gemset {
	return map[council.Item]council.Gemset{
		council.Anthracite: {Anthracite: uint8(n)}, council.Gold: {Gold: uint8(n)}, council.Crystal: {Crystal: uint8(n)},
	}[color]
}

func more(a, b council.Gemset) council.Gemset {
	return council.Gemset{Anthracite: a.Anthracite + b.Anthracite, Gold: a.Gold + b.Gold, Crystal: a.Crystal + b.Crystal}
}

func less(a, b council.Gemset) council.Gemset {
	return council.Gemset{Anthracite: a.Anthracite - b.Anthracite, Gold: a.Gold - b.Gold, Crystal: a.Crystal - b.Crystal}
}

// higher are gems one step up; transparent ones stay.
func higher(a council.Gemset) council.Gemset {
	return council.Gemset{Gold: a.Anthracite, Crystal: a.Gold + a.Crystal}
}

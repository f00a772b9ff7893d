package councilofshadows_test

import (
	"slices"
	"strings"

	"arbiter/engine"
	council "arbiter/engine/councilofshadows"
)

// The pile of light bonus cards, as the ledger keeps it: how many lie above what was put
// under it, what was, and who has which cards by name.
type bonusLedger struct {
	device bool // it draws the cards, so each has a name
	above  int
	below  []council.Item // None for a card without a name
	hold   map[engine.Seat][]council.Item
	owed   map[engine.Seat]int
	pays   map[council.Item]council.Pays
	marked map[council.Item]int
}

func newBonusLedger() bonusLedger {
	return bonusLedger{
		above: 18, hold: map[engine.Seat][]council.Item{}, owed: map[engine.Seat]int{},
		pays: map[council.Item]council.Pays{}, marked: map[council.Item]int{},
	}
}

func (l *ledger) readBonus(e engine.Event) {
	switch e := e.(type) {
	case council.Stacks:
		l.cards.device = e.Where == council.InDevice
	case council.Pays:
		l.cards.pays[e.Card] = e
	case council.Marked:
		l.cards.marked[e.Card] = int(e.Players)
	}
}

func (l *ledger) writeBonus(e engine.Event) {
	b := &l.cards
	switch e := e.(type) {
	case council.Owed:
		b.owed[e.Seat]++
	case council.Dealt:
		if e.Card != council.None {
			b.hold[e.Seat] = append(b.hold[e.Seat], e.Card)
		}
		if l.phase == council.PhaseSetup {
			return
		}
		b.owed[e.Seat]--
		if b.above > 0 {
			b.above--
			return
		}
		b.below = b.below[1:]
	case council.GaveBack:
		b.hold[e.Seat] = slices.DeleteFunc(b.hold[e.Seat], func(i council.Item) bool { return i == e.Card })
		b.below = append(b.below, e.Card)
	}
}

func (b *bonusLedger) size() int { return b.above + len(b.below) }

// deals lists what the seats that get a light card may get.
func (l *ledger) deals(all commands) {
	b := &l.cards
	next := l.bonusNext()
	for _, seat := range l.seats {
		if b.owed[seat] == 0 {
			continue
		}
		if !b.device {
			all[council.Deal{Seat: engine.Table, To: seat}] = true
		}
		for _, card := range next {
			all[council.Deal{Seat: engine.Table, To: seat, Card: card}] = true
		}
	}
}

// bonusNext are the cards that can be the next one: one that nobody has by name. While
// any lies above it is a light one, and none that was put under the pile; after that
// the lowest one that was, or if nobody named it any card.
func (l *ledger) bonusNext() (next []council.Item) {
	b := &l.cards
	if b.above == 0 && b.below[0] != council.None {
		return b.below[:1]
	}
	for card := range b.pays {
		light := strings.HasPrefix(card.String(), "light-")
		named := slices.Contains(b.below, card) && l.wrong != bottomFirst
		for _, hand := range b.hold {
			named = named || slices.Contains(hand, card)
		}
		if !named && (light || b.above == 0 && l.darkInUse(card)) {
			next = append(next, card)
		}
	}
	return next
}

// darkInUse tells whether a dark card does not stay in the box.
func (l *ledger) darkInUse(card council.Item) bool {
	pays := l.cards.pays[card]
	switch {
	case pays.Kind == council.CountsStations:
		return l.modules[council.ModuleStations]
	case l.cards.marked[card] > max(len(l.seats), 3):
		return false
	case pays.Kind == council.CountsGalaxy && len(l.seats) == 2:
		for _, galaxy := range l.galaxyOf {
			if string(galaxy) == pays.Of {
				return true
			}
		}
		return false
	}
	return true
}

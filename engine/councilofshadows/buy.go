package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// In phase 1 each seat makes up to three purchases, in turn order.
const mostPurchases = 3

// checkPurchase refuses what a seat may not buy, whatever it pays.
func (s *State) checkPurchase(p *player, what Item) error {
	if s.mayBuy(p, what) {
		return nil
	}
	switch {
	case p.bought >= mostPurchases:
		return engine.Refuse("%s has made %d purchases; there are no more this round", p.seat, mostPurchases)
	case what.isAI():
		return s.checkBuyCard(p, what)
	case what.isRange():
		return checkRange(p, what)
	case what.isStation() && !s.modules.stations:
		return engine.Refuse("this game is played without the stations of module 1")
	case what.isStation() && s.full:
		return engine.Refuse("say in which galaxy %s is built", what.term())
	case !what.isUpgrade():
		return engine.Refuse("%s cannot be bought", what.term())
	}
	return engine.Refuse("%s has bought %s before; it can be bought once a game", p.seat, what.term())
}

// mayBuy tells whether a seat may buy something, if it can pay.
func (s *State) mayBuy(p *player, what Item) bool {
	switch {
	case p.bought >= mostPurchases:
		return false
	case what.isAI():
		return !s.bars(p, what) && s.isFree(what)
	case what.isRange():
		field := uint8(what-firstRange) + 1
		return field <= p.fields && p.reach[field-1] < farthest
	case what.isStation():
		return s.modules.stations && !s.full && !p.has.contains(what)
	}
	return what.isUpgrade() && !p.has.contains(what)
}

// bars tells whether the leader of a seat forbids a card.
func (s *State) bars(p *player, card Item) bool {
	return p.leader.isLeader() && s.facts.barred[p.leader-Buteo] == card
}

// isFree tells whether nobody owns an AI card and, in the full book, whether it
// is on display.
func (s *State) isFree(card Item) bool {
	if s.full {
		return slices.Contains(s.table.market[:], card)
	}
	for i := range s.seats() {
		if s.players[i].owns(card) {
			return false
		}
	}
	return true
}

// checkBuyCard refuses cards that are owned, and the one Casares may not buy
// (ruling casares).
func (s *State) checkBuyCard(p *player, card Item) error {
	if s.bars(p, card) {
		return engine.Refuse("%s may not buy %s", p.leader.term(), card.term())
	}
	return s.checkFree(card)
}

// checkFree refuses an AI card that is owned or, in the full book, not on display.
func (s *State) checkFree(card Item) error {
	if s.full && !slices.Contains(s.table.market[:], card) {
		return engine.Refuse("%s is not on display", card.term())
	}
	for i := range s.seats() {
		if q := &s.players[i]; q.owns(card) {
			return engine.Refuse("%s has %s already", q.seat, card.term())
		}
	}
	return nil
}

// checkRange: parsec 2 comes before parsec 3, so a field has two steps.
func checkRange(p *player, step Item) error {
	field := uint8(step-firstRange) + 1
	switch {
	case field > p.fields:
		return engine.Refuse("%s has no field %d", p.seat, field)
	case p.reach[field-1] >= farthest:
		return engine.Refuse("field %d reaches parsec %d already", field, farthest)
	}
	return nil
}

// nextStep is the step of a field that would be bought next: 1 to parsec 2, 2 to
// parsec 3. Everything else has one step.
func (p *player) nextStep(what Item) uint8 {
	if what.isRange() {
		return p.reach[what-firstRange]
	}
	return 1
}

// purchases lists what the acting seat may buy.
func (s *State) purchases(all []engine.Command) []engine.Command {
	p := s.active()
	if p.bought < mostPurchases {
		if s.full {
			for _, card := range s.table.market {
				all = s.payWays(all, p, card)
			}
		} else {
			for i := firstAI; i < firstAutoma; i++ {
				all = s.payWays(all, p, i)
			}
		}
		for i := Desert; i < Buteo; i++ {
			all = s.payWays(all, p, i)
		}
		all = s.builds(all, p)
	}
	if s.maySwitch() {
		all = append(all, Switch{p.seat})
	}
	return append(s.zoeColonies(all), s.say(s.turn).pass)
}

// Leaders (module 2) are picked in reverse turn order.

// led is whom a leader leads, nil if nobody.
func (s *State) led(leader Item) *player {
	for i := range s.seats() {
		if p := &s.players[i]; p.leader == leader {
			return p
		}
	}
	return nil
}

func (s *State) picks(all []engine.Command) []engine.Command {
	for l := Buteo; l <= Breish; l++ {
		if s.led(l) == nil {
			all = append(all, s.say(s.turn).pick[l-Buteo])
		}
	}
	return all
}

// lastPicker is the seat with the highest order tile that somebody sits at.
func (s *State) lastPicker() int8 { return s.pickerBelow(uint8(len(s.players)) + 1) }

func (s *State) nextPicker() int8 { return s.pickerBelow(s.active().order) }

func (s *State) pickerBelow(order uint8) int8 {
	best := int8(-1)
	for i := range s.seats() {
		p := &s.players[i]
		if !p.robot() && p.order < order && (best < 0 || p.order > s.players[best].order) {
			best = int8(i)
		}
	}
	return best
}

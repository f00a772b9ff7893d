package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Paying and the display of AI cards (rulebook, phase 1).

// price is what an item costs a seat now.
func (s *State) price(p *player, what Item) Gemset {
	return s.facts.full.price[what][p.nextStep(what)-1]
}

// checkPay refuses gems that do not settle the price.
func (s *State) checkPay(p *player, what Item, pay Gemset) error {
	switch {
	case !s.full && pay != Gemset{}:
		return engine.Refuse("the cardboard keeps the gems in this game; say only what is bought")
	case !s.full:
		return nil
	case !p.gems.covers(pay):
		return engine.Refuse("%s does not have these gems", p.seat)
	case !s.price(p, what).pays(pay):
		return engine.Refuse("%s costs %s; a higher gem may stand for a lower one, and there is no change", what.term(), s.price(p, what).text())
	}
	return nil
}

// text reads gems out.
func (g Gemset) text() engine.Text {
	return engine.Say("%d anthracite, %d gold, %d transparent", int(g.Anthracite), int(g.Gold), int(g.Crystal))
}

// payWays lists the ways to pay for what the acting seat may buy.
func (s *State) payWays(all []engine.Command, p *player, what Item) []engine.Command {
	switch {
	case !s.mayBuy(p, what):
		return all
	case !s.full:
		return append(all, s.say(s.turn).bought[what])
	case s.price(p, what).number() > p.gems.number():
		return all
	}
	return affordable(all, s.say(s.turn).buy[what][p.nextStep(what)-1], p.gems)
}

// Stations (module 1): bought in phase 1 and put into a galaxy without one, in
// which the seat has a colony. They stay there.

func (s *State) builds(all []engine.Command, p *player) []engine.Command {
	if !s.full || !s.modules.stations {
		return all
	}
	for what := StationHarvest; what <= StationColonize; what++ {
		if p.has.contains(what) {
			continue
		}
		for g := range uint8(galaxyCount) {
			if s.table.station[g].what == None && s.sitesOf(g)&s.table.present[s.turn] != 0 {
				all = affordable(all, s.say(s.turn).build[what-StationHarvest][g], p.gems)
			}
		}
	}
	return all
}

// gap is the first empty place of the display, -1 if there is none.
func (s *State) gap() int {
	for n, card := range s.table.market {
		if card == None {
			return n
		}
	}
	return -1
}

// aiDeck are the AI cards that can be drawn; those laid aside only when no other is
// left (ruling pile-empty).
func (s *State) aiDeck() uint32 { return s.table.cards.next() }

func (s *State) refills(all []engine.Command) []engine.Command {
	for left := s.aiDeck(); left != 0; left &= left - 1 {
		all = append(all, s.facts.lexicon.refill[bits.TrailingZeros32(left)])
	}
	return all
}

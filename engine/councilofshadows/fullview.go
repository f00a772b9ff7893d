package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// The zones of the Table in the full book, besides those of the seats.
const (
	zoneMarket = "market"
	zoneBonus  = "bonus"
)

// fullZones lists the display and the bonus cards of each seat. Cards that the
// owner of the view does not know have no name.
func (s *State) fullZones(order []int8) []engine.Zone {
	market := engine.Zone{Seat: engine.Table, Name: zoneMarket, Title: engine.Say("AI cards")}
	for _, card := range s.table.market {
		if card != None {
			market.Cards = append(market.Cards, engine.Card{Name: card.term()})
		}
	}
	all := []engine.Zone{market}
	for _, i := range order {
		all = append(all, s.players[i].bonusZone())
	}
	return all
}

func (p *player) bonusZone() engine.Zone {
	z := engine.Zone{Seat: p.seat, Name: zoneBonus, Title: engine.Say("Bonus cards")}
	for left := p.bonuses | p.revealed; left != 0; left &= left - 1 {
		z.Cards = append(z.Cards, engine.Card{Name: (firstLight + Item(bits.TrailingZeros32(left))).term()})
	}
	for range p.blank {
		z.Cards = append(z.Cards, engine.Card{})
	}
	return z
}

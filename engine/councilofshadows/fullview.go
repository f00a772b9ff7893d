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
	market := engine.Zone{Seat: engine.Table, Name: zoneMarket, Title: engine.Say("AI cards on display"), Suit: suitAI, Aside: true}
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
	z := engine.Zone{Seat: p.seat, Name: zoneBonus, Title: engine.Say("Bonus cards"), Suit: suitLight, Aside: true}
	for left := p.bonuses | p.revealed; left != 0; left &= left - 1 {
		card := firstLight + Item(bits.TrailingZeros32(left))
		z.Cards = append(z.Cards, engine.Card{Name: card.term(), Down: p.revealed&bonusBit(card) == 0})
	}
	for range p.blank {
		z.Cards = append(z.Cards, engine.Card{Down: true})
	}
	return z
}

// areas lists the galaxies in use, with what lies there.
func (s *State) areas() []engine.Area {
	var all []engine.Area
	for g, there := range s.board().galaxy {
		on := s.sitesOf(uint8(g))
		if on == 0 {
			continue
		}
		a := engine.Area{
			Name:  string(galaxies[g]),
			Title: engine.Say("Galaxy %s (%d with the majority, else %d)", engine.Term(galaxies[g]), int(there.majority), int(there.minority)),
		}
		if at := s.table.station[g]; at.what != None {
			a.Lines = append(a.Lines, engine.Say("%s of %s", at.what.term(), s.players[at.owner].seat))
		}
		for ; on != 0; on &= on - 1 {
			a.Lines = append(a.Lines, s.siteText(uint8(bits.TrailingZeros32(on))))
		}
		all = append(all, a)
	}
	return all
}

// siteText says what lies on a site.
func (s *State) siteText(site uint8) engine.Text {
	tile := s.table.tile[site]
	if tile == None {
		return engine.Say("Field %d, parsec %d: free", int(site)+1, int(s.board().site[site].parsec))
	}
	text := engine.Say("Field %d: %s, yield %s", int(site)+1, tile.term(), s.system(site).yield())
	for planet := range uint8(mostPlanets) {
		kind := s.system(site).planets[planet]
		if kind == noPlanet {
			break
		}
		text = engine.Say("%s; %d: %s", text, int(planet)+1, s.planetText(site, planet, kind))
	}
	return text
}

func (s *State) planetText(site, planet uint8, kind planet) engine.Text {
	text := engine.Say("%s", engine.Term(kind.name()))
	for i := range int8(s.count) {
		if n := s.table.cubes[site].on(planet, i); n > 0 {
			text = engine.Say("%s, %s %d", text, s.players[i].seat, int(n))
		}
	}
	return text
}

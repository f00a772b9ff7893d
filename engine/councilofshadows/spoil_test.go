package councilofshadows

import "math/bits"

// Spoil does one thing to the position that breaks a law, and tells which; n
// counts the ways. It returns "" if there are no more.
func (p *Playout) Spoil(n int) string {
	s := &p.t.State
	first := &s.players[0]
	site := bits.TrailingZeros32(s.table.tiles)
	tile := s.table.tile[site]
	ways := []struct {
		name  string
		spoil func()
	}{
		{"two seats have the same order tile", func() { s.players[1].order = first.order }},
		{"consumption below 20", func() { first.consumption = leastConsumption - 1 }},
		{"consumption above 100", func() { first.consumption = mostConsumption + 1 }},
		{"energy below 0", func() { first.energy = -1 }},
		{"fewer gems than none", func() { first.gems = first.gems.minus(Gemset{Gold: first.gems.Gold + 1}) }},
		{"a field that reaches too far", func() { first.reach[0] = farthest + 1 }},
		{"a fourth purchase", func() { first.bought = mostPurchases + 1 }},
		{"a start card that is lost", func() { first.hand, first.laid = first.hand.without(Tower), first.laid.without(Tower) }},
		{"a card on two fields", func() { first.tops[1], first.tops[2] = Harvest, Harvest }},
		{"an AI card of two seats", func() {
			first.hand, s.players[1].hand = first.hand.with(firstAI), s.players[1].hand.with(firstAI)
		}},
		{"an AI card twice on display", func() { s.table.market[0] = s.table.market[1] }},
		{"an AI card laid aside that is on display", func() { s.table.cards.aside |= 1 << (s.table.market[0] - firstAI) }},
		{"a tile twice on the board", func() {
			free := bits.TrailingZeros32(s.free(s.facts.board.tile[tile-firstTile].parsec))
			s.table.tile[free], s.table.tiles = tile, s.table.tiles|1<<free
		}},
		{"a tile on the board and in its stack", func() {
			s.table.stack[s.facts.board.tile[tile-firstTile].parsec-1].put(uint8(tile - firstTile))
		}},
		{"a tile on the board and loose in its stack", func() {
			s.table.stack[s.facts.board.tile[tile-firstTile].parsec-1].above |= 1 << (tile - firstTile)
		}},
		{"a tile of the wrong parsec", func() { s.table.tile[site] = firstTile + tiles - 1 }},
		{"four cubes on a planet", func() {
			s.table.cubes[site] = stacks(3 | 1<<2)
			s.table.present[0], s.table.present[1] = 1<<site, 1<<site
		}},
		{"a cube where no tile lies", func() { s.table.cubes[sites-1] = s.table.cubes[sites-1].with(0, 0, 1) }},
		{"a colony that the board has forgotten", func() { s.table.cubes[site] = 1; s.table.present[0] = 0 }},
		{"a station that nobody bought", func() { s.table.station[0] = station{StationScore, 0} }},
		{"a bonus card of two seats", func() { first.bonuses, s.players[1].bonuses = first.bonuses|1, s.players[1].bonuses|1 }},
		{"a bonus card that is lost", func() { s.table.bonus.above &^= s.table.bonus.above & -s.table.bonus.above }},
		{"six bonus cards", func() { first.blank = mostBonus + 2 }},
		{"a Dark Tech card of two seats", func() {
			first.level, s.players[1].level = 1, 1
			first.tech[0], s.players[1].tech[0] = Empire, Empire
		}},
		{"a throne that nobody has reached", func() { s.throne = 0 }},
	}
	if n >= len(ways) {
		return ""
	}
	ways[n].spoil()
	return ways[n].name
}

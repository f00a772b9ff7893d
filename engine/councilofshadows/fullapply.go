package councilofshadows

func bonusBit(i Item) uint32 { return 1 << (i - firstLight) }

func (p *player) take(g Gemset) { p.gems = p.gems.plus(g) }

func (s *State) pay(p *player, g Gemset) { p.gems = p.gems.minus(g) }

// away takes an AI card out of the pile, if it is one.
func (s *State) away(card Item) {
	if card.isAI() {
		s.table.cards.take(uint8(card - firstAI))
	}
}

// unshelve takes a card off the display, or out of the pile where people keep the
// display.
func (s *State) unshelve(card Item) {
	s.away(card)
	for i := range s.table.market {
		if s.table.market[i] == card {
			s.table.market[i] = None
		}
	}
}

func (s *State) draw(i Item) {
	parsec := s.facts.full.tile[i-firstTile].parsec
	s.table.stack[parsec-1].take(uint8(i - firstTile))
	if s.table.drawn[0] == None {
		s.table.drawn[0] = i
		return
	}
	s.table.drawn[1] = i
}

// giveBack puts a bonus card under the pile of light ones (ruling bonus-under).
func (s *State) giveBack(i Item) {
	if i == None {
		s.table.bonus.putNameless()
		return
	}
	s.table.bonus.put(uint8(i - firstLight))
}

// lose takes a bonus card away, one without a name if that one is not known.
func (p *player) lose(i Item) {
	if i.isBonus() && p.bonuses&bonusBit(i) != 0 {
		p.bonuses &^= bonusBit(i)
		return
	}
	p.blank = max(p.blank, 1) - 1
}

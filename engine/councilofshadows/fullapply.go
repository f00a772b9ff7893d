package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// applyFull applies an event that only the full book knows.
func (s *State) applyFull(e engine.Event) bool {
	switch e := e.(type) {
	case Does:
		s.job.begin(e.Field, e.Card, e.Step)
	case Omits:
		s.job.begin(e.Field, e.Card, e.Step)
		s.job.over = true
	case Stopped:
		s.job.over = true
	case Founded:
		s.found(e)
	case Gathered:
		s.gather(e)
	case Claimed:
		s.claim(e)
	case Raised:
		p := s.player(e.Seat)
		p.gems = p.gems.minus(gemsOf(e.Gem, 1)).plus(gemsOf(e.Gem, 1).refined())
		s.job.did(upgrading)
	case Built:
		p := s.player(e.Seat)
		p.bought++
		p.add(e.What)
		s.pay(p, e.Pay)
		if g, ok := galaxyIndex(e.Galaxy); ok {
			s.table.station[g] = station{e.What, s.find(e.Seat)}
		}
	case Located:
		if g, ok := galaxyIndex(e.Galaxy); ok {
			s.table.station[g] = station{e.What, s.find(e.Seat)}
		}
	case Holds:
		s.player(e.Seat).gems = e.Gems
	case Displays:
		s.table.market = [marketPlaces]Item{e.One, e.Two, e.Three, e.Four, e.Five, e.Six, e.Seven, e.Eight}
		for _, card := range s.table.market {
			s.away(card)
		}
	case Stands:
		s.stand(e)
	default:
		return s.applyStacks(e)
	}
	return true
}

// applyStacks applies what happens to tiles, the display and bonus cards.
func (s *State) applyStacks(e engine.Event) bool {
	switch e := e.(type) {
	case Explored:
		s.table.pile = e.Parsec
	case Drew:
		s.draw(e.Tile)
	case Placed:
		s.placed(e)
	case Refilled:
		s.refill(e)
	case Cleared:
		s.table.market[e.Place-1] = None
		s.table.cards.lay(uint8(e.Card - firstAI))
	case Owed:
		s.player(e.Seat).owed++
	case Dealt:
		s.dealt(e)
	case GaveBack:
		s.player(e.Seat).lose(e.Card)
		s.giveBack(e.Card)
	case Exposed:
		s.player(e.Seat).lose(e.Card)
		s.player(e.Seat).revealed |= bonusBit(e.Card)
	case Removed:
		for _, i := range []Item{e.First, e.Second} {
			s.table.removed |= 1 << (i - NewStargate)
			s.table.looked[i.pile()-DarkTech1] = true
		}
	default:
		return false
	}
	return true
}

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

func (s *State) found(e Founded) {
	i := s.find(e.Seat)
	s.table.build(e.Site-1, e.Planet-1, i, e.Cubes)
	if e.Cause == Zoe {
		s.players[i].settled = true
		return
	}
	s.job.same = e.Site
	s.job.did(colonizing)
}

func (s *State) stand(e Stands) {
	s.table.build(e.Site-1, e.Planet-1, s.find(e.Seat), e.Cubes)
}

func (s *State) gather(e Gathered) {
	p := s.player(e.Seat)
	p.take(e.Gems)
	switch e.Cause {
	case Buteo:
		p.reaped = true
	case StationHarvest:
		p.sent = true
	default:
		if n := slices.Index(s.job.reaped[:], 0); n >= 0 {
			s.job.reaped[n] = e.Site
		}
		s.job.did(harvesting)
	}
}

func (s *State) claim(e Claimed) {
	i := s.find(e.Seat)
	g, _ := galaxyIndex(e.Galaxy)
	if e.Site != 0 {
		s.table.clear(e.Site-1, e.Planet-1, i)
	}
	if s.job.card != None {
		s.job.scored |= 1 << g
		s.job.did(scoring)
		return
	}
	s.players[i].scored |= 1 << g
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

// placed lays a tile; the other one that was drawn goes under its stack. A tile that
// nobody drew is stated: it comes out of its stack.
func (s *State) placed(e Placed) {
	for _, i := range s.table.drawn {
		if i != None && i != e.Tile {
			s.table.stack[s.facts.full.tile[i-firstTile].parsec-1].put(uint8(i - firstTile))
		}
	}
	if s.stacked(e.Tile) {
		s.table.stack[s.facts.full.tile[e.Tile-firstTile].parsec-1].take(uint8(e.Tile - firstTile))
	}
	s.table.tile[e.Site-1] = e.Tile
	s.table.tiles |= 1 << (e.Site - 1)
	s.table.drawn, s.table.pile = [2]Item{}, 0
	s.job.fresh = e.Site
	s.job.did(discovering)
}

func (s *State) refill(e Refilled) {
	s.away(e.Card)
	s.table.market[e.Place-1] = e.Card
}

func (s *State) dealt(e Dealt) {
	p := s.player(e.Seat)
	p.owed = max(p.owed, 1) - 1
	dark := s.phase == PhaseSetup // at the start from the dark ones, later from the light ones
	switch {
	case e.Card == None && dark:
		p.blank++
	case e.Card == None:
		p.blank++
		s.table.bonus.takeNameless()
	default:
		p.bonuses |= bonusBit(e.Card)
		if !dark {
			s.table.bonus.take(uint8(e.Card - firstLight))
		}
	}
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

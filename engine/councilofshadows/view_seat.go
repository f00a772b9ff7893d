package councilofshadows

import "arbiter/engine"

// What a seat has, as data. Only screens ask for it, so Plain leaves it out.

// furnish adds what the seats have to the places of a view.
func (s *State) furnish(places []engine.Place) {
	for n := range places {
		p := s.player(places[n].Seat)
		places[n].Ready, places[n].Kept = p.ready, p.kept()
		if !p.robot() {
			places[n].Cards = append(places[n].Cards, engine.Amount{Of: engine.Hand, N: p.hand.size()}, amount(AICard, int(p.aiCards())))
		}
		if !s.full {
			continue
		}
		if !p.robot() {
			for _, gem := range gemColors {
				places[n].Purse = append(places[n].Purse, amount(gem, int(p.gems.of(gem))))
			}
		}
		places[n].Cards = append(places[n].Cards, amount(BonusCard, len(p.bonusZone().Cards)), amount(Cubes, s.cubesLeft(p)))
	}
}

// appraise adds what bonus cards would bring now. Some count bonus cards that lie open, so all are
// taken as open, as they are in final scoring.
func (s *State) appraise(zones []engine.Zone) {
	open := *s
	for i := range open.players {
		open.players[i].revealed |= open.players[i].bonuses
	}
	for _, z := range zones {
		if z.Name != zoneBonus {
			continue
		}
		for n := range z.Cards {
			z.Cards[n].Worth = open.Worth(z.Seat, itemNamed(string(z.Cards[n].Name)))
		}
	}
}

func amount(of Item, n int) engine.Amount { return engine.Amount{Of: of.String(), N: n} }

// kept lists the cards that a seat keeps before it.
func (p *player) kept() (all []engine.Term) {
	for _, i := range []Item{p.leader, p.tech[0], p.tech[1]} {
		if i != None {
			all = append(all, i.term())
		}
	}
	return all
}

// cubesLeft returns how many cubes a seat has left, neither on the game board nor on its own. Seats
// that run out use something else as cubes, so the number is never negative.
func (s *State) cubesLeft(p *player) int {
	return max(0, seatCubes-int(s.onBoard(p.at, true))-len(p.boardCubes()))
}

// phaseWord returns the phase as one word; for screens, scoring and rising are phases of their own.
func (s *State) phaseWord() string {
	switch {
	case s.due.who >= 0 && s.due.what.isTechPile():
		return "level"
	case s.phase == PhaseAct && s.step == stepScoring:
		return "score"
	}
	return string(s.phase)
}

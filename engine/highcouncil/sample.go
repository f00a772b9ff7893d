package highcouncil

import "arbiter/engine"

// What a seat does not know: the hands of others, what was pondered away, the order of
// the decks.

// Sample gives each card that nobody has named a place: with equal chances to the hands,
// to the cards put away and to the deck, as many as lie there.
//
// The state does not remember which cards of a hand are older than the last shuffle, so
// a card that was shuffled since may be in a hand that cannot have it any more.
func (s *State) Sample(_ engine.Seat, d engine.Dice) (engine.State, bool) {
	if !s.seating.dealt {
		return nil, false
	}
	full := *s
	full.sample(d)
	return &full, true
}

// sample keeps to one order of draws, so that equal dice bring equal cards.
func (s *State) sample(d engine.Dice) {
	for f := Pro; f <= Contra; f++ {
		rest := s.drawable(f)
		for i := range s.seating.count {
			if s.seating.sides[i] == f {
				p := &s.players[i]
				p.known |= rest.draw(p.unknown(), d)
			}
		}
		away := s.deck(f)
		away.known |= rest.draw(max(away.played, away.known.size())-away.known.size(), d)
	}
}

// draw takes n cards out of the set, each as likely as the others.
func (d *deckSet) draw(n uint8, dice engine.Dice) (drawn deckSet) {
	for range min(n, d.size()) {
		drawn |= d.take(dice)
	}
	return drawn
}

// take takes one card out of the set, which is not empty.
func (d *deckSet) take(dice engine.Dice) deckSet {
	rest := *d
	for range dice.IntN(int(d.size())) {
		rest &= rest - 1
	}
	card := rest & -rest
	*d &^= card
	return card
}

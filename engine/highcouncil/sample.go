package highcouncil

import "arbiter/engine"

// What a seat does not know: the hands of others, the cards that were pondered away, the order of
// the decks.

// Sample puts each unknown card in a random place: in a hand, among the cards put away, or in the
// deck, with as many cards in each as are there.
//
// The state does not record which cards of a hand are older than the last shuffle, so a card that
// has been shuffled since may appear in a hand that can no longer have it.
func (s *State) Sample(_ engine.Seat, d engine.Dice) (engine.State, bool) {
	if !s.seating.dealt {
		return nil, false
	}
	full := *s
	full.sample(d)
	return &full, true
}

// sample always draws in the same order, so that equal dice bring equal cards.
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

// draw removes n random cards from the set and returns them.
func (d *deckSet) draw(n uint8, dice engine.Dice) (drawn deckSet) {
	for range min(n, d.size()) {
		drawn |= d.take(dice)
	}
	return drawn
}

// take removes a random card from the set, which must not be empty.
func (d *deckSet) take(dice engine.Dice) deckSet {
	rest := *d
	for range dice.IntN(int(d.size())) {
		rest &= rest - 1
	}
	card := rest & -rest
	*d &^= card
	return card
}

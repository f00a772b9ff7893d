package castingshadows

import "arbiter/engine"

// Sample puts each counterspell that the seat does not know in a random place: face down before
// another seat, under the pile, or in it. Dice and drawn cards are open.
func (s *State) Sample(_ engine.Seat, d engine.Dice) (engine.State, bool) {
	if !s.Seating.Dealt {
		return nil, false
	}
	full := *s
	full.sample(d)
	return &full, true
}

// sample always draws in the same order, so that equal dice bring equal cards.
func (s *State) sample(d engine.Dice) {
	rest := s.Seating.Counterspells &^ s.turnedUp() &^ s.Counterspells.buried()
	for _, c := range s.Counterspells.Under[:s.Counterspells.Put] {
		rest &^= oneCounterspell(c)
	}
	for i := range s.Count() {
		rest &^= s.Players[i].Counterspells
	}
	for i := range s.Count() {
		p := &s.Players[i]
		p.Counterspells |= rest.draw(int(p.Down)-p.Counterspells.size(), d)
	}
	for i := range s.Counterspells.Buried {
		b := &s.Counterspells.Buried[i]
		b.Known |= rest.draw(int(b.Number)-b.Known.size(), d)
	}
}

package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// What a seat does not know: the bonus cards of others, those that were put under the pile unseen,
// and what others plan face down. Stacks have no order until somebody draws from them.

// Sample fills in each unknown bonus card: first the dark ones that are not accounted for, at most
// one for each seat, then light ones. Rivals who are ready with cards that are not shown plan
// again.
//
// The state does not record whether a seat returned its dark card or a light one: each place where
// a dark card may have ended up is equally likely.
func (s *State) Sample(seat engine.Seat, d engine.Dice) (engine.State, bool) {
	if !s.full || !s.device {
		return nil, false
	}
	full := *s
	full.sample(seat, d)
	return &full, true
}

func (s *State) sample(seat engine.Seat, d engine.Dice) {
	s.sampleBonus(d)
	if s.phase != PhasePlan {
		return
	}
	for i := range s.seats() {
		if p := &s.players[i]; p.seat != seat && !p.robot() {
			p.ready = false
		}
	}
}

// A bonusPlace is where an unknown bonus card is: in a hand, or under the pile.
type bonusPlace struct {
	seat  int8 // -1 under the pile
	under int
}

// sampleBonus always draws in the same order, so that equal dice bring equal cards.
func (s *State) sampleBonus(d engine.Dice) {
	var room [pileUnder + 4*mostBonus]bonusPlace
	pile, places := &s.table.bonus, s.bonusPlaces(room[:0])
	if len(places) == 0 {
		return
	}
	dark := s.darkCards() &^ pile.known() &^ s.namedBonus()
	for n := len(places) - int(pile.nameless); n > 0; n-- {
		i := s.darkPlace(places, d)
		if i < 0 || dark == 0 {
			break
		}
		s.nameBonus(places[i], drawBit(&dark, d))
		places = append(places[:i:i], places[i+1:]...)
	}
	for _, at := range places {
		if pile.above == 0 {
			return
		}
		s.nameBonus(at, drawBit(&pile.above, d))
		pile.nameless = max(pile.nameless, 1) - 1
	}
}

// bonusPlaces appends the places of unknown bonus cards: first those of seats, then those under the
// pile from the top.
func (s *State) bonusPlaces(all []bonusPlace) []bonusPlace {
	for i := range s.seats() {
		for range s.players[i].blank {
			all = append(all, bonusPlace{seat: int8(i)})
		}
	}
	for i, n := range s.table.bonus.under[:s.table.bonus.beneath] {
		if n == 0 {
			all = append(all, bonusPlace{-1, i})
		}
	}
	return all
}

// darkPlace picks a place for a dark card: with a seat that has none yet, or under the pile; -1 if
// there is none.
func (s *State) darkPlace(places []bonusPlace, d engine.Dice) int {
	found, fit, last := -1, 0, int8(-1)
	for i, at := range places {
		if at.seat >= 0 && (at.seat == last || s.players[at.seat].bonuses&s.darkCards() != 0) {
			continue // one place for each seat
		}
		last = at.seat
		if fit++; d.IntN(fit) == 0 {
			found = i
		}
	}
	return found
}

// namedBonus returns the cards that seats are known to have.
func (s *State) namedBonus() (set uint32) {
	for i := range s.seats() {
		set |= s.players[i].bonuses | s.players[i].revealed
	}
	return set
}

func (s *State) nameBonus(at bonusPlace, n uint8) {
	if at.seat < 0 {
		s.table.bonus.under[at.under] = n + 1
		return
	}
	p := &s.players[at.seat]
	p.blank--
	p.bonuses |= 1 << n
}

// drawBit removes a random bit from a set that is not empty, and returns its number.
func drawBit(set *uint32, d engine.Dice) uint8 {
	rest := *set
	for range d.IntN(bits.OnesCount32(rest)) {
		rest &= rest - 1
	}
	n := uint8(bits.TrailingZeros32(rest))
	*set &^= 1 << n
	return n
}

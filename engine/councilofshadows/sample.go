package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// What a seat does not know: the bonus cards of others, those that went under the pile
// without a name, and what others plan face down. Stacks have no order until they are
// drawn from.

// Sample names each bonus card that nobody has named: dark ones first, as many as the
// light ones do not account for, each seat at most one, then light ones. Rivals who are
// ready with cards that are not shown plan anew.
//
// The state does not remember whether a seat gave its dark card back or a light one: each
// place a dark card may have come to is equally likely.
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

// A bonusPlace is where a bonus card without a name is: in a hand, or under the pile.
type bonusPlace struct {
	seat  int8 // -1 under the pile
	under int
}

// sampleBonus keeps to one order of draws, so that equal dice bring equal cards.
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

// bonusPlaces appends the places of bonus cards without a name, by seats, then those under
// the pile from above.
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

// darkPlace picks a place for a dark card: one of a seat that has none yet, or one under
// the pile. -1 if there is none.
func (s *State) darkPlace(places []bonusPlace, d engine.Dice) int {
	found, fit, last := -1, 0, int8(-1)
	for i, at := range places {
		if at.seat >= 0 && (at.seat == last || s.players[at.seat].bonuses&s.darkCards() != 0) {
			continue // one place of each seat
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

// drawBit takes a bit out of a set that is not empty, each with the same chance, and
// returns its number.
func drawBit(set *uint32, d engine.Dice) uint8 {
	rest := *set
	for range d.IntN(bits.OnesCount32(rest)) {
		rest &= rest - 1
	}
	n := uint8(bits.TrailingZeros32(rest))
	*set &^= 1 << n
	return n
}

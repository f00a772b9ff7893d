package castingshadows

import "arbiter/engine/castingshadows/printed"

// A needKind is what the game waits for.
type needKind uint8

// The things the game may wait for.
const (
	nothing needKind = iota
	needsDraw
	needsDeal
	needsRoll
	needsAnswers
	needsChoice
	needsSettling // what was read out
	needsSummon
	needsTable // the table says whether the game goes on
	needsLeave // a seat says which dice it leaves out
	needsHome  // a seat chooses the tile that it starts on
)

// A need is what the game waits for, and from whom.
type need struct {
	Kind needKind
	Seat int8 // who does it, or for whom it is done
}

// needs returns what has to be done before anything else.
func (s *State) needs() need {
	switch {
	case s.Over:
		return need{}
	case s.homeless() >= 0:
		return need{needsHome, s.homeless()}
	case s.lacksCard():
		return need{needsDraw, -1}
	case s.owing() >= 0:
		return need{needsDeal, s.owing()}
	case s.Fewer > 0 && s.Rolling != 0:
		return need{needsLeave, s.Turn}
	case s.Rolling != 0 && s.Stage != 0:
		return need{needsRoll, s.Turn}
	case s.Asking && s.Depth > 0:
		return need{needsAnswers, -1}
	case s.Stalled:
		return need{needsTable, -1}
	case s.Depth > 0 && s.upper().Reads:
		return need{needsSettling, s.upper().Seat}
	case s.Depth > 0:
		return need{needsChoice, s.upper().Seat}
	case s.Summon && s.Stage == absorbing:
		return need{needsSummon, s.Turn}
	}
	return need{}
}

// owing returns the seat to which a counterspell has to be dealt, -1 if there is none.
func (s *State) owing() int8 {
	for i := range s.Count() {
		if s.Owed[i] > 0 {
			return i
		}
	}
	return -1
}

// lacking returns the tile that lacks its card, 0 if there is none or no card is left.
func (s *State) lacking() printed.Name {
	if s.Deck == (cardSet{}) && s.Discard == (cardSet{}) {
		return 0
	}
	for n, c := range s.Market {
		if tile := printed.AncientRune + printed.Name(n); c == 0 && s.Places[n] != 0 && tile.Sells() {
			return tile
		}
	}
	return 0
}

// lacksCard reports whether a card is drawn next: beside a tile, or for the portal.
func (s *State) lacksCard() bool { return s.lacking() != 0 || s.lacksCompanion() }

// lacksCompanion reports whether the portal has a free place and a companion is left.
func (s *State) lacksCompanion() bool {
	if s.Seating.Tracks {
		return false
	}
	for _, c := range s.Portal {
		if c == 0 {
			return s.Companions != 0
		}
	}
	return false
}

// lacksDeck reports whether the discard pile has to become the deck (ruling deck-empty).
func (s *State) lacksDeck() bool { return s.Deck == (cardSet{}) && s.lacking() != 0 }

// energyFull reports whether the active seat's energy has reached the change of form.
func (s *State) energyFull() bool {
	p := s.active()
	return !p.Shadow && p.Energy >= printed.BaseLimit
}

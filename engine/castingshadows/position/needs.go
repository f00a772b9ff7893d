package position

import "arbiter/engine/castingshadows/printed"

// A NeedKind is what the game waits for.
type NeedKind uint8

// The things the game may wait for.
const (
	Nothing NeedKind = iota
	NeedsDraw
	NeedsDeal
	NeedsRoll
	NeedsAnswers
	NeedsChoice
	NeedsSettling // what was read out
	NeedsSummon
	NeedsTable // the table says whether the game goes on
	NeedsLeave // a seat says which dice it leaves out
)

// A Need is what the game waits for, and from whom.
type Need struct {
	Kind NeedKind
	Seat int8 // who does it, or for whom it is done
}

// Needs returns what has to be done before anything else.
func (s *State) Needs() Need {
	switch {
	case s.Over:
		return Need{}
	case s.LacksCard():
		return Need{NeedsDraw, -1}
	case s.Owing() >= 0:
		return Need{NeedsDeal, s.Owing()}
	case s.Fewer > 0 && s.Rolling != 0:
		return Need{NeedsLeave, s.Turn}
	case s.Rolling != 0 && s.Stage != 0:
		return Need{NeedsRoll, s.Turn}
	case s.Asking && s.Depth > 0:
		return Need{NeedsAnswers, -1}
	case s.Stalled:
		return Need{NeedsTable, -1}
	case s.Depth > 0 && s.Upper().Reads:
		return Need{NeedsSettling, s.Upper().Seat}
	case s.Depth > 0:
		return Need{NeedsChoice, s.Upper().Seat}
	case s.Summon && s.Stage == Absorbing:
		return Need{NeedsSummon, s.Turn}
	}
	return Need{}
}

// Owing returns the seat to which a counterspell has to be dealt, -1 if there is none.
func (s *State) Owing() int8 {
	for i := range s.Count() {
		if s.Owed[i] > 0 {
			return i
		}
	}
	return -1
}

// Lacking returns the tile that lacks its card, 0 if there is none or no card is left.
func (s *State) Lacking() printed.Name {
	if s.Deck|s.Discard == 0 {
		return 0
	}
	for n, c := range s.Market {
		if tile := printed.AncientRune + printed.Name(n); c == 0 && s.Seating.Places[n] != 0 && tile.Sells() {
			return tile
		}
	}
	return 0
}

// LacksCard reports whether a card is drawn next: beside a tile, or for the portal.
func (s *State) LacksCard() bool { return s.Lacking() != 0 || s.LacksCompanion() }

// LacksCompanion reports whether the portal has a free place and a companion is left.
func (s *State) LacksCompanion() bool {
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

// LacksDeck reports whether the discard pile has to become the deck (ruling deck-empty).
func (s *State) LacksDeck() bool { return s.Lacking() != 0 && s.Deck == 0 }

// EnergyFull reports whether the active seat's energy has reached the change of form.
func (s *State) EnergyFull() bool {
	p := s.Active()
	return !p.Shadow && p.Energy >= printed.BaseLimit
}

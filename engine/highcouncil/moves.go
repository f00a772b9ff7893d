package highcouncil

import (
	"math/bits"

	"arbiter/engine"
)

// The commands that search considers: no card is laid open that would have to be taken back, and
// cards that go together are laid in one fixed order.

// Moves lists them for the acting seat, in a full state.
func (s *State) Moves() []engine.Command {
	all := s.moves(nil)
	if !s.over && !s.acted && s.acts(s.turn).Allowed() {
		all = s.finishes(all)
	}
	return all
}

// moves is Moves without ending a turn before its action: bots always act.

func (s *State) moves(all []engine.Command) []engine.Command {
	switch {
	case s.over, s.short() >= 0:
		return all
	case s.asked >= 0:
		return s.returns(all)
	}
	before := len(all)
	if !s.acted {
		all = s.confers(s.ponders(s.seats(s.discussions(s.usefulPlays(all)))))
	}
	if all = s.convincings(all); s.acted {
		all = s.finishes(all)
	}
	if len(all) == before {
		return s.takesBack(all) // people laid cards open that are of no use
	}
	return all
}

// usefulPlays lists the cards that may be added to the open ones, and come after them in order, so
// that there is a use for all of them.
func (s *State) usefulPlays(all []engine.Command) []engine.Command {
	if s.owed > 0 {
		return all
	}
	rest := s.players[s.turn].known & s.fitting()
	if open := s.openSet(); open != 0 {
		rest &= ^deckSet(0) << bits.Len32(uint32(open))
	}
	for ; rest != 0; rest &= rest - 1 {
		if c := s.commands().plays[rest.first()]; s.useful(rest.first()) {
			all = append(all, c)
		}
	}
	return all
}

// useful reports whether the open cards and one more, given by its place in the deck, bring an
// argument or a seat.
func (s *State) useful(index uint8) bool {
	card := Card(index) + firstPro + Card(s.side(s.turn).index())*deckCards
	color := card.Color()
	if color == 0 || color == Black {
		color = s.subject()
	}
	if color == 0 && s.anyFree() || color != 0 && s.takes(color).Allowed() {
		return true
	}
	return s.open[0] == 0 && card.Number() != 0 && s.bringsSeat(card)
}

// bringsSeat reports whether the card, open alone, brings a piece to its field, or to another field
// for arguments.
func (s *State) bringsSeat(card Card) bool {
	next := *s
	next.open[0] = card
	var room [usualCommands]engine.Command
	return len(next.seats(room[:0])) > 0
}

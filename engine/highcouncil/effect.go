package highcouncil

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// What a command would do, for players who are asked to confirm it.

func (s *State) effect(c engine.Command) engine.Effect {
	e := rule.EffectOf(s, c)
	next, _, err := s.Step(c)
	if i := s.find(c.By()); i >= 0 && err == nil {
		after := next.(*State)
		e.Changes = engine.Changes(c.By(), s.numbers(i), after.numbers(i))
		e.Then = append(s.follows(after, i), e.Then...)
	}
	return e
}

// numbers returns the numbers on a seat's tracks.
func (s *State) numbers(i int8) []engine.Amount {
	all := []engine.Amount{{Of: "pieces", N: s.pieces(i)}, {Of: "block", N: s.block(i)}}
	for c := White; c.IsArgument(); c++ {
		all = append(all, engine.Amount{Of: c.String(), N: int(s.players[i].args[c])})
	}
	return all
}

// block returns the size of the largest block of a seat's side.
func (s *State) block(i int8) int { return int(s.ring.largest(s.side(i))) }

// follows says what would follow for the seat in place i, most important first.
func (s *State) follows(after *State, i int8) []engine.Text {
	var all []engine.Text
	was, is := s.block(i), after.block(i)
	switch {
	case after.winner == s.side(i):
		all = append(all, engine.Say("You win: %d in a row", is))
	case is != was:
		all = append(all, engine.Say("Your block: %d → %d", was, is))
	}
	if after.voting && !s.voting {
		all = append(all, engine.Say("The vote begins"))
	}
	for c := White; c.IsArgument(); c++ {
		if from, to := s.players[i].args[c], after.players[i].args[c]; from != to {
			all = append(all, engine.Say("Arguments (%s): %d → %d", c.term(), int(from), int(to)))
		}
	}
	return all
}

package councilofshadows

import (
	"math/bits"

	"arbiter/engine"
)

// Discovering (rulebook, phase 3): two tiles of a stack in range are drawn; one
// goes on a free field of that parsec, the other under its stack.

// mayExplore tells whether player i can discover in a parsec: the stack has a
// tile, and a field is free (ruling pile-empty).
func (s *State) mayExplore(i int8, o option, parsec uint8) bool {
	return (o.where == anywhere || parsec <= s.span(i)) && s.tilesLeft(parsec) && s.free(parsec) != 0
}

// tilesLeft tells whether the stack of a parsec has tiles.
func (s *State) tilesLeft(parsec uint8) bool { return s.table.stack[parsec-1].size() > 0 }

// stacked tells whether a tile lies in its stack.
func (s *State) stacked(i Item) bool {
	p := &s.table.stack[s.facts.full.tile[i-firstTile].parsec-1]
	return (p.above|p.known())&(1<<(i-firstTile)) != 0
}

func (s *State) draws(all []engine.Command) []engine.Command {
	for left := s.table.stack[s.table.pile-1].next(); left != 0; left &= left - 1 {
		all = append(all, s.facts.lexicon.draw[bits.TrailingZeros32(left)])
	}
	return all
}

// placing are the sites on which the drawn tile may be laid.
func (s *State) placing() uint32 {
	free := s.free(s.table.pile)
	if s.automaActs() {
		free &= s.automaSites()
	}
	return free
}

func (s *State) placings(all []engine.Command) []engine.Command {
	say := s.say(s.worker())
	for _, tile := range s.table.drawn {
		if tile == None || s.automaActs() && !s.automaTile(tile) {
			continue
		}
		for left := s.placing(); left != 0; left &= left - 1 {
			all = append(all, say.place[tile-firstTile][bits.TrailingZeros32(left)])
		}
	}
	return all
}

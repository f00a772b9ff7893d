package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
)

// What an argument of a refusal is, besides a number.
const (
	wordSeat word = (iota + 1) << 16
	wordCard
	wordName
)

// seatWord returns the word for the seat in a place; -1 is the table.
func seatWord(place int8) word { return wordSeat | word(uint8(place)) }

// cardWord returns the word for a card.
func cardWord(c printed.Card) word { return wordCard | word(c) }

// nameWord returns the word for a thing.
func nameWord(n printed.Name) word { return wordName | word(n) }

// spoken returns the seat, card, thing or number that a word of a refusal stands for.
func (s *State) spoken(w word) any {
	switch w &^ 0xffff {
	case wordSeat:
		if place := int8(w); place >= 0 {
			return s.seat(place)
		}
		return engine.Table
	case wordCard:
		return printed.Card(w).Term()
	case wordName:
		return printed.Name(w).Term()
	}
	return int(w)
}

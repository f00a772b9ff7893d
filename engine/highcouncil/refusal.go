package highcouncil

import "arbiter/engine"

// What an argument of a refusal is, besides a number.
const (
	wordSeat word = (iota + 1) << 16
	wordFaction
	wordColor
	wordCard
)

// seatWord returns the word for the seat in a place; -1 is the table.
func seatWord(place int8) word { return wordSeat | word(uint8(place)) }

func (f Faction) word() word { return wordFaction | word(f) }
func (c Color) word() word   { return wordColor | word(c) }
func (c Card) word() word    { return wordCard | word(c) }

// spoken returns what a word of a refusal stands for.
func (s *State) spoken(w word) any {
	switch w &^ 0xffff {
	case wordSeat:
		if place := int8(w); place >= 0 {
			return s.seat(place)
		}
		return engine.Table
	case wordFaction:
		return Faction(w).term()
	case wordColor:
		return Color(w).term()
	case wordCard:
		return Card(w).term()
	}
	return int(w)
}

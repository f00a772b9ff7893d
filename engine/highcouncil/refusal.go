package highcouncil

import (
	"strings"

	"arbiter/engine"
)

// A refusal is a rule that stands against a command: its sentence, and what that speaks
// of, kept as numbers, so that asking costs nothing. It becomes words (an
// engine.Refusal) only when people read it. The zero refusal allows.
type refusal struct {
	format string
	words  uint64 // up to four, 16 bits each
}

var allowed refusal

func (r refusal) allowed() bool { return r.format == "" }

// refuse takes up to four words. It is inlined and allocates nothing.
func refuse(format string, words ...word) refusal {
	r := refusal{format: format}
	for i, w := range words {
		r.words |= uint64(w) << (16 * i)
	}
	return r
}

// A word of a refusal is a number, or a seat, a faction, a color or a card.
type word uint16

const (
	wordSeat word = (iota + 1) << 8
	wordFaction
	wordColor
	wordCard
)

// seatWord is the word of the seat in a place; -1 is the table.
func seatWord(place int8) word { return wordSeat | word(uint8(place)) }

func (f Faction) word() word { return wordFaction | word(f) }
func (c Color) word() word   { return wordColor | word(c) }
func (c Card) word() word    { return wordCard | word(c) }

// err puts the refusal into words; nil if the command is allowed.
func (r refusal) err(s *State) error {
	if r.allowed() {
		return nil
	}
	args := make([]any, strings.Count(r.format, "%"))
	for i := range args {
		args[i] = s.spoken(word(r.words >> (16 * i)))
	}
	return engine.Refuse(r.format, args...)
}

// spoken is what a word of a refusal stands for.
func (s *State) spoken(w word) any {
	switch w &^ 0xff {
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

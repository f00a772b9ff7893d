package castingshadows

import (
	"strings"

	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
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

// A word of a refusal is a number, or a seat, a card or another thing.
type word uint16

const (
	wordSeat word = (iota + 1) << 8
	wordCard
	wordName
)

// seatWord is the word of the seat in a place; -1 is the table.
func seatWord(place int8) word { return wordSeat | word(uint8(place)) }

func cardWord(c printed.Card) word { return wordCard | word(c) }
func nameWord(n printed.Name) word { return wordName | word(n) }

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
	case wordCard:
		return printed.Card(w).Term()
	case wordName:
		return printed.Name(w).Term()
	}
	return int(w)
}

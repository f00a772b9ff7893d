// Package rule holds what the rules of every game are made of: what a verb is, what happens while a
// command is played, and what a rule refuses. Programs that play games need none of it.
package rule

import (
	"strings"

	"arbiter/engine"
)

// A Refusal is a rule that forbids a command: its sentence, and the arguments of the sentence. It
// is cheap until people read it, so that lists can ask the same rules as commands do; only Err
// turns it into an engine.Refusal. The zero Refusal allows the command.
type Refusal struct {
	format string

	// Two words in each, not an array of four: Go passes structs in registers only if they have
	// four parts or fewer and no array.
	first, last uint64
}

// A Word is an argument of a refusal: a number in the lower 16 bits and, above them, what it is a
// number of, which is up to the game. 0 is a plain number.
type Word uint32

// Number returns the word for a plain number. It stays a plain number however large it is, since it
// may contain what somebody has sent.
func Number[N ~uint8 | ~uint16](n N) Word { return Word(n) }

// Refuse takes a sentence and up to four words for it. It is inlined and does not allocate.
func Refuse(format string, words ...Word) Refusal {
	r := Refusal{format: format}
	for i, w := range words {
		if i < 2 {
			r.first |= uint64(w) << (32 * i)
		} else {
			r.last |= uint64(w) << (32 * (i - 2))
		}
	}
	return r
}

// Allowed reports whether no rule forbids the command.
func (r Refusal) Allowed() bool { return r.format == "" }

// Err puts the refusal into words, with spoken providing the argument for each Word; nil if the
// command is allowed.
func (r Refusal) Err(spoken func(Word) any) error {
	if r.Allowed() {
		return nil
	}
	args := make([]any, strings.Count(r.format, "%"))
	for i := range args {
		words := r.first
		if i >= 2 {
			words = r.last
		}
		args[i] = spoken(Word(words >> (32 * (i % 2))))
	}
	return engine.Refuse(r.format, args...)
}

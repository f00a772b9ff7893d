// Package rule is what the rules of a game answer with.
package rule

import (
	"strings"

	"arbiter/engine"
)

// A Refusal is a rule that stands against a command: its sentence, and what that speaks
// of. It costs nothing until people read it, so lists ask the same rules as commands do;
// only then Err makes an engine.Refusal of it. The zero Refusal allows.
type Refusal struct {
	format string
	words  uint64 // up to four, 16 bits each
}

// A Word is what a refusal names: its game knows what the bits stand for.
type Word uint16

// Refuse takes a sentence and up to four words of it. It is inlined and allocates nothing.
func Refuse(format string, words ...Word) Refusal {
	r := Refusal{format: format}
	for i, w := range words {
		r.words |= uint64(w) << (16 * i)
	}
	return r
}

// Allowed reports whether nothing stands against the command.
func (r Refusal) Allowed() bool { return r.format == "" }

// Err puts the refusal into words, each of which is what spoken makes of it; nil if the
// command is allowed.
func (r Refusal) Err(spoken func(Word) any) error {
	if r.Allowed() {
		return nil
	}
	args := make([]any, strings.Count(r.format, "%"))
	for i := range args {
		args[i] = spoken(Word(r.words >> (16 * i)))
	}
	return engine.Refuse(r.format, args...)
}

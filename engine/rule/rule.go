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
	words  [4]Word
}

// A Word is what a refusal names: a Number in the lower 16 bits, and above them what it
// is a number of, which its game knows. 0 is a number and nothing else.
type Word uint32

// Number returns the word of a plain number, and of nothing else, however great it is: what
// somebody sends may be in it.
func Number[N ~uint8 | ~uint16](n N) Word { return Word(n) }

// Refuse takes a sentence and up to four words of it. It is inlined and allocates nothing.
func Refuse(format string, words ...Word) Refusal {
	r := Refusal{format: format}
	copy(r.words[:], words)
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
		args[i] = spoken(r.words[i])
	}
	return engine.Refuse(r.format, args...)
}

package castingshadows

import (
	"fmt"
	"slices"
)

// A stage is a part of a turn; the zero Stage is before the first.
type stage uint8

// The stages (rulebook, course of the game: three phases and what ends the turn).
const (
	rolling   stage = iota + 1 // phase 1
	acting                     // phase 2
	absorbing                  // phase 3
	ending                     // what happens when the turn ends
	cursed                     // damage of cursed crystals
)

var stageWords = []string{"", "roll", "act", "absorb", "end", "curse"}

// String returns the stage's word, "" for none.
func (p stage) String() string { return wordAt(stageWords, uint8(p)) }

// MarshalText writes the stage's word.
func (p stage) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a stage's word.
func (p *stage) UnmarshalText(b []byte) error { return readWord((*uint8)(p), b, stageWords, 1) }

// wordAt returns words[n], "" if there is no such word.
func wordAt(words []string, n uint8) string {
	if int(n) >= len(words) {
		return fmt.Sprintf("unknown-%d", n)
	}
	return words[n]
}

// readWord finds the number of a word, which must be at least least.
func readWord(to *uint8, b []byte, words []string, least int) error {
	n := slices.Index(words, string(b))
	if n < least {
		return fmt.Errorf("%q is not one of %v", b, words[1:])
	}
	*to = uint8(n)
	return nil
}

// yes is a word that is present or absent.
type yes bool

// MarshalText writes yes, or nothing.
func (y yes) MarshalText() ([]byte, error) {
	if y {
		return []byte("spell"), nil
	}
	return nil, nil
}

// UnmarshalText reads yes, or nothing.
func (y *yes) UnmarshalText(b []byte) error {
	if *y = string(b) == "spell"; len(b) > 0 && !*y {
		return fmt.Errorf("%q is not %q", b, "spell")
	}
	return nil
}

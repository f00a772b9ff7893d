package position

import (
	"fmt"
	"slices"
)

// A Stage is a part of a turn; the zero Stage is before the first.
type Stage uint8

// The stages (rulebook, course of the game: three phases and what ends the turn).
const (
	Rolling   Stage = iota + 1 // phase 1
	Acting                     // phase 2
	Absorbing                  // phase 3
	Ending                     // what happens when the turn ends
	Cursed                     // damage of cursed crystals
)

var stageWords = []string{"", "roll", "act", "absorb", "end", "curse"}

// String returns the stage's word, "" for none.
func (p Stage) String() string { return WordAt(stageWords, uint8(p)) }

// MarshalText writes the stage's word.
func (p Stage) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a stage's word.
func (p *Stage) UnmarshalText(b []byte) error { return ReadWord((*uint8)(p), b, stageWords, 1) }

// WordAt returns words[n], "" if there is no such word.
func WordAt(words []string, n uint8) string {
	if int(n) >= len(words) {
		return fmt.Sprintf("unknown-%d", n)
	}
	return words[n]
}

// ReadWord finds the number of a word, which must be at least least.
func ReadWord(to *uint8, b []byte, words []string, least int) error {
	n := slices.Index(words, string(b))
	if n < least {
		return fmt.Errorf("%q is not one of %v", b, words[1:])
	}
	*to = uint8(n)
	return nil
}

// Yes is a word that is present or absent.
type Yes bool

// MarshalText writes yes, or nothing.
func (y Yes) MarshalText() ([]byte, error) {
	if y {
		return []byte("spell"), nil
	}
	return nil, nil
}

// UnmarshalText reads yes, or nothing.
func (y *Yes) UnmarshalText(b []byte) error {
	if *y = string(b) == "spell"; len(b) > 0 && !*y {
		return fmt.Errorf("%q is not %q", b, "spell")
	}
	return nil
}

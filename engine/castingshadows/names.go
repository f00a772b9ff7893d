package castingshadows

import (
	"fmt"

	"arbiter/engine/notation"
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
func (p stage) String() string { return notation.Word(stageWords, p) }

// MarshalText writes the stage's word.
func (p stage) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a stage's word.
func (p *stage) UnmarshalText(b []byte) error { return notation.ReadWord(p, b, stageWords, 1) }

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

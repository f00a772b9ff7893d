package printed

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Character is one of the four characters of the base game, or one that came later; the zero
// Character is none.
type Character uint8

// The characters.
const (
	Kit Character = iota + 1
	Frill
	Nuzzle
	Haze
	Frost // of Ice Storm, as is Talon
	Talon
	Lucky // a gift for backers, without a tile of its own

	characters = Lucky + 1
)

var characterWords = []string{"", "kit", "frill", "nuzzle", "haze", "frost", "talon", "lucky"}

// Characters lists the characters.
func Characters() (all []Character) {
	for c := Kit; c < characters; c++ {
		all = append(all, c)
	}
	return all
}

// String returns the character's word, "" for none.
func (c Character) String() string { return notation.Word(characterWords, c) }

// MarshalText writes the character's word.
func (c Character) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a character's word; "" is none.
func (c *Character) UnmarshalText(b []byte) error { return notation.ReadWord(c, b, characterWords, 0) }

// Term returns the character for screens, such as "kit".
func (c Character) Term() engine.Term { return engine.Term(c.String()) }

// Shadow returns the side of the character's board with the shadow form.
func (c Character) Shadow() Name {
	if c > Haze {
		return FrostShadow + Name(c-Frost)
	}
	return KitTheTurbulent + Name(c-Kit)
}

// home returns the tile of a character of the base game, 0 for the others.
func (c Character) home() Name {
	if c > Haze {
		return 0
	}
	return HomeKit + Name(c-Kit)
}

// What every board says (rulebook, setup and character boards).
const (
	Health      = 18 // points at the start
	BaseLimit   = 3  // most shadow energy in base form: reaching it changes the form
	ShadowLimit = 5
	BookSlots   = 5 // of the spell book, the companion's place not counted
	PortalCards = 3 // companions that lie open
)

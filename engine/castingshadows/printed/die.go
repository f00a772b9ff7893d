package printed

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Die is one of the five dice; the zero Die is none.
type Die uint8

// Dice is the number of dice (rulebook, components): two red, two blue, one purple.
const Dice = 5

var dieWords = []string{"", "die-red-1", "die-red-2", "die-blue-1", "die-blue-2", "die-purple"}

// String returns the die's word, "" for none.
func (d Die) String() string { return notation.Word(dieWords, d) }

// MarshalText writes the die's word.
func (d Die) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a die's word; "" is none.
func (d *Die) UnmarshalText(b []byte) error { return notation.ReadWord(d, b, dieWords, 0) }

// Term returns the die for screens.
func (d Die) Term() engine.Term { return engine.Term(d.String()) }

// AllDice lists the dice.
func AllDice() []Die { return []Die{1, 2, 3, 4, 5} }

// Gem returns the gem on two faces of the die.
func (d Die) Gem() Resource {
	switch d {
	case 1, 2:
		return RedGem
	case 3, 4:
		return BlueGem
	}
	return PurpleGem
}

// Faces returns the six faces of the die: two gems, two orbs, a fragment and a cursed crystal. The
// rulebook says that each die has all four kinds, the owner's list how many of each.
func (d Die) Faces() [6]Resource {
	gem := d.Gem()
	orb := gem - RedGem + RedOrb
	return [6]Resource{gem, gem, orb, orb, Fragment, CursedCrystal}
}

// Shows reports whether the die has a face that shows r.
func (d Die) Shows(r Resource) bool {
	gem := d.Gem()
	return r == gem || r == gem-RedGem+RedOrb || r == Fragment || r == CursedCrystal
}

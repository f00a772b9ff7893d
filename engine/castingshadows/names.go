package castingshadows

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/engine/castingshadows/printed"
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
func (p Stage) String() string { return wordAt(stageWords, uint8(p)) }

// MarshalText writes the stage's word.
func (p Stage) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a stage's word.
func (p *Stage) UnmarshalText(b []byte) error { return read((*uint8)(p), b, stageWords, 1) }

// Faces are what the dice show, in their order; 0 for a die that is not rolled.
type Faces [printed.Dice]printed.Resource

// MarshalText writes the faces with commas between them, a point for a die that is not
// rolled.
func (f Faces) MarshalText() ([]byte, error) {
	var all [printed.Dice]string
	for i, r := range f {
		if all[i] = r.String(); r == 0 {
			all[i] = "."
		}
	}
	return []byte(strings.Join(all[:], ",")), nil
}

// UnmarshalText reads faces.
func (f *Faces) UnmarshalText(b []byte) error {
	*f = Faces{}
	all := strings.Split(string(b), ",")
	if len(all) != printed.Dice {
		return fmt.Errorf("%q are not the faces of %d dice; write red-gem,red-orb,.,.,. with a point for a die that is not rolled", b, printed.Dice)
	}
	for i, w := range all {
		if w == "." {
			continue
		}
		if err := f[i].UnmarshalText([]byte(w)); err != nil {
			return err
		}
		if d := printed.Die(i + 1); !d.Shows(f[i]) {
			return fmt.Errorf("%s never shows %q", d, w)
		}
	}
	return nil
}

// DiceSet is a set of dice, a bit for each in their order.
type DiceSet uint8

const allDice DiceSet = 1<<printed.Dice - 1

// dice are those that have faces.
func (f Faces) dice() (d DiceSet) {
	for i, r := range f {
		if r != 0 {
			d |= 1 << i
		}
	}
	return d
}

// Has reports whether a die is in the set.
func (d DiceSet) Has(die printed.Die) bool { return d>>(die-1)&1 != 0 }

// Dice lists those in the set.
func (d DiceSet) Dice() (all []printed.Die) {
	for _, die := range printed.AllDice() {
		if d.Has(die) {
			all = append(all, die)
		}
	}
	return all
}

// MarshalText writes the dice as die-red-1+die-blue-2.
func (d DiceSet) MarshalText() ([]byte, error) {
	var all []string
	for _, die := range d.Dice() {
		all = append(all, die.String())
	}
	return []byte(strings.Join(all, "+")), nil
}

// UnmarshalText reads dice.
func (d *DiceSet) UnmarshalText(b []byte) error {
	*d = 0
	if len(b) == 0 {
		return nil
	}
	for w := range strings.SplitSeq(string(b), "+") {
		var die printed.Die
		if err := die.UnmarshalText([]byte(w)); err != nil {
			return err
		}
		if die == 0 || d.Has(die) {
			return fmt.Errorf("%q are no dice; write each once, as die-red-1+die-blue-2", b)
		}
		*d |= 1 << (die - 1)
	}
	return nil
}

func wordAt(words []string, n uint8) string {
	if int(n) >= len(words) {
		return fmt.Sprintf("unknown-%d", n)
	}
	return words[n]
}

// read finds a word; the first that may be meant has the number least.
func read(to *uint8, b []byte, words []string, least int) error {
	n := slices.Index(words, string(b))
	if n < least {
		return fmt.Errorf("%q is not one of %v", b, words[1:])
	}
	*to = uint8(n)
	return nil
}

// Yes is a word that is there or not.
type Yes bool

// MarshalText writes yes, or nothing.
func (y Yes) MarshalText() ([]byte, error) {
	if y {
		return []byte("spell"), nil
	}
	return nil, nil
}

// UnmarshalText reads it.
func (y *Yes) UnmarshalText(b []byte) error {
	if *y = string(b) == "spell"; len(b) > 0 && !*y {
		return fmt.Errorf("%q is not %q", b, "spell")
	}
	return nil
}

package printed

import (
	"fmt"
	"strconv"
	"strings"

	"arbiter/engine/notation"
)

// An Effect is one line of the small vocabulary in which the game's cardboard is described: one
// thing that a card, tile or board does. A thing with several effects has several lines: lines with
// different Parts follow one another, lines with the same Part are alternatives.
type Effect struct {
	Of      Name
	Part    uint8     // from 1
	When    Trigger   // for the owner, unless the trigger says otherwise
	If      Condition // none: always
	Times   Steps     // how many times Pays may be spent, such as 1/2/3; none: it is free
	Pays    Cost
	Does    Deed
	Amounts Steps  // as many as Times, or one for all; none if the deed has no number
	What    Cost   // the resources of the deed; for grey ones the owner chooses the color
	To      Target // none: as the list of cards says, or else the owner
	Reach   Reach  // none: as the list of cards says
	Lasts   Span   // none: done at once
	Origin  notation.Origin
}

// Steps are up to four numbers that belong together, such as 3/5/6 damage; unused ones are 0.
type Steps [4]uint8

// Number returns how many numbers there are.
func (s Steps) Number() int {
	for i, n := range s {
		if n == 0 {
			return i
		}
	}
	return len(s)
}

// At returns the number at a step, from 0; a single number applies to every step.
func (s Steps) At(step int) uint8 {
	if s.Number() == 1 {
		return s[0]
	}
	return s[min(step, len(s)-1)]
}

// Only returns the number at a step, from 0, as the number for every step.
func (s Steps) Only(step int) Steps { return Steps{s.At(step)} }

// MarshalText writes the numbers with slashes between them; no numbers are the empty word.
func (s Steps) MarshalText() ([]byte, error) {
	var words []string
	for _, n := range s[:s.Number()] {
		words = append(words, strconv.Itoa(int(n)))
	}
	return []byte(strings.Join(words, "/")), nil
}

// UnmarshalText reads numbers.
func (s *Steps) UnmarshalText(b []byte) error {
	*s = Steps{}
	if len(b) == 0 {
		return nil
	}
	for i, word := range strings.Split(string(b), "/") {
		n, err := strconv.ParseUint(word, 10, 8)
		if err != nil || n == 0 || i >= len(s) {
			return fmt.Errorf("%q is not one to %d numbers from 1, separated by slashes", b, len(s))
		}
		s[i] = uint8(n)
	}
	return nil
}

// Damage returns the damage of the effect at a step; 0 if it deals none.
func (e Effect) Damage(step int) uint8 {
	if e.Does != Deal {
		return 0
	}
	return e.Amounts.At(step)
}

// Package printed is what is printed on the cardboard of Casting Shadows (Unstable Games, Asmodee):
// resources and dice, cards and tiles, costs, and a small vocabulary in which one line says what a
// card does.
//
// It is data without rules: no state, no turn. The rulebook shows hardly any card; what it does not
// show comes as facts, each with its source.
package printed

import (
	"fmt"
	"slices"
	"strconv"
)

func wordAt(words []string, n uint8) string {
	if int(n) >= len(words) {
		return "unknown-" + strconv.Itoa(int(n))
	}
	return words[n]
}

// read finds a word. The empty word is the zero value.
func read[T ~uint8](to *T, b []byte, words []string) error {
	n := slices.Index(words, string(b))
	if n < 0 {
		return fmt.Errorf("%q is not one of %v", b, words[1:])
	}
	*to = T(n)
	return nil
}

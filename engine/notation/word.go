package notation

import (
	"fmt"
	"slices"
	"strconv"
)

// Word returns the word of n, a value of an enumeration whose words are listed by number.
func Word[T ~uint8](words []string, n T) string {
	if int(n) >= len(words) {
		return "unknown-" + strconv.Itoa(int(n))
	}
	return words[n]
}

// ReadWord finds the value of a word, which has to be at least least: 0 if the word of the zero
// value may be read, too.
func ReadWord[T ~uint8](to *T, word []byte, words []string, least int) error {
	n := slices.Index(words, string(word))
	if n < least {
		return fmt.Errorf("%q is not one of %v", word, words[1:])
	}
	*to = T(n)
	return nil
}

package notation_test

import (
	"testing"

	"arbiter/engine/notation"
)

// TestWordsOfAnEnumeration: each value has its word, and no word stands for another value.
func TestWordsOfAnEnumeration(t *testing.T) {
	words := []string{"", "red", "blue"}
	for n, want := range words {
		var got uint8
		if word := notation.Word(words, uint8(n)); word != want {
			t.Errorf("%d is %q, want %q", n, word, want)
		}
		if err := notation.ReadWord(&got, []byte(want), words, 0); err != nil || int(got) != n {
			t.Errorf("%q is %d, %v, want %d", want, got, err, n)
		}
	}
	if got, want := notation.Word(words, uint8(7)), "unknown-7"; got != want {
		t.Errorf("7 is %q, want %q", got, want)
	}
	var kept uint8 = 2
	for word, least := range map[string]int{"green": 0, "": 1} {
		if err := notation.ReadWord(&kept, []byte(word), words, least); err == nil || kept != 2 {
			t.Errorf("%q is read as %d", word, kept)
		}
	}
}

package site

import (
	"slices"
	"testing"

	"arbiter/companion/words"
)

// Pages can be had in every language that there are words in, named in itself.
func TestLanguagesOfPages(t *testing.T) {
	var codes []string
	for _, l := range Languages {
		codes = append(codes, l.Code)
	}
	if want := slices.Sorted(slices.Values(words.Languages())); !slices.Equal(slices.Sorted(slices.Values(codes)), want) {
		t.Errorf("pages are in %q, words in %q", codes, want)
	}
}

package councilofshadows_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// A state has names for places where the words of a log have numbers; a tracks book,
// which knows no board, and things that are not there keep the numbers.
func TestPlacesInWords(t *testing.T) {
	board, tracks := fullTable(t), startWith(t, "purple red green")
	for _, test := range []struct {
		in         engine.State
		line, want string
	}{
		{board, "purple found 1 1 1", "Put one cube on terrestrial planet 1 in parvus-corta 1"},
		{board, "purple found 1 3 2", "Put 2 cubes on a desert planet in parvus-corta 1"},
		{board, "purple found 2 1 1", "Put one cube on planet 1 in parvus-corta 2"}, // no tile lies there
		{board, "purple found 99 1 1", "Put one cube on planet 1 in field 99"},
		{board, "purple founded 1 3 1 colonize", "purple settles in parvus-corta"},
		{board, "purple founded 1 3 2 tower", "purple founds a colony in parvus-corta"},
		{board, "purple founded 1 3 3 ai-05", "purple builds a tower of 3 in parvus-corta"},
		{board, "purple stands 1 1 2", "purple has 2 cubes on terrestrial planet 1 in parvus-corta 1"},
		{board, "purple gather 1", "Harvest in parvus-corta 1"},
		{board, "purple gathered 1 2 2/0/0 harvest", "purple harvests in parvus-corta: 2 anthracite"},
		{board, "purple gathered 1 1 - harvest", "purple harvests in parvus-corta once"},
		{board, "purple gathered 1 2 - harvest", "purple harvests in parvus-corta 2 times"},
		{board, "purple place tile-03 2", "Put the system with 3 planets and 1 anthracite in parvus-corta 2"},
		{board, "purple placed tile-03 2", "In parvus-corta there is now the system with 3 planets and 1 anthracite"},
		{board, "purple score grey 1 1", "Score parvus-corta; a cube goes back from terrestrial planet 1 in parvus-corta 1"},
		{board, "purple score grey 0 0", "Score parvus-corta; no cube goes back"},
		{board, "purple claimed grey 1 1", "purple scores parvus-corta; one cube goes back"},
		{tracks, "purple found 1 1 1", "Put one cube on planet 1 of field 1"},
		{nil, "purple found 1 1 1", "Put one cube on planet 1 of field 1"},
	} {
		x, err := councilofshadows.Game.Words.Parse(test.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := councilofshadows.Game.TellIn(test.in, x).String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.line, got, test.want)
		}
	}
}

package highcouncil_test

import (
	"testing"
	"unicode/utf8"

	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
)

// The guide has at most twelve steps with short sentences, each of another name, and names
// only phases and verbs of the game.
func TestGuide(t *testing.T) {
	names := map[string]bool{}
	if n := len(highcouncil.Game.Guide); n == 0 || n > 12 {
		t.Errorf("the guide has %d steps, want 1 to 12", n)
	}
	for _, s := range highcouncil.Game.Guide {
		if names[s.Name] {
			t.Errorf("the name %q stands twice", s.Name)
		}
		names[s.Name] = true
		if s.Verb != "" && !highcouncil.Game.Words.Knows(s.Verb) || s.Phase != "" && s.Phase != "vote" {
			t.Errorf("%s: there is no phase %q or verb %q", s.Name, s.Phase, s.Verb)
		}
		if n := utf8.RuneCountInString(s.Text.String()); n > 70 {
			t.Errorf("%s: %d letters, want at most 70", s.Name, n)
		}
	}
}

// Before a card is played it is told what its field would do for the block.
func TestACardTellsWhatItsFieldWouldDo(t *testing.T) {
	s, err := highcouncil.Game.New(enginetest.Seats("white red yellow blue"), facts(t, "seated 7 white follower,seated 8 white speaker,seated 10 yellow follower,seated 12 red follower"))
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"white play day-09": "Field 9: your block grows from 2 to 4",
		"white play day-02": "Field 2: your block stays at 2",
		"white play day-12": "Field 12 is taken: it can bring an argument",
	} {
		c, err := highcouncil.Game.Words.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := highcouncil.Game.Describe(s, c).String(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

package councilofshadows_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	council "arbiter/engine/councilofshadows"
)

// The guide has at most twelve steps with short sentences, each of another name, and
// names only phases and verbs of the game.
func TestGuide(t *testing.T) {
	phases, verbs := " buy plan act score level ", " place found gather raise score "
	names := map[string]bool{}
	if n := len(council.Game.Guide); n == 0 || n > 12 {
		t.Errorf("the guide has %d steps, want 1 to 12", n)
	}
	for _, s := range council.Game.Guide {
		if names[s.Name] || strings.ContainsRune(s.Name, ' ') {
			t.Errorf("the name %q is no single word, or stands twice", s.Name)
		}
		names[s.Name] = true
		if s.Phase != "" && !strings.Contains(phases, " "+s.Phase+" ") || s.Verb != "" && !strings.Contains(verbs, " "+s.Verb+" ") {
			t.Errorf("%s: there is no phase %q or verb %q", s.Name, s.Phase, s.Verb)
		}
		if s.Round > council.Game.GuideRounds {
			t.Errorf("%s comes in round %d, after the guide", s.Name, s.Round)
		}
		if n := utf8.RuneCountInString(s.Text.String()); n > 70 {
			t.Errorf("%s: %d letters, want at most 70", s.Name, n)
		}
	}
}

package site

import (
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// Where buttons are, a panel tells what is to be put back after an undo among all else. A page
// has a list of its own for it, and tells it once.
func TestWhatIsPutBackIsToldOnce(t *testing.T) {
	s := &Server{Petitions: session.NewPetitions(time.Now)}
	back, other := engine.Say("Energy from %d to %d", 8, 73), engine.Say("slide the cards")
	snap := companion.Snapshot{Notices: []companion.Notice{{Text: back}, {Text: other}}}
	if got := s.Notices(snap); len(got) != 2 {
		t.Errorf("two notices are %v", got)
	}
	snap.Moves = []engine.Text{engine.Say("Energy from %d to %d", 8, 73)}
	if got := s.Notices(snap); len(got) != 1 || !got[0].Text.Equal(other) {
		t.Errorf("beside the list there are %v", got)
	}
}

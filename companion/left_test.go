package companion_test

import (
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
)

// guarded begins a game with guards, in which each seat has hidden one, and plans.
func guarded(t *testing.T, store companion.Store, guards map[engine.Seat]string, change ...func(*companion.Opts)) *stage {
	t.Helper()
	s := open(t, store, change...)
	s.begun("guards", guards)
	return s
}

// TestOut: whoever is out sees what the seat knows, may do nothing, is asked nothing, and may leave
// its cards anywhere.
func TestOut(t *testing.T) {
	h := &hand{}
	s := guarded(t, memory(), map[engine.Seat]string{"green": "spear"}, func(o *companion.Opts) { o.After = h.after })
	s.lie(hw.Arrived, "purple-1", "purple", "star")
	if n := len(s.see("purple").Notices); n == 0 {
		t.Error("control: a card on a reader of who plays is no trouble")
	}
	s.play("purple", "purple gain 1")
	s.play("green", "green answer 1")
	h.over(s)
	shot := s.see("purple")
	if !shot.View.Seats[0].Out || len(shot.Legal) > 0 || len(shot.Notices) > 0 {
		t.Errorf("purple is out: %+v, may %v, is told %v", shot.View.Seats[0], shot.Legal, shot.Notices)
	}
	if hand, _ := shot.View.Zone("purple", engine.Hand); hand.Cards[0].Name != "star" {
		t.Errorf("purple forgets its hand: %v", hand)
	}
	out := "purple is out of the game and only watches"
	if got := s.refused(companion.Request{Seat: "purple", Line: "green gain 1", Version: shot.Version}); got != out {
		t.Error(got)
	}
	if _, err := s.undo("purple"); s.refusal(err) != out {
		t.Error(err)
	}
	if a, err := s.undo("green"); err != nil || len(a.Waiting) != 1 || a.Waiting[0] != "red" {
		t.Errorf("a guard that everybody has seen is turned down again when red agrees: %v, %v", a, err)
	}
	if _, err := s.undo("red"); err != nil || s.see("").View.Seats[0].Out {
		t.Errorf("purple is still out (%v)", err)
	}
}

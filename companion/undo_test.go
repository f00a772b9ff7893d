package companion_test

import (
	"fmt"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
)

func (s *stage) undo(seat engine.Seat) (companion.Answer, error) {
	s.Helper()
	return s.Undo(s.Context(), seat, s.see(seat).Version)
}

func TestUndo(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	if _, err := s.undo("purple"); s.refusal(err) != "there is nothing to take back" {
		t.Error(err)
	}
	s.play("purple", "purple plan 1 moon")
	if _, err := s.undo("green"); s.refusal(err) != "only purple may take back the last step" {
		t.Error(err)
	}
	if _, err := s.undo(""); s.refusal(err) != "whoever only watches cannot act" {
		t.Error(err)
	}
	if _, err := s.Undo(t.Context(), "purple", 0); s.refusal(err) != "the game has moved on meanwhile; look again" {
		t.Error(err)
	}
	answer, err := s.undo("purple")
	if got, want := fmt.Sprint(answer, err), "{2 [] [purple: moon goes to: field hand]  [] 0} <nil>"; got != want {
		t.Errorf("undo: %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(s.see("purple").Moves, s.see("green").Moves), "[purple: moon goes to: field hand] []"; got != want {
		t.Errorf("moves: %s, want %s", got, want)
	}
	log := s.see("purple").Log
	if got, want := fmt.Sprint(len(log), log[0].Undone, log[1].Undoes, len(s.see("green").Log)), "2 true 1 0"; got != want {
		t.Errorf("log: %s, want %s", got, want)
	}
	s.play("purple", "purple plan 1 moon")
	if got, want := len(s.see("purple").Moves), 0; got != want {
		t.Errorf("%d moves after the next command", got)
	}
	if got, want := len(store.Games()[0].Entries), 3; got != want {
		t.Errorf("%d entries in the store, want %d", got, want)
	}
}

func TestUndoForgetsWhatTheBoxTold(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.round("table tell moon 1")
	if _, err := s.undo("green"); err != nil {
		t.Fatal(err)
	}
	s.play("green", "table tell moon 2")
	learned, err := store.Learned("hush")
	if got, want := fmt.Sprint(learned, err), "[value moon 2 owner] <nil>"; got != want {
		t.Errorf("learned: %s, want %s", got, want)
	}
}

func TestUndoAcrossAReveal(t *testing.T) {
	s := open(t, memory()).seats("purple", "green", "robot")
	s.round()
	ask := func(seat engine.Seat, want string) {
		t.Helper()
		answer, err := s.undo(seat)
		if got := fmt.Sprint(answer.Version, answer.Waiting, err); got != want {
			t.Errorf("%s asks: %s, want %s", seat, got, want)
		}
	}
	ask("purple", "6 [green] <nil>")
	ask("purple", "6 [green] <nil>") // pressing twice is no second voice
	shot := s.see("")
	if got, want := fmt.Sprint(shot.Proposal.Agreed, shot.Proposal.Waiting), "[purple] [green]"; got != want {
		t.Errorf("everybody sees %s, want %s", got, want)
	}
	s.play("green", "table tell moon 1")
	if got, want := s.see("").Proposal, (*companion.Proposal)(nil); got != want {
		t.Error("another command did not drop the question")
	}
	if _, err := s.undo("purple"); err != nil { // the answer can go at once
		t.Fatal(err)
	}
	ask("green", "8 [purple] <nil>")
	if _, err := s.Undo(t.Context(), "purple", 6); s.refusal(err) == "" {
		t.Error("an undo of something else counted as consent")
	}
	ask("purple", "9 [] <nil>")
	shot = s.see("purple")
	if got, want := shot.Proposal, (*companion.Proposal)(nil); got != want {
		t.Errorf("%v seats still asked after the undo", got)
	}
	for _, z := range shot.View.Zones {
		if z.Seat == "green" && z.Name != engine.Hand && len(z.Cards) > 0 {
			t.Errorf("purple still sees green's card on field %s", z.Name)
		}
	}
	s.play("green", "green take-back 1 moon")
}

func TestSoloUndoNeedsNobodyElse(t *testing.T) {
	s := open(t, memory()).seats("purple", "robot")
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	answer, err := s.undo("purple")
	if got, want := fmt.Sprint(answer.Version, answer.Waiting, err), "4 [] <nil>"; got != want {
		t.Errorf("solo: %s, want %s", got, want)
	}
}

// A reason is computed from what the viewer knew, also after a restart and an undo.
func TestReasons(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	reason := func(seat engine.Seat) string {
		log := s.see(seat).Log
		return log[len(log)-1].Events[0].Reason.Rule.String()
	}
	check := func(when string) {
		t.Helper()
		if got, want := reason("purple")+"; "+reason("green"), "1 cards of moon are known to lie; 0 cards of moon are known to lie"; got != want {
			t.Errorf("%s: %s, want %s", when, got, want)
		}
	}
	check("at once")
	s.leave()
	s = open(t, store)
	check("after a restart")
	s.play("green", "green plan 1 moon")
	if _, err := s.undo("green"); err != nil {
		t.Fatal(err)
	}
	before := s.see("purple")
	s.play("green", "green plan 1 moon", "green plan 2 sun", "green ready", "table tell moon 1", "table tell sun 1")
	s.play("purple", "purple gain 2")
	for _, seat := range []engine.Seat{"purple", ""} {
		if got, want := reason(seat), "2 cards of moon are known to lie"; got != want {
			t.Errorf("%q after the reveal: %s, want %s", seat, got, want)
		}
	}
	if got, want := fmt.Sprint(s.see("").Log[len(s.see("").Log)-1].Events[0].Reason.Addends), "[{before 0} {gain 2}]"; got != want {
		t.Errorf("addends %s, want %s", got, want)
	}
	if slices.ContainsFunc(before.Log, func(l companion.LogLine) bool { return l.Undone }) {
		t.Error("purple sees that a hidden step was taken back")
	}
}

// Somebody else's step is taken back once everybody has agreed; one's own at once.
func TestAnothersStep(t *testing.T) {
	s := open(t, memory()).seats("purple", "green")
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	answer, err := s.undo("green")
	if got, want := fmt.Sprint(answer.Version, answer.Waiting, err), "3 [purple] <nil>"; got != want {
		t.Fatalf("%s, want %s", got, want)
	}
	if p := s.see("purple").Proposal; p == nil || p.Shown || p.Line != "" {
		t.Errorf("purple is asked %+v", p)
	}
	answer, err = s.undo("purple")
	if got, want := fmt.Sprint(answer.Version, answer.Waiting, err), "4 [] <nil>"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// In a very long game each seat keeps the newest lines that it may know. If a step is taken back
// whose line is dropped, the seats that knew of it are told; those it was hidden from are not.
func TestLinesOfAVeryLongGame(t *testing.T) {
	s := open(t, memory()).seats("purple", "green")
	const times, most = 760, 1500 // as many lines as a seat keeps at most
	s.play("purple", "purple plan 1 moon")
	for range times {
		s.play("purple", "purple plan 2 sun")
		if _, err := s.undo("purple"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.undo("purple"); err != nil {
		t.Fatal(err)
	}
	shot := s.see("purple")
	if n := len(shot.Log); n > most || shot.Older == 0 || n+shot.Older != shot.Version {
		t.Errorf("%d lines and %d older ones of %d entries", n, shot.Older, shot.Version)
	}
	if last := shot.Log[len(shot.Log)-1]; last.Undoes != 1 || last.Seq != shot.Version {
		t.Errorf("the last line is number %d and takes back %d, want %d and 1", last.Seq, last.Undoes, shot.Version)
	}
	if first := shot.Log[0]; first.Seq != shot.Older+1 || first.Undone == (first.Undoes > 0) {
		t.Errorf("after %d older ones comes %+v", shot.Older, first)
	}
	if green := s.see("green"); len(green.Log)+green.Older != 0 {
		t.Errorf("green, who may know nothing of it, has %d lines and %d older ones", len(green.Log), green.Older)
	}
}

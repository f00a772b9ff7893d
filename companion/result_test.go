package companion_test

import (
	"errors"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/engine"
)

// toTheEnd is a game that was played to its end.
func toTheEnd(t *testing.T, store *companiontest.Store) *stage {
	t.Helper()
	s := open(t, store).seats("purple", "green")
	s.round("table tell moon 1", "table tell sun 2")
	s.play("purple", "purple gain 3", "purple slide")
	s.play("green", "green slide")
	s.play("purple", "purple plan 1 sun", "purple ready")
	s.play("green", "green plan 1 sun", "green ready")
	s.play("purple", "purple slide")
	if got := store.Games()[0].Result; got != "" {
		t.Fatalf("a game that goes on has the result %q", got)
	}
	s.play("green", "green slide")
	return s
}

// The result is stored when the game ends by its rules, and removed when everybody agrees to take
// the end back. Both hold after a restart, until another game begins.
func TestResultIsKeptAtOnce(t *testing.T) {
	store := memory()
	toTheEnd(t, store)
	kept := func(want string) {
		t.Helper()
		if got := store.Games()[0]; got.Result != want || got.Done != (want != "") {
			t.Errorf("result %q, kept %t, want %q", got.Result, got.Done, want)
		}
	}
	kept("purple")
	s := open(t, store)
	if shot := s.see("purple"); shot.GameID == "" || !shot.View.Over {
		t.Fatalf("after a restart the game %q is over: %t", shot.GameID, shot.View.Over)
	}
	kept("purple")
	if a, err := s.undo("green"); err != nil || !slices.Equal(a.Waiting, []engine.Seat{"purple"}) {
		t.Fatalf("green takes the end back: %v waits for %v, want for purple", err, a.Waiting)
	}
	kept("purple")
	if _, err := s.undo("purple"); err != nil {
		t.Fatal(err)
	}
	if kept(""); s.see("green").View.Over {
		t.Error("the end that was taken back stands")
	}
	s.play("green", "green slide")
	kept("purple")
	if err := start(s, companion.NewGame{Game: "hush", Seats: sit("red", "purple")}); err != nil {
		t.Fatalf("the next game: %v", err)
	}
	kept("purple")
	if got := open(t, store).see("red").GameID; got != store.Games()[1].ID {
		t.Errorf("after a restart the game %q is on the table, want the second", got)
	}
}

// A game that was over by the rules of an older program keeps its result, and the table is asked
// nothing.
func TestResultByOlderRules(t *testing.T) {
	store := memory()
	open(t, store).seats("purple", "green").play("purple", "purple plan 1 moon")
	id := store.Games()[0].ID
	if err := store.Conclude(id, "green"); err != nil {
		t.Fatal(err)
	}
	s := open(t, store)
	if shot := s.see("purple"); shot.GameID != "" || shot.Ended.ID != id || shot.Ended.Result != "green" {
		t.Errorf("on the table: %q, ended: %+v", shot.GameID, shot.Ended)
	}
	if err := start(s, companion.NewGame{Game: "hush", Seats: sit("red", "purple")}); err != nil || store.Games()[0].Result != "green" {
		t.Errorf("the next game: %v; the result is %q", err, store.Games()[0].Result)
	}
}

// A game that is over, but whose result an older program did not or could not store, is over when
// the program starts.
func TestResultOfAnOlderProgram(t *testing.T) {
	store := memory()
	s := toTheEnd(t, store)
	if err := store.Conclude(store.Games()[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	open(t, store).see("purple")
	if got := store.Games()[0].Result; got != "purple" {
		t.Errorf("result %q, want purple", got)
	}
	store.Fill(true)
	for range 2 {
		if _, err := s.undo("purple"); err != nil && !errors.Is(err, companiontest.ErrFull) {
			t.Errorf("the end is taken back: %v", err)
		}
		if _, err := s.undo("green"); err != nil && !errors.Is(err, companiontest.ErrFull) {
			t.Errorf("the end is taken back: %v", err)
		}
	}
	if !s.see("purple").View.Over || store.Games()[0].Result != "purple" {
		t.Error("what cannot be written was taken back")
	}
}

func TestOutcome(t *testing.T) {
	for result, want := range map[string]string{
		"":                  "still running",
		companion.Abandoned: "not finished",
		companion.Nobody:    "ended without a winner",
		"purple":            "won by purple",
		"white yellow":      "won by white, yellow",
		"purple red green":  "won by purple, red, green",
	} {
		if got := companion.Outcome(result).String(); got != want {
			t.Errorf("result %q: %q, want %q", result, got, want)
		}
	}
}

func TestHowMany(t *testing.T) {
	for _, c := range []struct {
		counts []int
		want   string
	}{
		{[]int{4}, "4"}, {[]int{1, 2}, "1 or 2"}, {[]int{1, 2, 3, 4}, "1 to 4"}, {[]int{2, 4}, "2 or 4"}, {[]int{1, 3, 4}, "1, 3 or 4"},
	} {
		if got := companion.HowMany(c.counts).String(); got != c.want {
			t.Errorf("%v: %q, want %q", c.counts, got, c.want)
		}
	}
}

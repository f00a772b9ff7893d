package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/review"
	"arbiter/engine"

	"github.com/google/go-cmp/cmp"
)

// A played game is the rules with what was played.
type played struct {
	game    engine.Game
	setup   engine.Setup
	entries []engine.Entry
}

// play plays lines of hush; "undo SEAT" takes back the last step.
func play(t *testing.T, leaky bool, lines ...string) played {
	t.Helper()
	game := testgame.Game(leaky)
	setup := engine.Setup{Game: game.Name, Seats: []engine.Seat{"ana", "ben"}}
	start, err := game.New(setup.Seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if seat, ok := strings.CutPrefix(line, "undo "); ok {
			_, err = s.Undo(engine.Seat(seat), "ana", "ben")
		} else {
			x, parseErr := game.Words.Parse(line)
			if parseErr != nil {
				t.Fatal(parseErr)
			}
			_, err = s.Do(x.(engine.Command))
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return played{game, setup, s.Entries()}
}

func wind(t *testing.T, eye review.Viewer, p played) *review.Replay {
	t.Helper()
	f, err := review.New(p.game, p.setup, p.entries, eye)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// told is the whole replay in words: the log, and each picture.
func told(f *review.Replay) string {
	var b strings.Builder
	for _, r := range f.Positions {
		line, ok := f.Line(r.Seq)
		fmt.Fprintf(&b, "%d %v %v %v %v %+v\n", r.Seq, ok, r.Undone, r.Undoes, line, r.State.View())
	}
	return b.String()
}

// A replay shows every step, including those that were taken back, and each position.
func TestFilm(t *testing.T) {
	f := wind(t, review.Everything, playSome(t, false, "moon"))
	if got, want := f.Last(), 5; got != want {
		t.Fatalf("%d entries, want %d", got, want)
	}
	var undone []int
	for _, r := range f.Positions {
		if r.Undone {
			undone = append(undone, r.Seq)
		}
	}
	if want := []int{2}; !slices.Equal(undone, want) {
		t.Errorf("taken back: %v, want %v", undone, want)
	}
	hand := func(seq int) int {
		z, _ := f.Positions[seq].State.View().Zone("ana", engine.Hand)
		return len(z.Cards)
	}
	for seq, want := range []int{3, 2, 1, 2, 2, 2} {
		if got := hand(seq); got != want {
			t.Errorf("after entry %d ana holds %d cards, want %d", seq, got, want)
		}
	}
	l, ok := f.Line(3)
	if want := (struct{ Seq, Undoes int }{3, 2}); !ok || l.Seq != want.Seq || l.Undoes != want.Undoes || len(l.Events) != 0 {
		t.Errorf("entry 3 says %+v, %v", l, ok)
	}
	if l, _ := f.Line(2); !l.Undone || l.Command.IsZero() {
		t.Errorf("entry 2 says %+v, want it marked as taken back", l)
	}
	for _, seq := range []int{0, -1, 6} {
		if l, ok := f.Line(seq); ok {
			t.Errorf("there is an entry %d: %+v", seq, l)
		}
	}
}

func playSome(t *testing.T, leaky bool, card string) played {
	t.Helper()
	second := map[string]string{"moon": "sun", "sun": "moon"}[card]
	return play(t, leaky, "ana plan 1 "+card, "ana plan 2 "+second, "undo ana", "ben plan 1 star", "ben plan 2 sun")
}

// Two games that differ only in hidden cards look the same to a spectator.
func TestSpectatorSeesNoHiddenCard(t *testing.T) {
	one := told(wind(t, review.Spectator, playSome(t, false, "moon")))
	two := told(wind(t, review.Spectator, playSome(t, false, "sun")))
	if d := cmp.Diff(one, two); d != "" {
		t.Errorf("a spectator sees hidden cards:\n%s", d)
	}
	// The controls: a viewer who knows everything sees the difference, and so does a spectator of a
	// game that forgets to cover its cards.
	if told(wind(t, review.Everything, playSome(t, false, "moon"))) == told(wind(t, review.Everything, playSome(t, false, "sun"))) {
		t.Error("nobody sees the hidden cards, so this test proves nothing")
	}
	if told(wind(t, review.Spectator, playSome(t, true, "moon"))) == told(wind(t, review.Spectator, playSome(t, true, "sun"))) {
		t.Error("a leak is not seen, so this test proves nothing")
	}
}

// An inconsistent log is refused by the number of its entry.
func TestBrokenLogs(t *testing.T) {
	p := playSome(t, false, "moon")
	for name, c := range map[string]struct {
		change func([]engine.Entry)
		want   string
	}{
		"a wrong number":           {func(l []engine.Entry) { l[1].Seq = 7 }, "entry 7 stands in place 2"},
		"a wrong step back":        {func(l []engine.Entry) { l[2].Undoes = 1 }, "entry 3 takes back entry 1"},
		"nothing to take back":     {func(l []engine.Entry) { l[0] = engine.Entry{Seq: 1, Undoes: 1} }, "entry 1 takes back entry 1"},
		"a step back of the start": {func(l []engine.Entry) { l[0] = engine.Entry{Seq: 1, Undoes: -3} }, "entry 1 takes back entry -3"},
	} {
		list := slices.Clone(p.entries)
		c.change(list)
		if _, err := review.New(p.game, p.setup, list, review.Everything); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

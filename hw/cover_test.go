package hw_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/hw"
	"arbiter/hw/virtual"
)

// A part is a part of a script about a stack; cards are covered between parts.
type part struct {
	script string
	cover  string // cards on p that are covered from then on
}

func TestCoveredCards(t *testing.T) {
	both := func(p, q string, n int) string { return strings.Repeat("p:"+p+"\nq:"+q+"\n", n) }
	for _, c := range []struct {
		name  string
		parts []part
		want  string
	}{
		{"control: an uncovered card that falls silent leaves", []part{{"p:a*2\np:ab*2\np:b*9", ""}},
			"p: arrived a\np: arrived b\np: left a"},
		{"a covered card that falls silent does not", []part{{"p:a*2\np:ab*2", "a"}, {"p:b*99", "a"}},
			"p: arrived a\np: arrived b"},
		{"nor does it arrive again when it is heard again", []part{{"p:a*2\np:ab*2", "a"}, {"p:b*9\np:ab*3\np:b*9", "a"}},
			"p: arrived a\np: arrived b"},
		{"the top card leaves", []part{{"p:a*2\np:ab*2", "a"}, {"p:b*9\np:a*9", "a"}},
			"p: arrived a\np: arrived b\np: left b"},
		{"uncovered and there", []part{{"p:a*2\np:ab*2", "a"}, {"p:b*9\np:a*9", ""}, {"p:a*9", ""}},
			"p: arrived a\np: arrived b\np: left b"},
		{"uncovered and gone: leaves by misses from then on", []part{{"p:a*2\np:ab*2", "a"}, {"p:b*9\np:*3", ""}, {"p:*2", ""}},
			"p: arrived a\np: arrived b\np: left b"},
		{"uncovered and gone: leaves", []part{{"p:a*2\np:ab*2", "a"}, {"p:b*9\np:*3", ""}, {"p:*3", ""}},
			"p: arrived a\np: arrived b\np: left b\np: left a"},
		{"pulled out and laid elsewhere: it moves", []part{{"p:a*2\np:ab*2", "a"}, {both("b", "a", 9), "a"}},
			"p: arrived a\np: arrived b\np: left a\nq: arrived a"},
		{"a glimpse elsewhere is nothing", []part{{"p:a*2\np:ab*2", "a"}, {"p:b*9\nq:a\nq:\np:b*9", "a"}},
			"p: arrived a\np: arrived b"},
		{"heard here and elsewhere: a conflict", []part{{"p:a*2\np:ab*2", "a"}, {both("ab", "a", 5), "a"}},
			"p: arrived a\np: arrived b\nq: conflict a (lies on p)"},
		{"a card that does not lie there", []part{{"p:b*2", "a"}, {"p:ab\np:b*9", "a"}}, "p: arrived b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := hw.NewTracker(brisk)
			clock := start
			var out []string
			for _, x := range c.parts {
				if s := runFrom(t, tr, &clock, x.script); s != "" {
					out = append(out, s)
				}
				var uids []hw.UID
				for _, r := range x.cover {
					uids = append(uids, card(t, r))
				}
				tr.Cover("p", uids...)
			}
			if d := cmp.Diff(c.want, strings.Join(out, "\n")); d != "" {
				t.Error(d)
			}
		})
	}
}

// About a covered card nothing is known while it is silent, nor anything that another scan would
// settle.
func TestAnswersAboutCoveredCards(t *testing.T) {
	tr := hw.NewTracker(brisk)
	clock := start
	runFrom(t, tr, &clock, "p:a*2\np:ab*2")
	tr.Cover("p", card(t, 'a'))
	for saw, want := range map[string]hw.Certainty{"p:ab": hw.Present, "p:b": hw.Uncertain} {
		runFrom(t, tr, &clock, saw)
		if got := tr.Certainty("p", card(t, 'a')); got != want {
			t.Errorf("after %s: %v, want %v", saw, got, want)
		}
		if tr.Uncertain("p") {
			t.Errorf("after %s: doubtful", saw)
		}
	}
	if got, want := len(tr.Present("p")), 2; got != want {
		t.Errorf("%d cards lie there, want %d", got, want)
	}
}

// pile plays a stack of cards of which only the top one is heard, with scans and errors lost, and
// returns how many of the cards below it left.
func pile(t *testing.T, seed uint64, covers bool) (left int) {
	rng := rand.New(rand.NewPCG(seed, 3))
	tr, now := hw.NewTracker(hw.Opts{}), start
	var stack []hw.UID
	for range 60 {
		if n := len(stack); n > 0 && rng.IntN(2) == 0 {
			stack = stack[:n-1]
		} else if n < 6 {
			stack = append(stack, cardNo(n))
		}
		for range 40 {
			now = now.Add(50 * time.Millisecond)
			var uids []hw.UID
			if n := len(stack); n > 0 && rng.IntN(10) > 0 {
				uids = stack[n-1:]
			}
			for _, c := range tr.Step(now, "p", uids, nil) {
				if c.Kind == hw.Left && slices.Contains(stack, c.UID) {
					left++
				}
			}
			if covers { // the companion covers what lies below the last arrival
				lying := tr.Present("p")
				tr.Cover("p", lying[:max(0, len(lying)-1)]...)
			}
		}
		if got, want := fmt.Sprint(tr.Present("p")), fmt.Sprint(stack); covers && got != want {
			t.Fatalf("seed %d: %s lie there, it is told %s", seed, want, got)
		}
	}
	return left
}

func TestPiles(t *testing.T) {
	alone := 0
	for seed := range uint64(20) {
		if got := pile(t, seed, true); got > 0 {
			t.Errorf("seed %d: %d covered cards left", seed, got)
		}
		alone += pile(t, seed, false)
	}
	if alone < 100 {
		t.Errorf("without Cover %d cards below others left: the piles test nothing", alone)
	}
}

func TestWatchCovers(t *testing.T) {
	p := virtual.New("p")
	a, b := card(t, 'a'), card(t, 'b')
	watched(t, []hw.Bus{{p}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		p.Place(a)
		d.expect(t, time.Second, "p: arrived a")
		p.Place(b)
		d.expect(t, time.Second, "p: arrived b")
		w.Cover("p", a)
		p.Lift(a)
		d.expect(t, time.Minute)
		w.Cover("p")
		d.expect(t, time.Second, "p: left a")
	})
}

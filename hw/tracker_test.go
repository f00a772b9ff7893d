package hw_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/hw"
)

var start = time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)

// brisk needs few scans: arrive 2, leave 3 misses over 100 ms, down 3 errors.
var brisk = hw.Opts{ArriveScans: 2, LeaveMisses: 3, LeaveAfter: 100 * time.Millisecond,
	DownErrors: 3, DownAfter: 100 * time.Millisecond, Collisions: 2}

// A line of a script is "reader: what the scan saw". Cards are single letters,
// "!" is no answer, "%" a collision, "" an empty reader. "*N" repeats the line.
// The clock moves 50 ms per line.
func run(t *testing.T, tr *hw.Tracker, script string) string {
	t.Helper()
	clock := start
	return runFrom(t, tr, &clock, script)
}

// runFrom continues from a given time.
func runFrom(t *testing.T, tr *hw.Tracker, clock *time.Time, script string) string {
	t.Helper()
	now := *clock
	defer func() { *clock = now }()
	var out []string
	for _, line := range strings.Split(strings.TrimSpace(script), "\n") {
		reader, saw, _ := strings.Cut(strings.TrimSpace(line), ":")
		n := 1
		if s, times, ok := strings.Cut(saw, "*"); ok {
			saw = s
			fmt.Sscan(times, &n)
		}
		for range n {
			now = now.Add(50 * time.Millisecond)
			uids, err := sees(t, saw)
			for _, c := range tr.Step(now, reader, uids, err) {
				if got, want := c.At, now; got != want {
					t.Errorf("%v: at %v, want %v", c, got, want)
				}
				out = append(out, short(c))
			}
		}
	}
	return strings.Join(out, "\n")
}

func sees(t *testing.T, saw string) (uids []hw.UID, err error) {
	for _, r := range strings.TrimSpace(saw) {
		switch r {
		case '!':
			err = hw.ErrNoReader
		case '%':
			err = hw.ErrCollision
		default:
			uids = append(uids, card(t, r))
		}
	}
	return uids, err
}

func card(t testing.TB, r rune) hw.UID { return uid(t, fmt.Sprintf("0400000000%04X", r)) }

// short writes cards as their letters and leaves out errors.
func short(c hw.Change) string {
	c.Err = nil
	s := c.String()
	for r := 'a'; r <= 'z'; r++ {
		s = strings.ReplaceAll(s, fmt.Sprintf("0400000000%04X", r), string(r))
	}
	return s
}

func TestTracker(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"one sighting is nothing", "p:a", ""},
		{"two sightings arrive, once", "p:a*9", "p: arrived a"},
		{"a miss between starts again", "p:a\np:\np:a\np:", ""},
		{"an error between does not", "p:a\np:!\np:a", "p: arrived a"},
		{"seen twice in one scan is once", "p:aa", ""},
		{"two cards in the order given", "p:ab*2", "p: arrived a\np: arrived b"},
		{"two misses are nothing", "p:a*2\np:*2\np:a\np:*2\np:a", "p: arrived a"},
		{"three misses leave", "p:a*2\np:*3", "p: arrived a\np: left a"},
		{"leaves once, returns once", "p:a*2\np:*9\np:a*9", "p: arrived a\np: left a\np: arrived a"},
		{"errors are no misses", "p:a*2\np:*2\np:!*2\np:a", "p: arrived a"},
		{"errors do not forgive misses either", "p:a*2\np:*2\np:!\np:", "p: arrived a\np: left a"},
		{"a collision is no miss", "p:a*2\np:%*9\np:a", "p: arrived a\np: unreadable\np: readable"},
		{"a card seen beside a collision counts", "p:a%*2", "p: unreadable\np: arrived a"},
		{"down once, up once", "p:a*2\np:!*9\np:a*9", "p: arrived a\np: reader down\np: reader up"},
		{"a collision is an answer", "p:!*3\np:%", "p: reader down\np: reader up"},
		{"an error now and then is not down", "p:!*2\np:\np:!*2\np:", ""},
		{"gone while down: leaves by normal misses", "p:a*2\np:*2\np:!*3\np:*2", "p: arrived a\np: reader down\np: reader up"},
		{"gone while down: leaves", "p:a*2\np:!*3\np:*3", "p: arrived a\np: reader down\np: reader up\np: left a"},
		{"other card while down", "p:a*2\np:!*3\np:b*3", "p: arrived a\np: reader down\np: reader up\np: arrived b\np: left a"},
		{"readers are apart", "p:a*2\nq:*9\np:a", "p: arrived a"},
		{"the other reader's errors are apart", "p:a*2\nq:!*3\np:*3", "p: arrived a\nq: reader down\np: left a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, run(t, hw.NewTracker(brisk), c.script)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestOneCardOnTwoReaders(t *testing.T) {
	both := func(p, q string, n int) string { return strings.Repeat("p:"+p+"\nq:"+q+"\n", n) }
	for _, c := range []struct{ name, script, want string }{
		{"the earlier owner keeps it, told once", "p:a*2\n" + both("a", "a", 9), "p: arrived a\nq: conflict a (lies on p)"},
		{"the conflict ends when the other loses it", "p:a*2\n" + both("a", "a", 3) + both("a", "", 9),
			"p: arrived a\nq: conflict a (lies on p)\nq: settled a"},
		{"it moves when the owner loses it", "p:a*2\n" + both("a", "a", 3) + both("", "a", 9),
			"p: arrived a\nq: conflict a (lies on p)\np: left a\nq: settled a\nq: arrived a"},
		{"taken from both, it does not arrive", "p:a*2\n" + both("a", "a", 3) + both("", "a", 1) + both("", "", 9),
			"p: arrived a\nq: conflict a (lies on p)\np: left a\nq: settled a"},
		{"a quick move is no conflict", "p:a*2\n" + both("", "a", 9), "p: arrived a\np: left a\nq: arrived a"},
		{"a slow move neither", "p:a*2\np:*9\nq:a*2", "p: arrived a\np: left a\nq: arrived a"},
		{"a neighbor's single sighting neither", "p:a*2\nq:a\np:a\nq:", "p: arrived a"},
		{"an owner that is down keeps it", "p:a*2\np:!*3\nq:a*2", "p: arrived a\np: reader down\nq: conflict a (lies on p)"},
		{"until it is back and does not see it", "p:a*2\np:!*3\nq:a*2\n" + both("", "a", 3),
			"p: arrived a\np: reader down\nq: conflict a (lies on p)\np: reader up\np: left a\nq: settled a\nq: arrived a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := hw.NewTracker(brisk)
			if d := cmp.Diff(c.want, run(t, tr, c.script)); d != "" {
				t.Error(d)
			}
			if got, most := len(tr.Lying()), 1; got > most {
				t.Errorf("%d presences of one card, want at most %d", got, most)
			}
		})
	}
}

func TestTrackerResumes(t *testing.T) {
	before := hw.NewTracker(brisk)
	run(t, before, "q:b*2\np:a*2\np:*2\nq:!*3")
	lying := before.Lying()
	want := []hw.Presence{{Reader: "q", UID: card(t, 'b')}, {Reader: "p", UID: card(t, 'a')}}
	if d := cmp.Diff(want, lying, sameUID); d != "" {
		t.Fatal("lying:", d)
	}
	after := hw.NewTracker(brisk, append(lying, hw.Presence{Reader: "r", UID: card(t, 'a')}, hw.Presence{Reader: "r"})...)
	if d := cmp.Diff(want, after.Lying(), sameUID); d != "" {
		t.Error("the same again:", d)
	}
	// a was lifted while nobody watched, b still lies there.
	if d := cmp.Diff("p: left a", run(t, after, "p:*9\nq:b*9")); d != "" {
		t.Error(d)
	}
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		script           string
		a, b             hw.Certainty
		doubtful, isDown bool
		present          int
	}{
		{"q:", hw.Uncertain, hw.Uncertain, false, false, 0},
		{"p:", hw.Absent, hw.Absent, false, false, 0},
		{"p:a", hw.Uncertain, hw.Absent, true, false, 0},
		{"p:a*2", hw.Present, hw.Absent, false, false, 1},
		{"p:a*2\np:", hw.Uncertain, hw.Absent, true, false, 1},
		{"p:a*2\np:\np:a", hw.Present, hw.Absent, false, false, 1},
		{"p:a*2\np:!", hw.Uncertain, hw.Uncertain, false, false, 1},
		{"p:a*2\np:!*3", hw.Uncertain, hw.Uncertain, false, true, 1},
		{"p:a*2\np:%", hw.Uncertain, hw.Uncertain, false, false, 1},
		{"p:a*2\np:*3", hw.Absent, hw.Absent, false, false, 0},
		{"q:a*2\np:a\nq:a\np:a", hw.Uncertain, hw.Absent, false, false, 0},
	} {
		tr := hw.NewTracker(brisk)
		run(t, tr, c.script)
		if got, want := tr.Certainty("p", card(t, 'a')), c.a; got != want {
			t.Errorf("%q: a is %v, want %v", c.script, got, want)
		}
		if got, want := tr.Certainty("p", card(t, 'b')), c.b; got != want {
			t.Errorf("%q: b is %v, want %v", c.script, got, want)
		}
		if got, want := tr.Uncertain("p"), c.doubtful; got != want {
			t.Errorf("%q: doubtful %v, want %v", c.script, got, want)
		}
		if got, want := tr.Down("p"), c.isDown; got != want {
			t.Errorf("%q: down %v, want %v", c.script, got, want)
		}
		if got, want := len(tr.Present("p")), c.present; got != want {
			t.Errorf("%q: %d present, want %d", c.script, got, want)
		}
	}
}

// A phone shows a different UID each time: no further scan would make it arrive, so none is
// requested. The controls are a card, and a card beside a phone.
func TestRandomUIDsRaiseNoDoubt(t *testing.T) {
	for _, c := range []struct {
		first, then []string
		doubtful    bool
	}{
		{[]string{"08A2241B"}, []string{"08112233"}, false},
		{[]string{"04A2241B"}, []string{"04112233"}, true},
		{[]string{"08A2241B"}, []string{"08112233", "04A2241B"}, true},
		{[]string{"08A2241B", "04A2241B"}, []string{"08112233", "04A2241B"}, false},
	} {
		tr := hw.NewTracker(brisk)
		for _, saw := range [][]string{c.first, c.then} {
			var uids []hw.UID
			for _, hex := range saw {
				uids = append(uids, uid(t, hex))
			}
			tr.Step(start, "p", uids, nil)
		}
		if got := tr.Uncertain("p"); got != c.doubtful {
			t.Errorf("%v, then %v: doubtful %v, want %v", c.first, c.then, got, c.doubtful)
		}
	}
}

func TestMinimumTimes(t *testing.T) {
	slow := brisk
	slow.LeaveAfter, slow.DownAfter = time.Second, time.Second
	if got, want := run(t, hw.NewTracker(slow), "p:a*2\np:*20"), "p: arrived a"; got != want {
		t.Errorf("20 misses in 0.95 s: %q, want %q", got, want)
	}
	if got, want := run(t, hw.NewTracker(slow), "p:a*2\np:*21"), "p: arrived a\np: left a"; got != want {
		t.Errorf("21 misses in 1 s: %q, want %q", got, want)
	}
	if got, want := run(t, hw.NewTracker(slow), "p:!*20"), ""; got != want {
		t.Errorf("20 errors in 0.95 s: %q, want %q", got, want)
	}
	if got, want := run(t, hw.NewTracker(slow), "p:!*21"), "p: reader down"; got != want {
		t.Errorf("21 errors in 1 s: %q, want %q", got, want)
	}
}

var sameUID = cmp.Comparer(func(a, b hw.UID) bool { return a == b })

func BenchmarkTrackerStep(b *testing.B) {
	for _, n := range []int{0, 1, 3} {
		b.Run(fmt.Sprintf("%d_cards", n), func(b *testing.B) {
			tr := hw.NewTracker(hw.Opts{})
			var uids []hw.UID
			for i := range n {
				uids = append(uids, card(b, 'a'+rune(i)))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				tr.Step(start.Add(time.Duration(i)*time.Millisecond), "p", uids, nil)
			}
		})
	}
}

// A debounced reader loses its cards sooner; one that is not debounced is not believed so quickly,
// nor is a single scan.
func TestDebouncedReadersAreBelieved(t *testing.T) {
	u, err := hw.ParseUID("04A2241B5C6D80")
	if err != nil {
		t.Fatal(err)
	}
	for _, trusted := range []bool{true, false} {
		tr, now := hw.NewTracker(hw.Opts{}), time.Time{}
		if trusted {
			tr.Trust("table")
		}
		step := func(uids ...hw.UID) []hw.Change {
			now = now.Add(20 * time.Millisecond)
			return tr.Step(now, "table", uids, nil)
		}
		step(u)
		step(u)
		step()
		if c := step(u); len(c) > 0 {
			t.Errorf("one scan without the card, trusted %t: %v", trusted, c)
		}
		taken := now
		for len(step()) == 0 {
		}
		if after := now.Sub(taken); (after <= 150*time.Millisecond) != trusted {
			t.Errorf("it has left after %v, trusted %t", after, trusted)
		}
	}
}

package hw_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/hw"
	"arbiter/hw/virtual"
)

// diary collects the changes of a Watcher, inside a synctest bubble.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func keep(w *hw.Watcher) *diary {
	d := &diary{}
	go func() {
		for c := range w.Changes() {
			d.mu.Lock()
			d.lines = append(d.lines, short(c))
			d.mu.Unlock()
		}
	}()
	return d
}

// expect lets time pass and compares the changes since then.
func (d *diary) expect(t *testing.T, after time.Duration, want ...string) {
	t.Helper()
	time.Sleep(after) // bubble: until it happens
	synctest.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(d.lines, "\n")); diff != "" {
		t.Error(diff)
	}
	d.lines = nil
}

// watched runs f in a bubble with a virtual clock, and checks that the watch
// ends with its context.
func watched(t *testing.T, buses []hw.Bus, f func(*testing.T, *hw.Watcher, *diary)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		w := hw.Watch(ctx, buses, hw.NewTracker(hw.Opts{}), hw.Pace{})
		f(t, w, keep(w))
		cancel()
		synctest.Wait()
		if _, open := <-w.Changes(); open {
			t.Error("changes after the end")
		}
	})
}

func TestWatchPlaceAndLift(t *testing.T) {
	p, q := virtual.New("p"), virtual.New("q")
	a, b := card(t, 'a'), card(t, 'b')
	watched(t, []hw.Bus{{p}, {q}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		d.expect(t, time.Second)
		p.Place(a)
		d.expect(t, 50*time.Millisecond, "p: arrived a")
		p.Place(b)
		d.expect(t, 50*time.Millisecond, "p: arrived b")
		p.Lift(a)
		d.expect(t, 350*time.Millisecond)
		d.expect(t, 150*time.Millisecond, "p: left a")
		want := []hw.Presence{{Reader: "p", UID: b}}
		if d := cmp.Diff(want, w.Lying(), sameUID); d != "" {
			t.Error("lying:", d)
		}
		if got, want := w.Certainty("p", b), hw.Present; got != want {
			t.Errorf("b on p: %v, want %v", got, want)
		}
		q.Place(a)
		d.expect(t, time.Minute, "q: arrived a")
	})
}

// A card in doubt is scanned again at once, not a round later.
func TestWatchRescans(t *testing.T) {
	for rescans, want := range map[int][]string{0: {"p: arrived a"}, -1: nil} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			p := virtual.New("p")
			p.Place(card(t, 'a'))
			pace := hw.Pace{Pause: 10 * time.Second, Rescans: rescans}
			d := keep(hw.Watch(ctx, []hw.Bus{{p}}, hw.NewTracker(hw.Opts{}), pace))
			d.expect(t, time.Second, want...)
			cancel()
		})
	}
}

func TestWatchReaderThatDiesAndReturns(t *testing.T) {
	p, q := virtual.New("p"), virtual.New("q")
	watched(t, []hw.Bus{{p, q}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		p.Place(card(t, 'a'))
		d.expect(t, time.Second, "p: arrived a")
		q.Place(card(t, 'b'))
		d.expect(t, time.Second, "q: arrived b")
		p.Fail(nil)
		d.expect(t, 2*time.Second, "p: reader down")
		q.Lift(card(t, 'b'))
		d.expect(t, 5*time.Minute, "q: left b")
		p.Repair()
		d.expect(t, hw.DefaultRetryMax, "p: reader up")
		d.expect(t, 5*time.Minute)
		p.Fail(hw.ErrIO)
		d.expect(t, 2*time.Second, "p: reader down")
		p.Lift(card(t, 'a'))
		p.Repair()
		d.expect(t, 2*time.Second, "p: reader up", "p: left a")
	})
}

// rogue is a reader whose Scan is a function.
type rogue struct {
	name string
	scan func(context.Context) ([]hw.UID, error)
}

func (r *rogue) Name() string                               { return r.name }
func (r *rogue) Scan(ctx context.Context) ([]hw.UID, error) { return r.scan(ctx) }
func (r *rogue) Close() error                               { return nil }

func TestWatchSurvivesAPanickingReader(t *testing.T) {
	bad := &rogue{"bad", func(context.Context) ([]hw.UID, error) { panic("driver bug") }}
	p := virtual.New("p")
	watched(t, []hw.Bus{{bad, p}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		p.Place(card(t, 'a'))
		d.expect(t, 5*time.Second, "p: arrived a", "bad: reader down")
		p.Lift(card(t, 'a'))
		d.expect(t, time.Second, "p: left a")
	})
}

// A driver may panic with the number of a card, so the journal says only where it was.
func TestAPanickingReaderTellsNoValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bad := &rogue{"bad", func(context.Context) ([]hw.UID, error) { panic("04A2241B5C6D80") }}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c := <-hw.Watch(ctx, []hw.Bus{{bad}}, hw.NewTracker(hw.Opts{}), hw.Pace{}).Changes()
		if c.Err == nil || strings.Contains(c.String()+c.Err.Error(), "04A2") || !strings.Contains(c.Err.Error(), "watch_test.go:") || !errors.Is(c.Err, hw.ErrIO) {
			t.Errorf("the watcher tells %v: %v", c, c.Err)
		}
	})
}

// A driver that ignores its context blocks in its first scan for ten seconds, and works afterwards.
// No second scan may start meanwhile.
func TestWatchSurvivesABlockedReader(t *testing.T) {
	var calls, running, most int
	bad := &rogue{"bad", nil}
	bad.scan = func(context.Context) ([]hw.UID, error) {
		calls, running = calls+1, running+1
		most = max(most, running)
		if calls == 1 {
			time.Sleep(10 * time.Second) // bubble: what is listened to
		}
		running--
		return []hw.UID{card(t, 'b')}, nil
	}
	p := virtual.New("p")
	watched(t, []hw.Bus{{bad, p}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		p.Place(card(t, 'a'))
		d.expect(t, 5*time.Second, "p: arrived a", "bad: reader down")
		if got, want := calls, 1; got != want {
			t.Errorf("%d scans started while the first one blocked, want %d", got, want)
		}
		d.expect(t, 10*time.Second, "bad: reader up", "bad: arrived b")
		if got, want := most, 1; got != want {
			t.Errorf("%d scans of one reader at once, want %d", got, want)
		}
	})
}

func TestWatchBacksOff(t *testing.T) {
	var at []time.Time
	dead := &rogue{"dead", func(context.Context) ([]hw.UID, error) {
		at = append(at, time.Now())
		return nil, hw.ErrNoReader
	}}
	watched(t, []hw.Bus{{dead}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		d.expect(t, time.Minute, "dead: reader down")
		if n := len(at); n > 100 {
			t.Errorf("a dead reader was asked %d times in a minute", n)
		}
		last := slices.MaxFunc(gaps(at), func(a, b time.Duration) int { return int(a - b) })
		if got, want := last, hw.DefaultRetryMax+hw.DefaultPause; got > want {
			t.Errorf("longest pause %v, want at most %v", got, want)
		}
	})
}

// A device that is plugged in again has no permissions until udev has set them: if the reason was
// that it is missing, and is now that it may not be opened, it is tried again soon.
func TestWatchRetriesSoonWhenTheReasonChanges(t *testing.T) {
	var mu sync.Mutex
	var at []time.Time
	var began time.Time // in the bubble
	r := &rogue{"r", func(context.Context) ([]hw.UID, error) {
		mu.Lock()
		defer mu.Unlock()
		at = append(at, time.Now())
		if began.IsZero() || time.Since(began) < time.Minute {
			return nil, fmt.Errorf("%w: %w", hw.ErrNoReader, syscall.ENOENT)
		}
		return nil, fmt.Errorf("%w: %w", hw.ErrNoReader, syscall.EACCES)
	}}
	watched(t, []hw.Bus{{r}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		mu.Lock()
		began = time.Now()
		mu.Unlock()
		d.expect(t, 2*time.Minute, "r: reader down", "r: reader down")
		mu.Lock()
		defer mu.Unlock()
		i := slices.IndexFunc(at, func(a time.Time) bool { return a.Sub(began) >= time.Minute })
		if g := gaps(at[i-1:]); g[0] < hw.DefaultRetryMax || g[1] > hw.DefaultRetryMin+hw.DefaultPause {
			t.Errorf("pauses before and behind the other reason: %v", g[:2])
		}
	})
}

func gaps(at []time.Time) (g []time.Duration) {
	for i := 1; i < len(at); i++ {
		g = append(g, at[i].Sub(at[i-1]))
	}
	return g
}

// While nobody receives, scanning waits, nothing is lost, and the watch still ends.
func TestWatchWaitsForItsListener(t *testing.T) {
	p, q := virtual.New("p"), virtual.New("q")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		w := hw.Watch(ctx, []hw.Bus{{p}, {q}}, hw.NewTracker(hw.Opts{}), hw.Pace{})
		p.Place(card(t, 'a'))
		q.Place(card(t, 'b'))
		time.Sleep(5 * time.Minute)          // bubble: what is counted
		if got := len(w.Lying()); got == 0 { // must not block
			t.Error("nothing lies")
		}
		got := []string{short(<-w.Changes()), short(<-w.Changes())}
		slices.Sort(got)
		if d := cmp.Diff([]string{"p: arrived a", "q: arrived b"}, got); d != "" {
			t.Error(d)
		}
		p.Lift(card(t, 'a'))
		time.Sleep(5 * time.Minute) // bubble: what is counted
		cancel()
		for range w.Changes() {
		}
	})
}

func TestWatchPassesItsDeadlineOn(t *testing.T) {
	late := errors.New("no deadline")
	patient := &rogue{"patient", func(ctx context.Context) ([]hw.UID, error) {
		if _, ok := ctx.Deadline(); !ok {
			return nil, late
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	p := virtual.New("p")
	watched(t, []hw.Bus{{patient, p}}, func(t *testing.T, w *hw.Watcher, d *diary) {
		p.Place(card(t, 'a'))
		d.expect(t, 4*time.Second, "p: arrived a", "patient: reader down")
	})
}

// sure is a virtual reader that makes sure of its cards itself.
type sure struct{ *virtual.Reader }

func (sure) Debounced() bool { return true }

// A card lifted from a debounced reader has left within 0.15 s.
func TestWatchBelievesDebouncedReaders(t *testing.T) {
	p, q := virtual.New("p"), virtual.New("q")
	a, b := card(t, 'a'), card(t, 'b')
	watched(t, []hw.Bus{{sure{p}, q}}, func(t *testing.T, _ *hw.Watcher, d *diary) {
		p.Place(a)
		q.Place(b)
		d.expect(t, time.Second, "p: arrived a", "q: arrived b")
		p.Lift(a)
		q.Lift(b)
		d.expect(t, 100*time.Millisecond, "p: left a")
		d.expect(t, time.Second, "q: left b")
	})
}

// Whenever an ACR122U reports between two scans that a card was taken, the change follows at most
// 0.1 s later. Together with the 0.25 s between its own looks (API-ACR122U 2.04, 6.4) that makes
// 0.35 s, which leaves 50 ms for a busy machine. Twice the wait would take longer.
func TestTakenFromADebouncedReader(t *testing.T) {
	const looks, promised, spare = 250 * time.Millisecond, 400 * time.Millisecond, 50 * time.Millisecond
	var longest time.Duration
	for phase := range hw.DefaultPause / time.Millisecond {
		p := virtual.New("p")
		a := card(t, 'a')
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			w := hw.Watch(ctx, []hw.Bus{{sure{p}}}, hw.NewTracker(hw.Opts{}), hw.Pace{})
			p.Place(a)
			<-w.Changes()
			time.Sleep(time.Second + phase*time.Millisecond) // of the test's own clock: another phase of the scans
			taken := time.Now()
			p.Lift(a)
			if c := <-w.Changes(); c.Kind != hw.Left {
				t.Errorf("phase %d: %v", phase, c)
			}
			longest = max(longest, time.Since(taken))
			cancel()
			for range w.Changes() {
				t.Error("a change after the end")
			}
		})
	}
	t.Logf("at most %v after the reader's own look", longest)
	if longest > promised-looks-spare || longest < hw.DefaultSureAfter {
		t.Errorf("told %v after the reader, and the reader up to %v after the hand", longest, looks)
	}
}

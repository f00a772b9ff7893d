package companion_test

import (
	"sync"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/clock"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
)

// A watch is a clock that tests set.
type watch struct {
	mu  sync.Mutex
	now time.Time
}

func (w *watch) read() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *watch) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// The clock of a table is chosen before or during the game, is the same for everybody, stands while
// the program is stopped, and goes on after a restart with what was left. It changes nothing in the
// game: when a limit runs out, the seat plays on.
func TestTheClockOfATable(t *testing.T) {
	w := &watch{now: time.Date(2026, 11, 27, 20, 0, 0, 0, time.UTC)}
	store := memory()
	store.Now = w.read
	chimes := make(chan time.Time)
	told := make(chan string, 64)
	offers, err := companion.Offers(councilofshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	with := func(o *companion.Opts) {
		o.Offers, o.Readers, o.Virtual = offers, nil, true
		o.Now = w.read
		o.After = func(time.Duration) <-chan time.Time { return chimes }
		o.Panels = []companion.Panel{clockPanel(told)}
	}
	s := open(t, store, with)
	read := func(seat engine.Seat) clock.Reading {
		t.Helper()
		snap, err := s.Snapshot(t.Context(), seat)
		if err != nil {
			t.Fatal(err)
		}
		return snap.Clock
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetClock(t.Context(), clock.Usual(clock.BySeat)); err == nil {
		t.Error("there is no game, and it has a clock")
	}
	seats := []engine.Seat{"purple", "red"}
	must(start(s, companion.NewGame{Game: councilofshadows.Game.Name, Seats: sit(seats...), Order: seats}))
	must(s.SetClock(t.Context(), clock.Settings{Kind: clock.BySeat, Minutes: 5}))
	if err := s.SetClock(t.Context(), clock.Settings{Kind: clock.BySeat, Minutes: 6}); err == nil {
		t.Error("six minutes are not offered, and were taken")
	}
	ends := w.read().Add(5 * time.Minute)
	runs := func(x clock.Reading) clock.Face { f, _ := x.Shown(); return f }
	thinks := runs(read("")).Seat
	for _, seat := range []engine.Seat{"", "purple", "red"} {
		if x := read(seat); len(x.Seats) != 2 || !runs(x).Runs || !runs(x).Ends.Equal(ends) {
			t.Fatalf("%q sees %+v", seat, x)
		}
	}
	w.pass(4*time.Minute + 10*time.Second)
	chimes <- w.read()
	if x := read(""); runs(x).Warning != clock.LastMinute {
		t.Errorf("in the last minute: %+v", x)
	}
	if err := s.Pause(t.Context(), "blue", true); err == nil {
		t.Error("somebody who does not play has paused the game")
	}
	must(s.Pause(t.Context(), "red", true))
	w.pass(time.Hour)
	s.leave()
	w.pass(time.Hour)
	s = open(t, store, with)
	if x := read("purple"); !x.Paused || x.By != "red" || x.Kind != clock.BySeat || x.Seats[0].Left != 5*time.Minute {
		t.Errorf("after a restart: %+v; want a pause, and five minutes: nobody knows when the program has stopped", x)
	}
	must(s.Pause(t.Context(), "", false))
	w.pass(6 * time.Minute)
	chimes <- w.read()
	if x := read("red"); runs(x).Warning != clock.Over {
		t.Errorf("over: %+v", x)
	}
	want(t, told, string(thinks)+": time is over")
	before := store.Games()[0]
	if len(before.Entries) != s.see("").Version || s.see("").View.Over {
		t.Errorf("the clock has played: %d entries", len(before.Entries))
	}
}

// clockPanel receives what a panel is to show of the clock.
type clockPanel chan string

func (p clockPanel) Show(_ engine.View, _ []engine.Text, clock engine.Text) { p <- clock.String() }

// want waits for a line.
func want(t *testing.T, told <-chan string, line string) {
	t.Helper()
	for late := time.After(time.Minute); ; {
		select {
		case got := <-told:
			if got == line {
				return
			}
		case <-late:
			t.Fatalf("the panel never says %q", line)
		}
	}
}

// Package readertest tests what every reader must guarantee, whatever is behind it.
package readertest

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"arbiter/hw"
)

// A Rig is a reader with a card on it, and a cable.
type Rig struct {
	Reader hw.Reader
	Card   string
	Pull   func() error
	Plug   func() error
	// Show shows the card, for readers on which no card can lie; otherwise nil.
	Show func() error
}

// Reconnects unplugs the cable many times and plugs it in again. Each time the reader must report
// that it is away, and then find its card. It must report nothing else and leave nothing behind.
func Reconnects(t *testing.T, times int, r Rig) {
	t.Helper()
	round := func() {
		until(t, "the card", r, func(uids []hw.UID, err error) bool {
			if err == nil && len(uids) == 0 && r.Show != nil {
				try(t, r.Show)
			}
			return err == nil && len(uids) == 1
		})
		try(t, r.Pull)
		until(t, hw.ErrNoReader.Error(), r, func(_ []hw.UID, err error) bool { return err != nil })
		try(t, r.Plug)
	}
	for range 5 { // by now everything is open that is opened only once
		round()
	}
	check := Leftovers(t)
	for range times {
		round()
	}
	check()
}

func try(t *testing.T, f func() error) {
	t.Helper()
	if err := f(); err != nil {
		t.Fatal(err)
	}
}

// until scans until ok accepts the scan. Meanwhile the reader may report its card, nothing, or that
// it is away.
func until(t *testing.T, what string, r Rig, ok func([]hw.UID, error) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	for {
		uids, err := r.Reader.Scan(ctx)
		for _, u := range uids {
			if u.String() != r.Card {
				t.Fatalf("found %v, there is only %s", u, r.Card)
			}
		}
		switch {
		case ctx.Err() != nil:
			t.Fatalf("%v, %v; want %s", uids, err, what)
		case err != nil && !errors.Is(err, hw.ErrNoReader):
			t.Fatal(err)
		case ok(uids, err):
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// slack is how many descriptors and goroutines may be just ending or just starting.
const slack = 5

// Leftovers counts the descriptors and goroutines of the process. The function that it returns
// counts again, and fails if there are more.
func Leftovers(t *testing.T) (check func()) {
	t.Helper()
	files, routines := descriptors(t), runtime.NumGoroutine()
	return func() {
		t.Helper()
		file, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		if d := descriptors(t); !slices.Contains(d, int(file.Fd())) {
			t.Errorf("control: an open file is not among %v", d)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
		now := descriptors(t)
		t.Logf("%d descriptors and %d goroutines, before it %d and %d", len(now), runtime.NumGoroutine(), len(files), routines)
		if got := len(now); got > len(files)+slack {
			t.Errorf("%d descriptors, %d before", got, len(files))
		}
		if got := runtime.NumGoroutine(); got > routines+slack {
			t.Errorf("%d goroutines, %d before", got, routines)
		}
	}
}

func descriptors(t *testing.T) (all []int) {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		n, err := strconv.Atoi(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

package virtual_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/hw"
	"arbiter/hw/virtual"
)

var sameUID = cmp.Comparer(func(a, b hw.UID) bool { return a == b })

func scan(t *testing.T, r *virtual.Reader) []hw.UID {
	t.Helper()
	uids, err := r.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return uids
}

func TestPlaceAndLift(t *testing.T) {
	a, _ := hw.ParseUID("01020304")
	b, _ := hw.ParseUID("04A2241B5C6D80")
	r := virtual.New("purple")
	if got, want := len(scan(t, r)), 0; got != want {
		t.Errorf("new reader: %d cards, want %d", got, want)
	}
	for _, u := range []hw.UID{a, b, a, {}} {
		r.Place(u)
	}
	if d := cmp.Diff([]hw.UID{a, b}, scan(t, r), sameUID); d != "" {
		t.Error("two cards, placed thrice:", d)
	}
	if got, want := [2]bool{r.Lift(a), r.Lift(a)}, [2]bool{true, false}; got != want {
		t.Errorf("lifted twice: %v, want %v", got, want)
	}
	if d := cmp.Diff([]hw.UID{b}, scan(t, r), sameUID); d != "" {
		t.Error("after lifting:", d)
	}
}

func TestFailAndRepair(t *testing.T) {
	r := virtual.New("purple")
	u, _ := hw.ParseUID("01020304")
	r.Place(u)
	r.Fail(nil)
	if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrNoReader) {
		t.Errorf("failing reader: %v", err)
	}
	r.Fail(hw.ErrCollision)
	if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrCollision) {
		t.Errorf("colliding reader: %v", err)
	}
	r.Repair()
	if d := cmp.Diff([]hw.UID{u}, scan(t, r), sameUID); d != "" {
		t.Error("repaired:", d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled scan: %v", err)
	}
}

func TestNoise(t *testing.T) {
	count := func(drop float64) (n int) {
		r := virtual.New("purple")
		u, _ := hw.ParseUID("01020304")
		r.Place(u)
		r.Noise(7, drop)
		for range 1000 {
			n += len(scan(t, r))
		}
		return n
	}
	if got, want := count(0), 1000; got != want {
		t.Errorf("no noise: seen %d times, want %d", got, want)
	}
	if got := count(0.1); got < 850 || got > 950 {
		t.Errorf("noise 0.1: seen %d times of 1000", got)
	}
	if got, want := count(0.1), count(0.1); got != want {
		t.Errorf("same seed, %d and %d sightings", got, want)
	}
}

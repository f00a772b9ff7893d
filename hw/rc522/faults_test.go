package rc522_test

import (
	"errors"
	"slices"
	"testing"

	"arbiter/hw"
)

// Each fault of the emulated field has its effect on the reader. None of them ever makes a card
// that does not lie there.
func TestFaultsOfTheField(t *testing.T) {
	a, b, c := "04A2241B5C6D80", "04A2241B5C6D81", "DEADBEEF"
	t.Run("capture: the nearer card drowns the other, and is halted in time", func(t *testing.T) {
		r, _, field := open(t)
		field.Capture(true)
		field.Place(tag(t, a))
		field.Place(tag(t, c))
		expect(t, r, nil, a, c)
		expect(t, r, nil, a, c)
	})
	t.Run("silence above two tags: nothing at all, and no error", func(t *testing.T) {
		r, _, field := open(t)
		field.Crowd(3)
		field.Place(tag(t, a))
		field.Place(tag(t, b))
		expect(t, r, nil, a, b)
		third := tag(t, c)
		field.Place(third)
		expect(t, r, nil)
		field.Lift(third)
		expect(t, r, nil, a, b)
	})
	t.Run("a lost request costs a known card nothing", func(t *testing.T) {
		r, _, field := open(t)
		field.Place(tag(t, a))
		expect(t, r, nil, a)
		for n := range 4 {
			field.LoseRequests(n)
			expect(t, r, nil, a)
		}
		field.LoseRequests(5) // control: as many as the reader asks
		expect(t, r, nil)
	})
	t.Run("twins are one card", func(t *testing.T) {
		r, _, field := open(t)
		field.Place(tag(t, a))
		field.Place(tag(t, a))
		expect(t, r, nil, a)
	})
}

// TestHarshField scans three cards, one of them weak, through everything at once.
func TestHarshField(t *testing.T) {
	r, ch, field := open(t)
	truth := []string{"04A2241B5C6D80", "04A2241B5C6D81", "00112233445566778899"}
	ch.SetVersion(0x12)
	field.Place(tag(t, truth[0]))
	field.Place(tag(t, truth[1]).Weak(0.8))
	field.Place(tag(t, truth[2]))
	field.Lose(0.05)
	field.Noise(0.005)
	seen, failed := 0, 0
	for i := range 300 {
		if i%50 == 0 {
			field.LoseRequests(2)
		}
		uids, err := r.Scan(t.Context())
		for _, u := range uids {
			if !slices.Contains(truth, u.String()) {
				t.Fatalf("read %v", u)
			}
			seen++
		}
		if err != nil {
			failed++
			if !errors.Is(err, hw.ErrUnreadable) && !errors.Is(err, hw.ErrCollision) {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d sightings in 300 scans, %d scans failed", seen, failed)
	if seen < 300 || failed == 0 {
		t.Errorf("%d sightings, %d failures: the field is too harsh or too kind", seen, failed)
	}
}

package iso14443_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
	"arbiter/hw/iso14443"
)

// call takes an inventory with a roll; UIDs come back in sorted hex.
func call(t testing.TB, r *iso14443.Roll, l *air) (uids []string, err error) {
	t.Helper()
	l.field.Power(false)
	l.field.Power(true)
	l.log = nil
	found, err := r.Call(t.Context(), l)
	for _, u := range found {
		uids = append(uids, u.String())
	}
	slices.Sort(uids)
	return uids, err
}

// A tag that was found twice is asked for by its UID; the request after that finds no others.
func TestFramesForAKnownTag(t *testing.T) {
	f := picc.NewField(1)
	a := tag(t, "04A2241B5C6D80")
	f.Place(a)
	l, r := &air{field: f}, &iso14443.Roll{}
	for i, want := range []string{
		"26/7 9320/0 93708804A2240A632A/0 9520/0 95701B5C6D80AA714C/0 500057CD/0 26/7",
		"26/7 9320/0 93708804A2240A632A/0 9520/0 95701B5C6D80AA714C/0 500057CD/0 26/7",
		"26/7 93708804A2240A632A/0 95701B5C6D80AA714C/0 26/7",
		"26/7 93708804A2240A632A/0 95701B5C6D80AA714C/0 26/7",
	} {
		if _, err := call(t, r, l); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, strings.Join(l.log, " ")); d != "" {
			t.Errorf("call %d: %s", i, d)
		}
	}
	f.Lift(a)
	if _, err := call(t, r, l); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff("26/7 26/7 26/7 26/7 26/7", strings.Join(l.log, " ")); d != "" {
		t.Errorf("the tag has gone: %s", d)
	}
}

// TestRollIsComplete moves random tags in and out: each call finds exactly what
// lies there, whatever was there before.
func TestRollIsComplete(t *testing.T) {
	n := tier.Of(t, tier.Readers, "fields", 100, 500, 20_000)
	rng := rand.New(rand.NewPCG(tier.Seed(t), 7))
	for i := range n {
		f := picc.NewField(uint64(i))
		crowd(rng, f, iso14443.MaxTags)
		all := f.Tags()
		l, r := &air{field: f}, &iso14443.Roll{}
		for range 10 {
			var want []string
			for _, a := range all {
				if f.Lift(a); rng.IntN(3) > 0 {
					f.Place(a)
					want = append(want, fmt.Sprintf("%X", a.UID()))
				}
			}
			slices.Sort(want)
			got, err := call(t, r, l)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("field %d: %v, %v; want %v\n%v", i, got, err, want, l.log)
			}
		}
	}
}

// A tag of the same batch, which answers the first half of a select, is found.
func TestRollFindsATwin(t *testing.T) {
	f := picc.NewField(1)
	f.Place(tag(t, "04A2241B5C6D80"))
	l, r := &air{field: f}, &iso14443.Roll{}
	for range 3 {
		if _, err := call(t, r, l); err != nil {
			t.Fatal(err)
		}
	}
	f.Place(tag(t, "04A2241B5C6D81"))
	got, err := call(t, r, l)
	if d := cmp.Diff([]string{"04A2241B5C6D80", "04A2241B5C6D81"}, got); d != "" || err != nil {
		t.Error(d, err)
	}
}

// A tag that stays away is forgotten, and does not cost time for ever. A tag found only once is not
// asked for at all.
func TestRollForgets(t *testing.T) {
	for times, want := range map[int]string{
		2: "[5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 1 1 1 1]",
		1: "[1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]",
	} {
		f := picc.NewField(1)
		a := tag(t, "04A2241B5C6D80")
		f.Place(a)
		l, r := &air{field: f}, &iso14443.Roll{}
		frames := []int{}
		for i := range times + 20 {
			if i == times {
				f.Lift(a)
			}
			if _, err := call(t, r, l); err != nil {
				t.Fatal(err)
			}
			frames = append(frames, len(l.log))
		}
		if got := fmt.Sprint(frames[times:]); got != want {
			t.Errorf("found %d times, then away: frames %s, want %s", times, got, want)
		}
	}
}

// A phone has a different UID each time: it is read like an unknown tag, and costs nothing once it
// has gone. The same holds for one that keeps its random UID; the control is a UID of four bytes
// that is not random.
func TestRollExpectsNoRandomUIDs(t *testing.T) {
	const inFull = "26/7 9320/0 9370"
	for name, c := range map[string]struct {
		tag  *picc.Tag
		full bool
	}{
		"phone":                      {picc.NewPhone(1), true},
		"phone that keeps its UID":   {tag(t, "08A2241B"), true},
		"card of four bytes":         {tag(t, "DEADBEEF"), false},
		"card of seven that has 08h": {tag(t, "08A2241B5C6D80"), false},
	} {
		f := picc.NewField(1)
		f.Place(c.tag)
		l, r := &air{field: f}, &iso14443.Roll{}
		for i := range 40 {
			uids, err := call(t, r, l)
			if want := fmt.Sprintf("%X", c.tag.UID()); err != nil || len(uids) != 1 || uids[0] != want {
				t.Fatalf("%s: %v, %v; want %s", name, uids, err, want)
			}
			if got := strings.HasPrefix(strings.Join(l.log, " "), inFull); i >= 2 && got != c.full {
				t.Fatalf("%s, call %d: %v", name, i, l.log)
			}
		}
		f.Lift(c.tag)
		if _, err := call(t, r, l); err != nil || (len(l.log) == 1) != c.full {
			t.Errorf("%s has gone: %v, %v", name, l.log, err)
		}
	}
}

// A card that is expected beside a phone is halted, and not found a second time: both take nine
// frames.
func TestFramesForACardBesideAPhone(t *testing.T) {
	f := picc.NewField(1)
	f.Place(tag(t, "04A2241B5C6D80"))
	f.Place(picc.NewPhone(1))
	l, r := &air{field: f}, &iso14443.Roll{}
	for i := range 20 {
		if uids, err := call(t, r, l); err != nil || len(uids) != 2 {
			t.Fatal(uids, err)
		}
		if got := strings.Join(l.log, " "); i > 2 && len(l.log) != 9 {
			t.Errorf("call %d: %s", i, got)
		}
	}
}

// With a tenth of the frames lost a roll almost never misses its tag, while an inventory that does
// not know it misses it one time in ten. That is what a roll is good for.
func TestRollSurvivesLostFrames(t *testing.T) {
	misses := map[bool]int{}
	const rounds = 5000
	for _, knows := range []bool{true, false} {
		f := picc.NewField(1)
		f.Place(tag(t, "04A2241B5C6D80"))
		l, r := &air{field: f}, &iso14443.Roll{}
		for range 2 {
			if _, err := call(t, r, l); err != nil {
				t.Fatal(err)
			}
		}
		f.Lose(0.1)
		for range rounds {
			if !knows {
				r = &iso14443.Roll{}
			}
			got, err := call(t, r, l)
			if err == nil && len(got) == 0 {
				misses[knows]++
			}
		}
	}
	t.Logf("of %d inventories with every tenth exchange lost %d missed a tag that was known, %d one that was not", rounds, misses[true], misses[false])
	if got, most := misses[true], rounds/200; got > most {
		t.Errorf("a roll missed its tag %d times of %d, want at most %d", got, rounds, most)
	}
	if got, least := misses[false], rounds/20; got < least {
		t.Errorf("an inventory missed the tag %d times of %d: too few to say anything", got, rounds)
	}
}

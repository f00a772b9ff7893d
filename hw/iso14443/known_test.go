package iso14443_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/hw/iso14443"
)

func uid(t testing.TB, hex string) hw.UID {
	t.Helper()
	u, err := hw.ParseUID(hex)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

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

// A known tag is asked for by its UID; the request that follows finds nobody
// else.
func TestFramesForAKnownTag(t *testing.T) {
	f := picc.NewField(1)
	a := tag(t, "04A2241B5C6D80")
	f.Place(a)
	l, r := &air{field: f}, &iso14443.Roll{}
	for i, want := range []string{
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

// A tag of the same batch answers the first half of a select, and is found.
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

// A tag that stays away is forgotten, and does not cost time for ever.
func TestRollForgets(t *testing.T) {
	f := picc.NewField(1)
	a := tag(t, "04A2241B5C6D80")
	f.Place(a)
	l, r := &air{field: f}, &iso14443.Roll{}
	if _, err := call(t, r, l); err != nil {
		t.Fatal(err)
	}
	f.Lift(a)
	frames := []int{}
	for range 20 {
		if _, err := call(t, r, l); err != nil {
			t.Fatal(err)
		}
		frames = append(frames, len(l.log))
	}
	if got, want := fmt.Sprint(frames), "[5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 1 1 1 1]"; got != want {
		t.Errorf("frames %s, want %s", got, want)
	}
}

// With a tenth of the frames lost a roll almost never misses its tag; an
// inventory that does not know it misses one in ten. That is its worth.
func TestRollSurvivesLostFrames(t *testing.T) {
	misses := map[bool]int{}
	const rounds = 5000
	for _, knows := range []bool{true, false} {
		f := picc.NewField(1)
		f.Place(tag(t, "04A2241B5C6D80"))
		l, r := &air{field: f}, &iso14443.Roll{}
		if _, err := call(t, r, l); err != nil {
			t.Fatal(err)
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

func TestPresent(t *testing.T) {
	for _, c := range []struct {
		name string
		lie  []string
		ask  string
		want error
	}{
		{"nobody", nil, "DEADBEEF", iso14443.ErrSilence},
		{"four bytes", []string{"DEADBEEF"}, "DEADBEEF", nil},
		{"seven bytes", []string{"04A2241B5C6D80"}, "04A2241B5C6D80", nil},
		{"ten bytes", []string{"00112233445566778899"}, "00112233445566778899", nil},
		{"one of many", []string{"DEADBEEF", "04A2241B5C6D81", "04A2241B5C6D80", "00112233445566778899"}, "04A2241B5C6D80", nil},
		{"another", []string{"04A2241B5C6D81"}, "04A2241B5C6D80", iso14443.ErrSilence},
		{"another of another length", []string{"DEADBEEF"}, "04A2241B5C6D80", iso14443.ErrSilence},
	} {
		f := picc.NewField(1)
		for _, u := range c.lie {
			f.Place(tag(t, u))
		}
		f.Power(true)
		l := &air{field: f}
		for i := range 2 {
			if err := iso14443.Present(t.Context(), l, uid(t, c.ask)); !errors.Is(err, c.want) {
				t.Errorf("%s, time %d: %v, want %v", c.name, i, err, c.want)
			}
			if err := iso14443.Halt(l); err != nil {
				t.Error(err)
			}
		}
		// Halted or not, after this everybody is found again in a fresh field.
		got, err := inventory(t, l)
		if slices.Sort(c.lie); err != nil || !slices.Equal(got, c.lie) {
			t.Errorf("%s: inventory %v, %v", c.name, got, err)
		}
	}
}

// A halted tag hears no request, but Present finds it.
func TestHalt(t *testing.T) {
	f := picc.NewField(1)
	f.Place(tag(t, "04A2241B5C6D80"))
	f.Power(true)
	l := &air{field: f}
	known := uid(t, "04A2241B5C6D80")
	if err := errors.Join(iso14443.Present(t.Context(), l, known), iso14443.Halt(l)); err != nil {
		t.Fatal(err)
	}
	if uids, err := iso14443.Inventory(t.Context(), l); err != nil || len(uids) > 0 {
		t.Errorf("a halted tag was found: %v, %v", uids, err)
	}
	if err := iso14443.Present(t.Context(), l, known); err != nil {
		t.Error("a halted tag was not woken:", err)
	}
	broken := errors.New("cable")
	l.after = func(int) error { return broken }
	if err := iso14443.Halt(l); !errors.Is(err, broken) {
		t.Errorf("halt through a broken cable: %v", err)
	}
	if err := iso14443.Present(t.Context(), l, known); !errors.Is(err, broken) {
		t.Errorf("present through a broken cable: %v", err)
	}
}

func TestExchange(t *testing.T) {
	f := picc.NewField(1)
	f.Place(tag(t, "04A2241B5C6D80"))
	f.Power(true)
	l := &air{field: f}
	if err := iso14443.Present(t.Context(), l, uid(t, "04A2241B5C6D80")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command []byte
		want    string
		err     error
	}{
		{[]byte{0x30, 0}, "04A2240A1B5C6D80AA480000E1101200", nil},
		{[]byte{0xA2, 8, 1, 2, 3, 4}, "", nil},
		{[]byte{0x3A, 8, 8}, "01020304", nil},
		{[]byte{0x30, 99}, "", iso14443.ErrRefused},
		{[]byte{0x30, 0}, "", iso14443.ErrSilence},
	} {
		got, err := iso14443.Exchange(l, c.command, 0)
		if fmt.Sprintf("%X", got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("% X: %X, %v; want %s, %v", c.command, got, err, c.want, c.err)
		}
	}
}

func TestExchangeRefusesNonsense(t *testing.T) {
	for _, c := range []struct {
		answer iso14443.Answer
		want   error
	}{
		{collide(sealed(1, 2), 3), iso14443.ErrCollision},
		{iso14443.Answer{Data: []byte{0x0A}, Bits: 4}, nil},
		{iso14443.Answer{Data: []byte{0x01}, Bits: 4}, iso14443.ErrRefused},
		{iso14443.Answer{Data: []byte{0x0A}, Bits: 5}, iso14443.ErrGarbled},
		{bytes(1, 2), iso14443.ErrGarbled},
		{bytes(1, 2, 3), iso14443.ErrGarbled},
		{sealed(1), nil},
	} {
		s := script{c.answer}
		if _, err := iso14443.Exchange(&s, []byte{0x30, 4}, time.Millisecond); !errors.Is(err, c.want) {
			t.Errorf("% X (%d bits): %v, want %v", c.answer.Data, c.answer.Bits, err, c.want)
		}
	}
}

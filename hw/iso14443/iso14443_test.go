package iso14443_test

import (
	"context"
	"errors"
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

// air is a Link straight to a field, without a chip.
type air struct {
	field *picc.Field
	log   []string
	after func(frames int) error
	habit
}

func (l *air) Transceive(f iso14443.Frame) (iso14443.Answer, error) {
	if l.after != nil {
		if err := l.after(len(l.log)); err != nil {
			return iso14443.Answer{}, err
		}
	}
	l.log = append(l.log, fmt.Sprintf("%X/%d", f.Data, f.LastBits))
	n := 8 * len(f.Data)
	if f.LastBits > 0 {
		n -= 8 - f.LastBits
	}
	a, collision := l.field.Exchange(picc.Bits{Data: f.Data, N: n})
	if a.N == 0 {
		return iso14443.Answer{}, iso14443.ErrSilence
	}
	return l.habit.tell(f.Align, a, collision)
}

// inventory starts with a fresh field; UIDs come back in sorted hex.
func inventory(t *testing.T, l *air) (uids []string, err error) {
	t.Helper()
	l.field.Power(false)
	l.field.Power(true)
	l.log = nil
	found, err := iso14443.Inventory(t.Context(), l)
	for _, u := range found {
		uids = append(uids, u.String())
	}
	slices.Sort(uids)
	return uids, err
}

func TestCRC(t *testing.T) {
	for _, c := range []struct {
		data []byte
		want [2]byte
	}{
		{[]byte{0x00, 0x00}, [2]byte{0xA0, 0x1E}}, // ISO/IEC 14443-3, annex B
		{[]byte{0x12, 0x34}, [2]byte{0x26, 0xCF}},
		{[]byte{0x50, 0x00}, [2]byte{0x57, 0xCD}}, // HLTA as every trace shows it
	} {
		if got := iso14443.CRC(c.data); got != c.want {
			t.Errorf("CRC(% X) = % X, want % X", c.data, got, c.want)
		}
		if got := picc.CRCA(c.data); got != c.want {
			t.Errorf("emulated tag: CRC(% X) = % X, want % X", c.data, got, c.want)
		}
	}
}

func TestFrames(t *testing.T) {
	f := picc.NewField(1)
	f.Place(picc.New(0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80))
	l := &air{field: f}
	uids, err := inventory(t, l)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"04A2241B5C6D80"}, uids); d != "" {
		t.Error(d)
	}
	// The CRCs were computed by hand from the polynomial.
	want := "26/7 9320/0 93708804A2240A632A/0 9520/0 95701B5C6D80AA714C/0 500057CD/0 26/7"
	if d := cmp.Diff(want, strings.Join(l.log, " ")); d != "" {
		t.Error(d)
	}
}

func TestInventory(t *testing.T) {
	for _, c := range []struct {
		name string
		tags []string
	}{
		{"empty", nil},
		{"four bytes", []string{"DEADBEEF"}},
		{"seven bytes", []string{"04A2241B5C6D80"}},
		{"ten bytes", []string{"00112233445566778899"}},
		{"first byte of a 4-byte UID is no cascade tag", []string{"87880102"}},
		{"a UID of four bytes that begins like a longer one", []string{"88776655"}},
		{"both", []string{"88776655", "88010203", "04A2241B5C6D80", "00112233445566778899"}},
		{"two of one batch", []string{"04A2241B5C6D80", "04A2241B5C6D81"}},
		{"differ in the last bit", []string{"00000000", "00000080"}},
		{"differ in the first bit", []string{"00000000", "01000000"}},
		{"one of each length", []string{"DEADBEEF", "04A2241B5C6D80", "00112233445566778899"}},
		{"all bits differ", []string{"55555555", "AAAAAAAA"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := picc.NewField(1)
			for _, u := range c.tags {
				f.Place(tag(t, u))
			}
			got, err := inventory(t, &air{field: f})
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Sorted(slices.Values(c.tags))
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func tag(t *testing.T, hex string) *picc.Tag {
	t.Helper()
	var b []byte
	if _, err := fmt.Sscanf(hex, "%X", &b); err != nil {
		t.Fatal(err)
	}
	return picc.New(b...)
}

// crowd places n random tags of mixed lengths; half of them share a prefix.
func crowd(rng *rand.Rand, f *picc.Field, n int) (uids []string) {
	for len(uids) < n {
		b := make([]byte, []int{4, 7, 10}[rng.IntN(3)])
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		if rng.IntN(2) == 0 {
			copy(b, []byte{0x04, 0xA2, 0x24}[:rng.IntN(4)])
		}
		if len(b) > 4 && b[0] == 0x88 { // not allowed in front (ISO/IEC 14443-3, 6.5.4); copies of old cards do it
			b[0] = 0x04
		}
		if len(b) > 4 && b[3] == 0x88 {
			b[3] = 0x05
		}
		u := fmt.Sprintf("%X", b)
		if !slices.Contains(uids, u) {
			f.Place(picc.New(b...))
			uids = append(uids, u)
		}
	}
	slices.Sort(uids)
	return uids
}

func TestRandomCrowds(t *testing.T) {
	n := tier.Of(t, tier.Readers, "crowds", 1_000, 10_000, 500_000)
	rng := rand.New(rand.NewPCG(tier.Seed(t), 1))
	for i := range n {
		f := picc.NewField(uint64(i))
		want := crowd(rng, f, 1+i%iso14443.MaxTags)
		got, err := inventory(t, &air{field: f})
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("crowd %d: %v, %v; want %v", i, got, err, want)
		}
	}
}

func TestTooManyTags(t *testing.T) {
	f := picc.NewField(1)
	crowd(rand.New(rand.NewPCG(1, 1)), f, iso14443.MaxTags+1)
	got, err := inventory(t, &air{field: f})
	if !errors.Is(err, iso14443.ErrCollision) {
		t.Errorf("error %v, want %v", err, iso14443.ErrCollision)
	}
	if got, want := len(got), iso14443.MaxTags; got != want {
		t.Errorf("%d tags found before giving up, want %d", got, want)
	}
}

// TestFlippedBits: whatever bits fall over, no tag is invented.
func TestFlippedBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	garbled := 0
	for i := range 3000 {
		f := picc.NewField(uint64(i))
		truth := crowd(rng, f, 1+i%3)
		f.Flip(0.2)
		got, err := inventory(t, &air{field: f})
		for _, u := range got {
			if !slices.Contains(truth, u) {
				t.Fatalf("run %d: found %s, there are only %v", i, u, truth)
			}
		}
		if err != nil {
			garbled++
		}
		if err == nil && len(got) > len(truth) {
			t.Fatalf("run %d: %v of %v", i, got, truth)
		}
	}
	if garbled == 0 {
		t.Error("not one inventory failed: the field did not flip bits")
	}
}

func TestCaptureHidesOneTagForOneRound(t *testing.T) {
	f := picc.NewField(1)
	f.Place(tag(t, "DEADBEEF"))
	f.Place(tag(t, "04A2241B5C6D80"))
	f.Capture(true)
	got, err := inventory(t, &air{field: f})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"04A2241B5C6D80", "DEADBEEF"}, got); d != "" {
		t.Error(d)
	}
}

func TestReaderTroubleEndsTheInventory(t *testing.T) {
	broken := errors.New("cable")
	for frames := range 7 {
		f := picc.NewField(1)
		f.Place(tag(t, "04A2241B5C6D80"))
		l := &air{field: f, after: func(n int) error {
			if n == frames {
				return broken
			}
			return nil
		}}
		if _, err := inventory(t, l); !errors.Is(err, broken) {
			t.Errorf("broken at frame %d: %v", frames, err)
		}
		if got, want := len(l.log), frames; got != want {
			t.Errorf("broken at frame %d, went on to %d", want, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := iso14443.Inventory(ctx, &air{field: picc.NewField(1)}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

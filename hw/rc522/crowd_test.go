package rc522_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"

	"arbiter/engine/enginetest/tier"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// TestRandomCrowds: random sets of one to eight tags with UIDs of 4, 7
// and 10 bytes, through periph's registers and the emulated chip: each is read at
// the first scan and again at the second, without an error.
func TestRandomCrowds(t *testing.T) {
	sets, seed := tier.Of(t, tier.Readers, "sets", 100, 1_000, 10_000), tier.Seed(t)
	synctest.Test(t, func(t *testing.T) {
		if wrong := crowds(t, seed, sets, false); len(wrong) > 0 {
			t.Errorf("%d of %d sets: %s", len(wrong), sets, wrong[0])
		}
		if wrong := crowds(t, seed, 100, true); len(wrong) == 0 {
			t.Error("control: a chip that counts collisions in another way reads as well")
		}
	})
}

// crowds reads sets and says what was wrong. A chip that counts the bits below
// RxAlign as part of a collision's position is one that the driver is not made for.
func crowds(t *testing.T, seed uint64, sets int, foreign bool) (wrong []string) {
	rng := rand.New(rand.NewPCG(seed, 9))
	for i := range sets {
		field := picc.NewField(uint64(i))
		want := crowd(rng, field, 1+i%8)
		c := chip.New("SPI0.0", field)
		c.CountAlignment(foreign)
		r, err := rc522.Open("p", c, nil, rc522.Opts{PowerUp: -1, Rest: -1})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			uids, err := r.Scan(t.Context())
			var got []string
			for _, u := range uids {
				got = append(got, u.String())
			}
			if slices.Sort(got); err != nil || !slices.Equal(got, want) {
				wrong = append(wrong, fmt.Sprintf("set %d: %v, %v; want %v", i, got, err, want))
			}
		}
	}
	return wrong
}

// crowd lays n tags with random UIDs; half of them come from one batch, which
// begins alike.
func crowd(rng *rand.Rand, f *picc.Field, n int) (uids []string) {
	for len(uids) < n {
		b := make([]byte, []int{4, 7, 10}[rng.IntN(3)])
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		if rng.IntN(2) == 0 {
			copy(b, []byte{0x04, 0xA2, 0x24}[:rng.IntN(4)])
		}
		for _, i := range []int{0, 3} { // where a cascade tag would be (ISO/IEC 14443-3, 6.5.4)
			if b[i] == 0x88 {
				b[i] = 0x04
			}
		}
		if u := fmt.Sprintf("%X", b); !slices.Contains(uids, u) {
			f.Place(picc.New(b...))
			uids = append(uids, u)
		}
	}
	slices.Sort(uids)
	return uids
}

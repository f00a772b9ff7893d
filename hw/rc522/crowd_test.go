package rc522_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine/enginetest/tier"
	chip "arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/rc522"
)

// TestRandomCrowds: random sets of one to eight tags with UIDs of 4, 7 and 10 bytes, through
// periph's registers and the emulated chip, are read at the first scan and again at the second,
// without an error, whatever the chip counts as the position of a collision and wherever it ends
// such an answer. hw/iso14443 shows that one reading of that position is not enough.
func TestRandomCrowds(t *testing.T) {
	sets, seed := tier.Of(t, tier.Readers, "sets of each kind", 30, 300, 3_000), tier.Seed(t)
	for i := range 4 {
		received, ends := i&1 != 0, i&2 != 0
		most := crowds(t, seed, sets, func(c *chip.Chip) { c.CountReceived(received); c.EndAtCollision(ends) })
		t.Logf("CollPos counts received bits %v, answers end %v: at most %d transactions", received, ends, most)
		if most > 2000 {
			t.Errorf("a scan took %d transactions", most)
		}
	}
}

// crowds reads sets from chips set up by like. It returns the transactions of the longest scan.
func crowds(t *testing.T, seed uint64, sets int, like func(*chip.Chip)) (most int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	for i := range sets {
		field := picc.NewField(uint64(i))
		want := crowd(rng, field, 1+i%8)
		c := chip.New("SPI0.0", field)
		like(c)
		r, err := rc522.Open("p", c, nil, quick)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			before, _ := c.Traffic()
			expect(t, r, nil, want...)
			after, _ := c.Traffic()
			most = max(most, after-before)
		}
	}
	return most
}

// crowd lays n tags with random UIDs; half of them come from one batch, and begin alike.
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

package iso14443_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
	"arbiter/hw/iso14443"
)

// habit is how a chip reports a collision, and how a driver reads that. The zero habit counts
// received bits and delivers all of them.
type habit struct {
	aligned bool    // counts from the first bit of the data, as in NXP's library
	ends    int     // delivers the bits before the collision and so many, less one; 0: all
	only    reading // of the driver
}

// reading is how a driver interprets the number of a collision, after which it goes on with the
// tags that sent a one. The zero reading leaves that to the driver.
type reading int

const (
	received reading = iota + 1
	aligned
)

// tell makes an answer of what is on the air.
func (h habit) tell(align int, a picc.Bits, collision int) (iso14443.Answer, error) {
	if collision > 0 && h.ends > 0 {
		a.N = min(a.N, collision-2+h.ends)
	}
	data := make([]byte, (align+a.N+7)/8)
	if len(data) > 0 {
		data[0] = 1<<align - 1 // not from the tags
	}
	for i := range a.N {
		data[(align+i)/8] |= a.Data[i/8] >> (i % 8) & 1 << ((align + i) % 8)
	}
	if collision > 0 && h.aligned {
		collision += align
	}
	return h.only.take(align, iso14443.Answer{Data: data, Bits: a.N, Collision: collision})
}

// take makes the number unambiguous, for a driver that would accept both meanings.
func (r reading) take(align int, a iso14443.Answer) (iso14443.Answer, error) {
	if r == 0 || a.Collision == 0 {
		return a, nil
	}
	if r == received {
		a.Collision += align
	}
	at := a.Collision - 1
	if at < align || at/8 >= len(a.Data) {
		return a, iso14443.ErrCollision
	}
	a.Data[at/8] |= 1 << (at % 8)
	return a, nil
}

// TestEveryHabit: sets of two to five tags are read however a chip counts, and wherever its answers
// end; a chip that counts from earlier than the driver assumes costs only a few more frames.
func TestEveryHabit(t *testing.T) {
	sets, seed := tier.Of(t, tier.Readers, "sets of each size", 100, 1_000, 20_000), tier.Seed(t)
	for _, counts := range []bool{false, true} {
		for ends := range 3 {
			h := habit{aligned: counts, ends: ends}
			t.Run(fmt.Sprintf("%+v", h), func(t *testing.T) {
				for n := 2; n <= 5; n++ {
					failed, frames, most := crowds(t, seed, sets, n, h)
					t.Logf("%d tags: %.1f frames, at most %d", n, float64(frames)/float64(sets), most)
					if failed > 0 || most > 25*n {
						t.Errorf("%d of %d sets of %d tags failed; %d frames at most", failed, sets, n, most)
					}
				}
			})
		}
	}
}

// The control: a driver with one reading fails with a chip of the other habit, and works with one
// of its own.
func TestOneReadingDoesNotDo(t *testing.T) {
	for _, h := range []habit{{only: aligned}, {aligned: true, only: received}} {
		for n, least := range map[int]int{3: 5, 5: 20} {
			failed, _, _ := crowds(t, 1, 100, n, h)
			t.Logf("%+v: %d of 100 sets of %d tags failed", h, failed, n)
			if failed < least {
				t.Errorf("want at least %d", least)
			}
			if failed, _, _ := crowds(t, 1, 100, n, habit{aligned: !h.aligned, only: h.only}); failed > 0 {
				t.Errorf("%+v, of its own reading: %d of 100 sets of %d tags failed", h, failed, n)
			}
		}
	}
}

// crowds takes inventories of random sets of n tags. It returns how many were wrong, the frames of
// all of them, and those of the longest.
func crowds(t *testing.T, seed uint64, sets, n int, h habit) (failed, frames, most int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	for i := range sets {
		l := &air{field: picc.NewField(uint64(i)), habit: h}
		want := crowd(rng, l.field, n)
		got, err := inventory(t, l)
		for _, u := range got {
			if !slices.Contains(want, u) {
				t.Errorf("set %d: found %s, there are only %v", i, u, want)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			failed++
		}
		frames, most = frames+len(l.log), max(most, len(l.log))
	}
	return failed, frames, most
}

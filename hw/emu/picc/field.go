package picc

import (
	"math/rand/v2"
	"slices"
	"sync"
)

// Field is the radio field over one antenna. It is safe for concurrent use.
type Field struct {
	mu           sync.Mutex
	on           bool
	tags         []*Tag
	rng          *rand.Rand
	neighborhood *Neighborhood
	flips        float64 // chance that one bit of an answer flips
	noise        float64 // chance for each bit to flip
	losses       float64 // chance that an exchange is lost
	deaf         int     // how many more requests go unheard
	crowd        int     // with at least so many tags nobody answers
	capture      bool
	weak         float64 // chance that a tag does not answer
	first        func()  // called when a tag answers that has not since it was placed
}

// NewField returns an empty field without faults. The seed decides everything random.
func NewField(seed uint64) *Field { return &Field{rng: rand.New(rand.NewPCG(seed, 2))} }

// Place lays a tag on the antenna; a tag that is already there stays.
func (f *Field) Place(t *Tag) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(f.tags, t) {
		f.tags = append(f.tags, t)
		t.heard = false
		t.power(f.on)
	}
}

// Watch calls heard whenever a tag answers for the first time since it was placed.
func (f *Field) Watch(heard func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.first = heard
}

// Lift takes a tag away.
func (f *Field) Lift(t *Tag) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tags = slices.DeleteFunc(f.tags, func(o *Tag) bool { return o == t })
	t.power(false)
}

// Flip flips one bit of an answer with probability p, in a way that the parity check does not
// detect.
func (f *Field) Flip(p float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.flips = p
}

// Noise flips each bit of an answer with probability p, in a way that the parity check does not
// detect.
func (f *Field) Noise(p float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.noise = p
}

// Lose loses an exchange with probability p: half of them before the tags have heard the frame,
// half on the way back.
func (f *Field) Lose(p float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.losses = p
}

// LoseRequests drops the next n requests (REQA, WUPA).
func (f *Field) LoseRequests(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.deaf = n
}

// Crowd silences all tags while n or more are in the field, because they detune each other; 0 ends
// that.
func (f *Field) Crowd(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.crowd = n
}

// Capture lets the tag that was placed first drown out all others that answer at the same time,
// instead of colliding with them.
func (f *Field) Capture(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.capture = on
}

// Weaken lets each tag answer each frame only with probability p, as if it were far away or close
// to metal; 1 ends that.
func (f *Field) Weaken(p float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.weak = 1 - p
}

// Power switches the field. Without it tags lose their state.
func (f *Field) Power(on bool) { f.power(on, (*Tag).power) }

// Resume switches the field on again so soon that the tags have kept their state.
func (f *Field) Resume() { f.power(true, func(t *Tag, _ bool) { t.resume() }) }

func (f *Field) power(on bool, each func(*Tag, bool)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.on == on {
		return
	}
	f.on = on
	f.neighborhood.radiate(on)
	for _, t := range f.tags {
		each(t, on)
	}
}

// Exchange sends a frame to all tags. The answer has no bits if all are silent. Collision is 0, or
// the number (from 1) of the first bit at which answers differ; bits at which any tag sent a one
// are ones.
func (f *Field) Exchange(frame Bits) (answer Bits, collision int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.carries(frame) {
		return Bits{}, 0
	}
	lost := f.losses > 0 && f.rng.Float64() < f.losses
	if lost && f.rng.IntN(2) == 0 {
		return Bits{}, 0
	}
	said := f.voices(frame)
	if lost {
		return Bits{}, 0
	}
	answer, collision = overlay(said)
	f.disturb(answer)
	return answer, collision
}

// carries reports whether the frame reaches the tags at all.
func (f *Field) carries(frame Bits) bool {
	if f.deaf > 0 && frame.N == 7 {
		f.deaf--
		return false
	}
	return f.on && (f.crowd == 0 || len(f.tags) < f.crowd) && !f.neighborhood.jammed()
}

// voices returns the answers of the tags.
func (f *Field) voices(frame Bits) (said []Bits) {
	for _, t := range f.tags {
		if chance := t.chance * (1 - f.weak); chance < 1 && f.rng.Float64() >= chance {
			continue
		}
		b, ok := t.hear(frame)
		if !ok {
			continue
		}
		if said = append(said, b); !t.heard && f.first != nil {
			f.first()
		}
		t.heard = true
	}
	if f.capture && len(said) > 1 {
		said = said[:1]
	}
	return said
}

// disturb flips bits.
func (f *Field) disturb(a Bits) {
	if a.N > 0 && f.flips > 0 && f.rng.Float64() < f.flips {
		i := f.rng.IntN(a.N)
		a.Data[i/8] ^= 1 << (i % 8)
	}
	if f.noise == 0 {
		return
	}
	for i := range a.N {
		if f.rng.Float64() < f.noise {
			a.Data[i/8] ^= 1 << (i % 8)
		}
	}
}

// overlay returns what an antenna receives when all tags answer at once.
func overlay(said []Bits) (sum Bits, collision int) {
	for _, b := range said {
		sum.N = max(sum.N, b.N)
	}
	sum.Data = make([]byte, (sum.N+7)/8)
	for i := range sum.N {
		var ones, zeros bool
		for _, b := range said {
			if i < b.N && b.bit(i) == 1 {
				ones = true
			} else {
				zeros = true
			}
		}
		if ones {
			sum.Data[i/8] |= 1 << (i % 8)
		}
		if ones && zeros && collision == 0 {
			collision = i + 1
		}
	}
	return sum, collision
}

// Tags returns the tags in the field, in the order in which they were placed.
func (f *Field) Tags() []*Tag {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.tags)
}

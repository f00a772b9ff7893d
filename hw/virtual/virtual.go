// Package virtual is a reader without hardware: people (or a test, or a web page) place cards on it
// and lift them.
//
// It keeps the contract of hw.Reader, including failures, so that its users cannot tell it from a
// real one. It does not simulate radio; for chips and tags behind the real drivers see hw/emu.
package virtual

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"arbiter/hw"
)

// Reader is one virtual place. It is safe for concurrent use.
type Reader struct {
	name string

	mu    sync.Mutex
	lying []hw.UID
	err   error
	drop  float64
	rng   *rand.Rand
}

var _ hw.Reader = (*Reader)(nil)

// New returns an empty reader that works.
func New(name string) *Reader { return &Reader{name: name} }

// Name returns the reader's name in the rig.
func (r *Reader) Name() string { return r.name }

// Place lays a card on the reader. A card that is already there stays.
func (r *Reader) Place(u hw.UID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !u.IsZero() && !slices.Contains(r.lying, u) {
		r.lying = append(r.lying, u)
	}
}

// Lift takes a card away and reports whether it lay there.
func (r *Reader) Lift(u hw.UID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.Index(r.lying, u)
	if i < 0 {
		return false
	}
	r.lying = slices.Delete(r.lying, i, i+1)
	return true
}

// Lying returns what really lies there, in the order of placing, whatever is wrong with the reader.
func (r *Reader) Lying() []hw.UID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lying)
}

// Fail makes every Scan return err until Repair; nil means hw.ErrNoReader.
func (r *Reader) Fail(err error) {
	if err == nil {
		err = hw.ErrNoReader
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

// Repair ends Fail.
func (r *Reader) Repair() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = nil
}

// Noise makes a scan overlook each card with probability drop (0 to 1), reproducibly for the same
// seed.
func (r *Reader) Noise(seed uint64, drop float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rng, r.drop = rand.New(rand.NewPCG(seed, seed)), drop
}

// Scan returns what lies there, without what the noise hides.
func (r *Reader) Scan(ctx context.Context) ([]hw.UID, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return nil, r.err
	}
	var seen []hw.UID
	for _, u := range r.lying {
		if r.drop > 0 && r.rng.Float64() < r.drop {
			continue
		}
		seen = append(seen, u)
	}
	return seen, nil
}

// Close does nothing: there is nothing to switch off.
func (r *Reader) Close() error { return nil }

// UID returns the tag of a virtual card.
func UID(words []string) hw.UID { return hw.VirtualUID(words) }

// Package button emulates a push button on a GPIO pin, with its bouncing.
//
// It is a pin for drivers that poll; it has no edges.
package button

import (
	"math/rand/v2"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Button connects its pin to ground while it is pressed; else the pull-up holds
// the pin high, and without one it floats. Its methods are safe for use by several
// goroutines.
type Button struct {
	gpio.PinIO
	name   string
	bounce time.Duration

	mu      sync.Mutex
	rng     *rand.Rand
	pull    gpio.Pull
	down    bool
	changed time.Time
	err     error
	reads   int
}

var _ gpio.PinIn = (*Button)(nil)

// New returns a released button whose contacts bounce for so long after each change.
// The seed decides how.
func New(name string, bounce time.Duration, seed uint64) *Button {
	return &Button{PinIO: gpio.INVALID, name: name, bounce: bounce, rng: rand.New(rand.NewPCG(seed, 4)), pull: gpio.Float}
}

// String returns the pin's name.
func (b *Button) String() string { return b.name }

// Name returns the pin's name.
func (b *Button) Name() string { return b.name }

// Press pushes the button down.
func (b *Button) Press() { b.set(true) }

// Release lets go.
func (b *Button) Release() { b.set(false) }

func (b *Button) set(down bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down, b.changed = down, time.Now()
}

// Fail makes setting up the pin fail with err; nil ends it.
func (b *Button) Fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
}

// In sets the pull; edges there are none.
func (b *Button) In(pull gpio.Pull, _ gpio.Edge) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.pull = pull
	}
	return b.err
}

// Read returns the level of the pin now.
func (b *Button) Read() gpio.Level {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reads++
	noise := gpio.Level(b.rng.IntN(2) == 0)
	switch {
	case time.Since(b.changed) < b.bounce:
		return noise
	case b.down:
		return gpio.Low
	case b.pull == gpio.PullUp:
		return gpio.High
	case b.pull == gpio.PullDown:
		return gpio.Low
	}
	return noise
}

// Reads returns how often somebody has looked.
func (b *Button) Reads() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reads
}

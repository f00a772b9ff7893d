// Package button emulates a push button on a GPIO pin, including its bouncing.
//
// It is a pin for drivers that poll; it has no edges.
package button

import (
	"math/rand/v2"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// Button connects its pin to ground while it is pressed; otherwise the pull-up holds the pin high,
// and without a pull-up it floats. It is safe for concurrent use.
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

// New returns a released button whose contacts bounce for the given time after each change. The
// seed decides how.
func New(name string, bounce time.Duration, seed uint64) *Button {
	return &Button{PinIO: gpio.INVALID, name: name, bounce: bounce, rng: rand.New(rand.NewPCG(seed, 4)), pull: gpio.Float}
}

// String returns the pin's name.
func (b *Button) String() string { return b.name }

// Name returns the pin's name.
func (b *Button) Name() string { return b.name }

// Press pushes the button down.
func (b *Button) Press() { b.set(true) }

// Release releases the button.
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

// In sets the pull; there are no edges.
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

// Reads returns how many times the pin was read.
func (b *Button) Reads() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reads
}

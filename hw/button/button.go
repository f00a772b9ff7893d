// Package button reports presses of buttons that are wired to GPIO pins.
//
// It polls, because edges are not reliable (see the README of hw). It knows no game and no meaning
// of a button. A button connects its pin to ground; the pull-up is in the chip.
package button

import (
	"context"
	"time"

	"periph.io/x/conn/v3/gpio"

	"arbiter/hw"
)

// Pin is one button.
type Pin struct {
	Name string // such as "confirm"
	Seat string // whose button it is; "" if it is everybody's
	In   gpio.PinIn
}

// Press is one press of a button, reported when the button goes down.
type Press struct {
	Name string
	Seat string
	At   time.Time
	// Err is set if this is not a press but the pin cannot be set up or read. It is reported once;
	// the pin is still retried.
	Err error
}

// Opts say how to look at the buttons. Zero fields take the defaults.
type Opts struct {
	Every  time.Duration // between two looks
	Settle time.Duration // how long a level must last to count
	Retry  time.Duration // before a pin that cannot be set up is tried again
	High   bool          // buttons connect to 3.3 V instead of ground
}

// The defaults. Buttons bounce for some milliseconds, and nobody presses for less than 50. Hardware
// must confirm the time for the buttons in use.
const (
	DefaultEvery  = 4 * time.Millisecond
	DefaultSettle = 16 * time.Millisecond
	DefaultRetry  = 2 * time.Second
)

// waiting is how many presses are kept for a receiver that is busy; further ones are dropped, so
// that an old press does not answer a new question.
const waiting = 16

func (o Opts) withDefaults() Opts {
	for _, v := range []struct {
		value    *time.Duration
		standard time.Duration
	}{{&o.Every, DefaultEvery}, {&o.Settle, DefaultSettle}, {&o.Retry, DefaultRetry}} {
		if *v.value == 0 {
			*v.value = v.standard
		}
	}
	return o
}

// Watch polls the buttons until ctx ends; then it closes the channel. A button that is down at the
// start is ignored until it has been released.
func Watch(ctx context.Context, pins []Pin, o Opts) <-chan Press {
	w := &watch{opts: o.withDefaults(), out: make(chan Press, waiting)}
	for _, p := range pins {
		w.keys = append(w.keys, key{Pin: p})
	}
	go w.run(ctx)
	return w.out
}

type watch struct {
	opts Opts
	keys []key
	out  chan Press
}

// key is what is known about one button.
type key struct {
	Pin
	ready   bool // the pin is set up
	told    bool // its failure has been reported
	next    time.Time
	down    bool // debounced state
	level   bool // last level seen: pressed
	changed time.Time
}

func (w *watch) run(ctx context.Context) {
	defer close(w.out)
	t := time.NewTicker(w.opts.Every)
	defer t.Stop()
	for {
		now := time.Now()
		for i := range w.keys {
			w.look(&w.keys[i], now)
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// look polls a button. A pin that fails is set up again after a while.
func (w *watch) look(k *key, now time.Time) {
	if now.Before(k.next) {
		return
	}
	err := hw.Guard(func() error { return w.read(k, now) })
	if err == nil {
		return
	}
	k.ready, k.next = false, now.Add(w.opts.Retry)
	if !k.told {
		k.told = true
		w.tell(Press{Name: k.Name, Seat: k.Seat, At: now, Err: err})
	}
}

func (w *watch) read(k *key, now time.Time) error {
	if err := w.setUp(k, now); err != nil {
		return err
	}
	pressed := bool(k.In.Read()) == w.opts.High
	switch {
	case pressed != k.level:
		k.level, k.changed = pressed, now
	case pressed != k.down && now.Sub(k.changed) >= w.opts.Settle:
		k.down = pressed
		if pressed {
			w.tell(Press{Name: k.Name, Seat: k.Seat, At: k.changed})
		}
	}
	return nil
}

// setUp makes the pin an input if it is not one yet. Until it is seen released it counts as down.
func (w *watch) setUp(k *key, now time.Time) error {
	if k.ready {
		return nil
	}
	pull := gpio.PullUp
	if w.opts.High {
		pull = gpio.PullDown
	}
	if err := k.In.In(pull, gpio.NoEdge); err != nil {
		return err
	}
	k.ready, k.down, k.level, k.changed = true, true, true, now
	return nil
}

func (w *watch) tell(p Press) {
	select {
	case w.out <- p:
	default:
	}
}

// Package wedge is an hw.Reader for readers that type the number of a card as a keyboard would
// ("keyboard wedge").
//
// Such a reader reports that a card was shown and never that it was taken away, so a card lies
// there for a moment and then no more: it suits places where cards are shown, not where they stay.
// The package knows hexadecimal numbers of 4, 7 and 10 bytes and decimal ones of 10 digits, ended
// by Enter, on Linux.
package wedge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/hw"
)

// Opts are durations. Zero fields take the defaults.
type Opts struct {
	Hold     time.Duration // how long a card that was shown counts as lying there
	RetryMin time.Duration // pause before the device is opened again ...
	RetryMax time.Duration // ... doubled each time up to this
}

// The defaults.
const (
	DefaultHold     = 300 * time.Millisecond
	DefaultRetryMin = 100 * time.Millisecond
	DefaultRetryMax = 2 * time.Second
)

// complaint is how long a number that was cut short is reported: people need time to read why.
const complaint = 5 * time.Second

// sightings is how many scans see a card that was shown, however rare they are; a Tracker needs
// two.
const sightings = 3

// Reader is one keyboard. It opens its device itself, and reopens it after every loss.
type Reader struct {
	name string
	opts Opts
	open func() (io.ReadCloser, error)
	stop context.CancelFunc
	done chan struct{}

	mu       sync.Mutex
	shown    []showing
	fault    error // why the reader cannot answer; nil while the device is there
	nonsense error // the last thing it typed, if that was not a number
	cut      error // the last number, if it was cut short
	cutUntil time.Time
}

type showing struct {
	uid   hw.UID
	until time.Time
	scans int // scans that have still to see it
}

var _ hw.Reader = (*Reader)(nil)

// Open listens to an event device of Linux, now or as soon as it appears.
func Open(name, device string, o Opts) *Reader {
	return Start(name, func() (io.ReadCloser, error) { return Device(device) }, o)
}

// Start listens to whatever open returns: a stream of struct input_event, whose Close ends a
// pending Read.
func Start(name string, open func() (io.ReadCloser, error), o Opts) *Reader {
	for v, standard := range map[*time.Duration]time.Duration{
		&o.Hold: DefaultHold, &o.RetryMin: DefaultRetryMin, &o.RetryMax: DefaultRetryMax,
	} {
		if *v == 0 {
			*v = standard
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &Reader{name: name, opts: o, open: open, stop: stop, done: make(chan struct{}), fault: errors.New("it is not open yet")}
	go r.run(ctx)
	return r
}

// Name returns the reader's name in the rig.
func (r *Reader) Name() string { return r.name }

// Scan returns what was shown a moment ago, without waiting. Something typed that is not a number
// is an error once.
func (r *Reader) Scan(ctx context.Context) (uids []hw.UID, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fault != nil {
		return nil, fmt.Errorf("%w: %w", hw.ErrNoReader, r.fault)
	}
	now := time.Now()
	kept := r.shown[:0]
	for _, s := range r.shown {
		if s.scans <= 0 && now.After(s.until) {
			continue
		}
		s.scans--
		kept = append(kept, s)
		uids = append(uids, s.uid)
	}
	r.shown = kept
	err, r.nonsense = r.nonsense, nil
	if now.After(r.cutUntil) {
		r.cut = nil
	}
	return uids, cmp.Or(err, r.cut)
}

// Close releases the device.
func (r *Reader) Close() error {
	r.stop()
	<-r.done
	return nil
}

// run listens until the reader is closed, device after device.
func (r *Reader) run(ctx context.Context) {
	defer close(r.done)
	for retry := r.opts.RetryMin; ctx.Err() == nil; retry = min(2*retry, r.opts.RetryMax) {
		r.set(hw.Guard(func() error {
			device, err := r.open()
			if err != nil {
				return err
			}
			r.set(nil)
			retry = r.opts.RetryMin
			return r.listen(ctx, device)
		}))
		select {
		case <-ctx.Done():
		case <-time.After(retry):
		}
	}
}

// set records why the device is away, or that it is there. What was shown before a loss is
// forgotten.
func (r *Reader) set(fault error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fault, r.nonsense, r.cut = fault, nil, nil
	if fault != nil {
		r.shown = nil
	}
}

// listen reads events until the device is lost, whose error it returns, or until ctx ends.
func (r *Reader) listen(ctx context.Context, device io.ReadCloser) error {
	ended := context.AfterFunc(ctx, func() { device.Close() })
	defer func() {
		if ended() {
			device.Close()
		}
	}()
	var keys keyboard
	var b [eventSize]byte
	for {
		if _, err := io.ReadFull(device, b[:]); err != nil {
			return fmt.Errorf("it is gone: %w", err)
		}
		if uid, typed, err := keys.press(decode(b)); typed {
			r.show(uid, err)
		}
	}
}

// show records a number that was typed.
func (r *Reader) show(uid hw.UID, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cut = nil
	switch {
	case errors.Is(err, hw.ErrCut):
		r.cut, r.cutUntil = err, time.Now().Add(complaint)
		return
	case err != nil:
		r.nonsense = err
		return
	}
	s := showing{uid, time.Now().Add(r.opts.Hold), sightings}
	for i := range r.shown {
		if r.shown[i].uid == uid {
			r.shown[i] = s
			return
		}
	}
	r.shown = append(r.shown, s)
}

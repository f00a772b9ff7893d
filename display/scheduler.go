package display

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync"
	"time"
)

// Pace says how often a panel may be bothered. Fields that are zero take the
// value of EInk.
type Pace struct {
	Interval time.Duration // between the starts of two updates
	Deadline time.Duration // for one update
	Retry    time.Duration // after an update that failed
	Idle     time.Duration // without a new picture, until the panel sleeps
	FullEach time.Duration // longest time between two full updates
	Partials int           // partial updates between two full ones; -1 for none
}

// EInk is the pace for small black and white e-ink panels: at most five
// partial updates to a full one, and a full one every day, as their makers ask.
var EInk = Pace{
	Interval: time.Second,
	Deadline: 15 * time.Second,
	Retry:    10 * time.Second,
	Idle:     2 * time.Minute,
	FullEach: 24 * time.Hour,
	Partials: 5,
}

func (p Pace) complete() Pace {
	or := func(d *time.Duration, other time.Duration) {
		if *d == 0 {
			*d = other
		}
	}
	or(&p.Interval, EInk.Interval)
	or(&p.Deadline, EInk.Deadline)
	or(&p.Retry, EInk.Retry)
	or(&p.Idle, EInk.Idle)
	or(&p.FullEach, EInk.FullEach)
	if p.Partials == 0 {
		p.Partials = EInk.Partials
	}
	return p
}

// ErrHangs means that a panel has not come back from a call in time. Nothing
// more is asked of it until it does.
var ErrHangs = errors.New("the panel does not come back")

// A Scheduler brings the latest picture to one panel. Make it with
// NewScheduler and let Run run.
type Scheduler struct {
	panel  Panel
	pace   Pace
	notice func(error)
	wake   chan struct{}

	mu   sync.Mutex
	next *Bitmap // the latest picture; nil before the first
}

// NewScheduler returns a Scheduler for a panel. It calls notice once when the
// panel begins to fail, with the reason, and once with nil when it works again.
func NewScheduler(p Panel, pace Pace, notice func(error)) *Scheduler {
	return &Scheduler{panel: p, pace: pace.complete(), notice: notice, wake: make(chan struct{}, 1)}
}

// Bounds is the size of the pictures that the panel takes.
func (s *Scheduler) Bounds() image.Rectangle { return s.panel.Bounds() }

// Submit hands over a picture. It never waits for the panel, and b may be
// changed afterward. A picture that comes before the last one was shown takes
// its place.
func (s *Scheduler) Submit(b *Bitmap) {
	s.mu.Lock()
	s.next = s.next.Copy(b)
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Run serves the panel until ctx ends. Then it shows the last picture, puts
// the panel to sleep and closes it; if the panel hangs, it leaves it alone and
// returns ErrHangs. No step of this takes longer than the deadline.
func (s *Scheduler) Run(ctx context.Context) error {
	r := &run{Scheduler: s, ctx: context.WithoutCancel(ctx), done: make(chan error, 1)}
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-s.wake:
		case err := <-r.done:
			r.finished(err)
		case <-time.After(r.wait()):
		}
		if ctx.Err() == nil {
			r.step()
		}
	}
	return r.end()
}

// call is what the panel is busy with.
type call uint8

const (
	nothing call = iota
	showing
	sleeping
)

// run is what one call of Run knows.
type run struct {
	*Scheduler
	ctx  context.Context
	done chan error // of the call that is busy

	busy    call
	began   time.Time // the call that is busy, or the last update
	full    time.Time // the last full update
	changed time.Time // the last update that brought something new
	frame   *Bitmap   // being shown, or shown
	mode    Mode      // of it
	shown   bool      // frame is on the panel
	asleep  bool
	failed  bool      // noticed, and not yet well again
	retry   time.Time // not before
	partial int       // updates since the last full one
}

// wait is how long until there is something to do unasked.
func (r *run) wait() time.Duration {
	return max(time.Until(r.due()), 0)
}

// due is when the next step is due.
func (r *run) due() time.Time {
	const later = time.Hour
	switch {
	case r.busy != nothing && r.failed:
		return time.Now().Add(later)
	case r.busy != nothing:
		return r.began.Add(r.pace.Deadline + r.pace.Deadline/10)
	case r.dirty():
		return latest(r.began.Add(r.pace.Interval), r.retry)
	case !r.shown:
		return time.Now().Add(later)
	case r.asleep:
		return r.full.Add(r.pace.FullEach)
	}
	return earliest(r.full.Add(r.pace.FullEach), r.changed.Add(r.pace.Idle))
}

// dirty tells whether the panel shows something else than the latest picture.
func (r *run) dirty() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next != nil && (!r.shown || !r.next.Equal(r.frame))
}

// step does what is due.
func (r *run) step() {
	if r.due().After(time.Now()) {
		return
	}
	switch {
	case r.busy != nothing:
		r.fail(ErrHangs)
	case r.dirty():
		r.show()
	case !r.full.Add(r.pace.FullEach).After(time.Now()):
		r.partial = r.pace.Partials
		r.show()
	default:
		r.start(sleeping, r.panel.Sleep)
	}
}

// show begins an update with the latest picture.
func (r *run) show() {
	r.mu.Lock()
	r.frame = r.frame.Copy(r.next)
	r.mu.Unlock()
	r.mode = Partial
	if !r.shown || r.asleep || r.partial >= r.pace.Partials || time.Since(r.full) >= r.pace.FullEach {
		r.mode = Full
	}
	r.start(showing, func(ctx context.Context) error { return r.panel.Show(ctx, r.frame, r.mode) })
}

// start calls the panel in a goroutine of its own, one call at a time.
func (r *run) start(c call, f func(context.Context) error) {
	r.busy, r.began = c, time.Now()
	ctx, cancel := context.WithTimeout(r.ctx, r.pace.Deadline)
	go func() {
		defer cancel()
		r.done <- f(ctx)
	}()
}

// finished takes the result of the call.
func (r *run) finished(err error) {
	was := r.busy
	r.busy = nothing
	if err != nil {
		r.shown, r.retry = false, time.Now().Add(r.pace.Retry)
		r.fail(fmt.Errorf("panel: %w", err))
		return
	}
	if r.failed {
		r.failed = false
		r.notice(nil)
	}
	if r.asleep = was == sleeping; r.asleep {
		return
	}
	r.shown, r.changed = true, time.Now()
	r.partial++
	if r.mode == Full {
		r.partial, r.full = 0, time.Now()
	}
}

// fail gives notice of a trouble, unless the last notice was one already.
func (r *run) fail(err error) {
	if !r.failed {
		r.failed = true
		r.notice(err)
	}
}

// end winds up: the last picture, sleep, close.
func (r *run) end() error {
	if !r.settle() {
		return ErrHangs
	}
	if r.dirty() {
		r.show()
		if !r.settle() {
			return ErrHangs
		}
	}
	if r.shown && !r.asleep {
		r.start(sleeping, r.panel.Sleep)
		if !r.settle() {
			return ErrHangs
		}
	}
	return r.panel.Close()
}

// settle waits for the call that is busy, and tells whether it came back.
func (r *run) settle() bool {
	if r.busy == nothing {
		return true
	}
	select {
	case err := <-r.done:
		r.finished(err)
		return true
	case <-time.After(r.pace.Deadline + r.pace.Deadline/10):
		r.fail(ErrHangs)
		return false
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

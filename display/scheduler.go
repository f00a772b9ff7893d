package display

import (
	"context"
	"errors"
	"image"
	"sync"
	"time"
)

// Pace says how often a panel may be updated. Zero fields, except Gather, take their values from
// EInk.
type Pace struct {
	Interval time.Duration // between the starts of two updates
	Gather   time.Duration // waited after the first new picture, so that pictures that come together make one update; 0: not at all
	Deadline time.Duration // for one update
	Retry    time.Duration // after an update that failed
	Idle     time.Duration // without a new picture before the panel sleeps
	FullEach time.Duration // longest time between two full updates
	Partials int           // partial updates between two full ones; -1 for none
	Calm     bool          // full updates only if nothing else helps; one that is due waits until the panel is idle
}

// EInk returns the pace for small black and white e-ink panels: at most five partial updates
// between two full ones, and a full one every day, as their makers recommend.
func EInk() Pace {
	return Pace{
		Interval: time.Second,
		Gather:   400 * time.Millisecond,
		Deadline: 15 * time.Second,
		Retry:    10 * time.Second,
		Idle:     2 * time.Minute,
		FullEach: 24 * time.Hour,
		Partials: 5,
	}
}

// Calm returns the pace for e-ink in sight of people who are sensitive to flashes: after the first
// picture all updates are partial, and not in a hurry. Ghosts of old pictures build up; a full
// update a day clears them, half an hour after the last change at the earliest.
func Calm() Pace {
	p := EInk()
	p.Calm, p.Interval, p.Idle = true, 3*time.Second, 30*time.Minute
	return p
}

// Red returns the pace for e-ink with red as a third color: each update is a full one, which flashes
// for a quarter of a minute and more, so they are rare.
func Red() Pace {
	p := EInk()
	p.Interval, p.Gather, p.Deadline, p.Retry, p.Partials = 45*time.Second, 2*time.Second, 75*time.Second, time.Minute, -1
	return p
}

func (p Pace) complete() Pace {
	ink := EInk()
	or := func(d *time.Duration, other time.Duration) {
		if *d == 0 {
			*d = other
		}
	}
	or(&p.Interval, ink.Interval)
	or(&p.Deadline, ink.Deadline)
	or(&p.Retry, ink.Retry)
	or(&p.Idle, ink.Idle)
	or(&p.FullEach, ink.FullEach)
	if p.Partials == 0 {
		p.Partials = ink.Partials
	}
	return p
}

// ErrHangs means that a panel has not returned from a call in time. It is not called again until it
// does.
var ErrHangs = errors.New("the panel does not come back")

// A Scheduler brings the latest picture to one panel. Make it with NewScheduler and call Run.
type Scheduler struct {
	panel  Panel
	pace   Pace
	notice func(error)
	wake   chan struct{}

	mu     sync.Mutex
	latest *Bitmap   // nil before the first
	since  time.Time // when the first picture came after the one that is shown
	anew   bool      // set by Anew
	flash  bool      // set by SubmitFull
}

// NewScheduler returns a Scheduler for a panel. It calls notice once with the reason when the panel
// begins to fail, and once with nil when it works again.
func NewScheduler(p Panel, pace Pace, notice func(error)) *Scheduler {
	return &Scheduler{panel: p, pace: pace.complete(), notice: notice, wake: make(chan struct{}, 1)}
}

// Bounds returns the size of the pictures that the panel takes.
func (s *Scheduler) Bounds() image.Rectangle { return s.panel.Bounds() }

// Submit hands over a picture. It never waits for the panel, and b may be changed afterward. A
// picture that comes before the last one was shown replaces it.
func (s *Scheduler) Submit(b *Bitmap) { s.submit(b, false) }

// SubmitFull is Submit for a picture that shares little with the one on the panel: it is shown by a
// full update, unless the pace is calm.
func (s *Scheduler) SubmitFull(b *Bitmap) { s.submit(b, true) }

func (s *Scheduler) submit(b *Bitmap, flash bool) {
	s.mu.Lock()
	s.latest = s.latest.Copy(b)
	s.flash = s.flash || flash
	if s.since.IsZero() {
		s.since = time.Now()
	}
	s.mu.Unlock()
	s.ring()
}

// Anew has every pixel of the latest picture redrawn, because somebody else has drawn on the panel.
func (s *Scheduler) Anew() {
	s.mu.Lock()
	s.anew = true
	s.mu.Unlock()
	s.ring()
}

func (s *Scheduler) ring() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Run serves the panel until ctx ends. Then it shows the last picture, puts
// the panel to sleep and closes it; if the panel hangs, it leaves it alone and
// returns ErrHangs. No step of this takes longer than the deadline.
func (s *Scheduler) Run(ctx context.Context) error {
	r := &loop{Scheduler: s, ctx: context.WithoutCancel(ctx), done: make(chan error, 1)}
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

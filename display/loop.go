package display

import (
	"context"
	"fmt"
	"time"

	"arbiter/engine/contain"
)

// request is what the panel is busy with.
type request uint8

const (
	nothing request = iota
	showing
	sleeping
)

// loop is the state of one call of Run.
type loop struct {
	*Scheduler
	ctx  context.Context
	done chan error // of the call that is busy

	busy    request
	began   time.Time // start of the call that is busy, or of the last update
	full    time.Time // the last full update
	changed time.Time // the last update that brought something new
	frame   *Bitmap   // being shown, or shown
	mode    Mode      // of it
	shown   bool      // frame is on the panel
	asleep  bool
	failed  bool      // a failure was reported, and the panel does not work again yet
	retry   time.Time // no retry before this time
	partial int       // updates since the last full one
}

// wait returns how long there is nothing to do unless a picture comes.
func (l *loop) wait() time.Duration {
	return max(time.Until(l.due()), 0)
}

// due returns when the next step is due.
func (l *loop) due() time.Time {
	const long = time.Hour
	switch {
	case l.busy != nothing && l.failed:
		return time.Now().Add(long)
	case l.busy != nothing:
		return l.began.Add(l.pace.Deadline + l.pace.Deadline/10)
	case l.dirty():
		return later(later(l.began.Add(l.pace.Interval), l.retry), l.gathered())
	case !l.shown:
		return time.Now().Add(long)
	case l.asleep:
		return l.full.Add(l.pace.FullEach)
	case l.pace.Calm:
		return l.changed.Add(l.pace.Idle)
	}
	return earliest(l.full.Add(l.pace.FullEach), l.changed.Add(l.pace.Idle))
}

// dirty reports whether the panel shows something other than the latest picture.
func (l *loop) dirty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.differs()
}

// differs is dirty with the lock held.
func (l *loop) differs() bool {
	return l.latest != nil && (l.anew || !l.shown || !l.latest.Equal(l.frame))
}

// ignoreEqual keeps a picture that is already on the panel from starting a wait or causing a full
// update.
func (l *loop) ignoreEqual() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.differs() {
		l.since, l.flash = time.Time{}, false
	}
}

// gathered returns when the wait for pictures that come together ends.
func (l *loop) gathered() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.since.Add(l.pace.Gather)
}

// step does what is due.
func (l *loop) step() {
	l.ignoreEqual()
	if l.due().After(time.Now()) {
		return
	}
	switch {
	case l.busy != nothing:
		l.fail(ErrHangs)
	case l.dirty():
		l.show(l.kind())
	case l.stale():
		l.show(Full)
	default:
		l.start(sleeping, l.panel.Sleep)
	}
}

// stale reports whether a full update is due whatever is shown.
func (l *loop) stale() bool { return time.Since(l.full) >= l.pace.FullEach }

// kind returns the mode for an update to a new picture.
func (l *loop) kind() Mode {
	l.mu.Lock()
	anew, flash := l.anew, l.flash
	l.mu.Unlock()
	switch {
	case !l.shown || anew:
		return Full
	case l.pace.Calm:
		return Partial
	case flash || l.asleep || l.partial >= l.pace.Partials || l.stale():
		return Full
	}
	return Partial
}

// show begins an update with the latest picture.
func (l *loop) show(m Mode) {
	l.mu.Lock()
	l.frame = l.frame.Copy(l.latest)
	l.since, l.anew, l.flash = time.Time{}, false, false
	l.mu.Unlock()
	l.mode = m
	l.start(showing, func(ctx context.Context) error { return l.panel.Show(ctx, l.frame, l.mode) })
}

// start calls the panel in a goroutine of its own, one call at a time.
func (l *loop) start(c request, f func(context.Context) error) {
	l.busy, l.began = c, time.Now()
	ctx, cancel := context.WithTimeout(l.ctx, l.pace.Deadline)
	go func() {
		defer cancel()
		l.done <- guarded(ctx, f)
	}()
}

// guarded turns a panic of a driver into an error that says where it happened.
func guarded(ctx context.Context, f func(context.Context) error) error {
	err := contain.Run(func() error { return f(ctx) })
	if p := contain.Of(err); p != nil {
		return fmt.Errorf("the driver panicked: %s", p.Where())
	}
	return err
}

// finished handles the result of the call.
func (l *loop) finished(err error) {
	was := l.busy
	l.busy = nothing
	if err != nil {
		l.shown, l.retry = false, time.Now().Add(l.pace.Retry)
		l.fail(fmt.Errorf("panel: %w", err))
		return
	}
	if l.failed {
		l.failed = false
		l.notice(nil)
	}
	if l.asleep = was == sleeping; l.asleep {
		return
	}
	l.shown, l.changed = true, time.Now()
	l.partial++
	if l.mode == Full {
		l.partial, l.full = 0, time.Now()
	}
}

// fail reports a failure, unless the last notice was a failure too.
func (l *loop) fail(err error) {
	if !l.failed {
		l.failed = true
		l.notice(err)
	}
}

// end finishes: the last picture, sleep, close.
func (l *loop) end() error {
	if !l.settle() {
		return ErrHangs
	}
	if l.dirty() {
		l.show(l.kind())
		if !l.settle() {
			return ErrHangs
		}
	}
	if l.shown && !l.asleep {
		l.start(sleeping, l.panel.Sleep)
		if !l.settle() {
			return ErrHangs
		}
	}
	return l.panel.Close()
}

// settle waits for the call that is busy, and reports whether it returned.
func (l *loop) settle() bool {
	if l.busy == nothing {
		return true
	}
	select {
	case err := <-l.done:
		l.finished(err)
		return true
	case <-time.After(l.pace.Deadline + l.pace.Deadline/10):
		l.fail(ErrHangs)
		return false
	}
}

func later(a, b time.Time) time.Time {
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

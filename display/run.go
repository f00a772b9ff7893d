package display

import (
	"context"
	"fmt"
	"time"
)

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
	const long = time.Hour
	switch {
	case r.busy != nothing && r.failed:
		return time.Now().Add(long)
	case r.busy != nothing:
		return r.began.Add(r.pace.Deadline + r.pace.Deadline/10)
	case r.dirty():
		return later(r.began.Add(r.pace.Interval), r.retry)
	case !r.shown:
		return time.Now().Add(long)
	case r.asleep:
		return r.full.Add(r.pace.FullEach)
	case r.pace.Calm:
		return r.changed.Add(r.pace.Idle)
	}
	return earliest(r.full.Add(r.pace.FullEach), r.changed.Add(r.pace.Idle))
}

// dirty tells whether the panel shows something else than the latest picture.
func (r *run) dirty() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.latest != nil && (!r.shown || !r.latest.Equal(r.frame))
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
		r.show(r.kind())
	case r.stale():
		r.show(Full)
	default:
		r.start(sleeping, r.panel.Sleep)
	}
}

// stale tells whether a full update is due whatever is shown.
func (r *run) stale() bool { return time.Since(r.full) >= r.pace.FullEach }

// kind is the mode of an update to a new picture.
func (r *run) kind() Mode {
	switch {
	case !r.shown:
		return Full
	case r.pace.Calm:
		return Partial
	case r.asleep || r.partial >= r.pace.Partials || r.stale():
		return Full
	}
	return Partial
}

// show begins an update with the latest picture.
func (r *run) show(m Mode) {
	r.mu.Lock()
	r.frame = r.frame.Copy(r.latest)
	r.mu.Unlock()
	r.mode = m
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
		r.show(r.kind())
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

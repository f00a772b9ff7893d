package hw

import (
	"context"
	"fmt"
	"sync"
	"time"

	"arbiter/engine/contain"
)

// Bus is a list of readers that are scanned one after another, because they share wires or are
// neighbors whose fields must not be on at the same time. Different buses are scanned at the same
// time.
type Bus []Reader

// Pace says how Watch scans. Zero fields take the defaults.
type Pace struct {
	Pause    time.Duration // between two rounds of a bus
	Deadline time.Duration // limit for one scan
	Rescans  int           // immediate further scans while a card is in doubt; negative: none
	RetryMin time.Duration // pause before a reader that is down is tried again ...
	RetryMax time.Duration // ... doubled each time up to this
}

// The defaults. A scan of one RC522 takes 7 to 16 ms, of which 5 ms are the
// field's rest.
const (
	DefaultPause    = 20 * time.Millisecond
	DefaultDeadline = 250 * time.Millisecond
	DefaultRescans  = 2
	DefaultRetryMin = 250 * time.Millisecond
	DefaultRetryMax = 2 * time.Second // with the scans that follow, a reader that is plugged in again works within 4 s
)

func (p Pace) withDefaults() Pace {
	fill(&p.Pause, DefaultPause)
	fill(&p.Deadline, DefaultDeadline)
	fill(&p.Rescans, DefaultRescans)
	fill(&p.RetryMin, DefaultRetryMin)
	fill(&p.RetryMax, DefaultRetryMax)
	return p
}

// Watcher scans readers for as long as its context lives.
type Watcher struct {
	pace    Pace
	changes chan Change

	order   chan struct{} // holds one token, which is taken from a step until its changes are delivered
	mu      sync.Mutex    // guards tracker, held only during a step
	tracker *Tracker
}

// Watch scans every bus in a goroutine of its own and feeds the tracker, which belongs to the
// Watcher from now on. It never closes a reader.
//
// No reader can stop the others for longer than a scan's deadline: a reader that panics has failed
// this scan; one that does not return is given up for this scan and not asked again before it has
// returned.
func Watch(ctx context.Context, buses []Bus, t *Tracker, p Pace) *Watcher {
	w := &Watcher{pace: p.withDefaults(), tracker: t, changes: make(chan Change), order: make(chan struct{}, 1)}
	for _, b := range buses {
		for _, r := range b {
			if d, ok := r.(Debounced); ok && d.Debounced() {
				t.Trust(r.Name())
			}
		}
	}
	var all sync.WaitGroup
	for _, b := range buses {
		all.Go(func() { w.poll(ctx, b) })
	}
	go func() {
		all.Wait()
		close(w.changes)
	}()
	return w
}

// Changes delivers every change in order. While nobody receives, scanning waits and nothing is
// lost. It is closed after the context has ended.
func (w *Watcher) Changes() <-chan Change { return w.changes }

// Lying returns everything that lies on any reader now, in the order of arrival.
// Changes that have not been received yet are already in it.
func (w *Watcher) Lying() []Presence {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tracker.Lying()
}

// Certainty returns what is known about one card on one reader.
func (w *Watcher) Certainty(reader string, uid UID) Certainty {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tracker.Certainty(reader, uid)
}

// Cover says which of the cards that lie on a reader lie below others; see
// Tracker.Cover.
func (w *Watcher) Cover(reader string, uids ...UID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tracker.Cover(reader, uids...)
}

func (w *Watcher) poll(ctx context.Context, b Bus) {
	pollers := make([]poller, len(b))
	for i, r := range b {
		pollers[i].reader = r
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		for i := range pollers {
			if !w.ask(ctx, &pollers[i]) {
				return
			}
		}
		timer.Reset(w.pace.Pause)
	}
}

// poller is one reader as its bus sees it.
type poller struct {
	reader  Reader
	pending chan scan // result of a scan that has not returned
	retry   time.Duration
	next    time.Time
	why     Obstacle // of the last scan
}

type scan struct {
	uids []UID
	err  error
}

// ask scans a reader, and again while a card is in doubt. It reports whether the watch continues.
func (w *Watcher) ask(ctx context.Context, p *poller) bool {
	if p.retry > 0 && time.Now().Before(p.next) {
		return true
	}
	for range 1 + max(0, w.pace.Rescans) {
		s := p.scan(ctx, w.pace.Deadline)
		if ctx.Err() != nil {
			return false // the result of a canceled scan is worthless
		}
		down, uncertain, goOn := w.step(ctx, p.reader.Name(), s)
		if why := ObstacleOf(s.err); why != p.why {
			p.why, p.retry = why, 0 // something has happened to it, and more may follow soon
		}
		p.backOff(down, w.pace)
		if !goOn || !uncertain {
			return goOn
		}
	}
	return true
}

func (w *Watcher) step(ctx context.Context, name string, s scan) (down, uncertain, goOn bool) {
	select {
	case w.order <- struct{}{}:
		defer func() { <-w.order }()
	case <-ctx.Done():
		return false, false, false
	}
	w.mu.Lock()
	changes := w.tracker.Step(time.Now(), name, s.uids, s.err)
	down, uncertain = w.tracker.Down(name), w.tracker.Uncertain(name)
	w.mu.Unlock()
	for _, c := range changes {
		select {
		case w.changes <- c:
		case <-ctx.Done():
			return down, uncertain, false
		}
	}
	return down, uncertain, true
}

func (p *poller) backOff(down bool, pace Pace) {
	if !down {
		p.retry = 0
		return
	}
	p.retry = min(max(2*p.retry, pace.RetryMin), pace.RetryMax)
	p.next = time.Now().Add(p.retry)
}

// scan runs one Scan with a deadline. A reader whose last Scan is still
// running is not asked again.
func (p *poller) scan(ctx context.Context, deadline time.Duration) scan {
	if p.pending != nil {
		select {
		case <-p.pending: // too late to be useful
			p.pending = nil
		default:
			return scan{err: fmt.Errorf("%w: a scan is still running", ErrNoReader)}
		}
	}
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	done := make(chan scan, 1)
	go func() {
		uids, err := Look(ctx, p.reader)
		done <- scan{uids, err}
	}()
	select {
	case r := <-done:
		return r
	case <-ctx.Done():
		p.pending = done
		return scan{err: fmt.Errorf("%w within %v", ErrNoReader, deadline)}
	}
}

// Look scans a reader once. A driver that panics has failed this scan.
func Look(ctx context.Context, r Reader) (uids []UID, err error) {
	err = Guard(func() (err error) {
		uids, err = r.Scan(ctx)
		return err
	})
	return uids, err
}

// Guard calls f and returns its error; if f panics, it returns an ErrIO that says where.
func Guard(f func() error) error {
	err := contain.Run(f)
	if p := contain.Of(err); p != nil {
		return fmt.Errorf("%w: the driver panicked: %s", ErrIO, p.Where())
	}
	return err
}

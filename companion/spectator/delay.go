package spectator

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"arbiter/companion"
)

// A Delay is how much later others see a table. The zero Delay is none.
type Delay struct {
	Of    time.Duration
	Round bool // a round is seen when it is over
}

// Longest is the longest Delay in time.
const Longest = 30 * time.Minute

// ParseDelay reads a number of minutes or the word round, as in the settings.
func ParseDelay(text string) (Delay, error) {
	switch n, err := strconv.Atoi(text); {
	case text == "round":
		return Delay{Round: true}, nil
	case text == "":
		return Delay{}, nil
	case err != nil || n < 0 || n > int(Longest.Minutes()):
		return Delay{}, fmt.Errorf("%q is no delay; write minutes from 0 to %.0f, or round", text, Longest.Minutes())
	default:
		return Delay{Of: time.Duration(n) * time.Minute}, nil
	}
}

// A Feed shows what a spectator sees, later by its Delay.
type Feed struct {
	table *companion.Table
	delay Delay
	now   func() time.Time

	mu       sync.Mutex
	held     held
	out      companion.Snapshot
	listener map[chan companion.Snapshot]bool
}

// NewFeed starts a feed of a table, which ends with the table.
func NewFeed(t *companion.Table, d Delay, now func() time.Time) *Feed {
	f := &Feed{table: t, delay: d, now: now, held: held{delay: d}, listener: map[chan companion.Snapshot]bool{}}
	if d != (Delay{}) {
		go f.run()
	}
	return f
}

// Snapshot returns what is seen now.
func (f *Feed) Snapshot(ctx context.Context) (companion.Snapshot, error) {
	if f.delay == (Delay{}) {
		return f.table.Snapshot(ctx, "")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.out, nil
}

// Watch delivers what is seen now and whatever is seen later, until ctx ends. A slow receiver
// misses snapshots in between, but never the last one.
func (f *Feed) Watch(ctx context.Context) (<-chan companion.Snapshot, error) {
	if f.delay == (Delay{}) {
		return f.table.Watch(ctx, "")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	box := make(chan companion.Snapshot, 1)
	box <- f.out
	f.listener[box] = true
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.listener, box)
	})
	return box, nil
}

func (f *Feed) run() {
	shots, err := f.table.Watch(context.Background(), "")
	if err != nil {
		return // the table has ended
	}
	due := time.NewTimer(Longest)
	for {
		select {
		case snap, ok := <-shots:
			if !ok {
				return
			}
			f.held.put(light(snap), f.now())
		case <-due.C:
		}
		snap, some, wait := f.held.take(f.now())
		if some {
			f.tell(snap)
		}
		due.Reset(wait)
	}
}

func (f *Feed) tell(snap companion.Snapshot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.out = snap
	for box := range f.listener {
		select {
		case <-box:
		default:
		}
		box <- snap
	}
}

// light returns a snapshot without what no Table needs.
func light(snap companion.Snapshot) companion.Snapshot {
	snap.State, snap.Start, snap.Events, snap.Legal = nil, nil, nil, nil
	if n := len(snap.Log); n > 1 {
		snap.Log = []companion.LogLine{snap.Log[n-1]}
	}
	return snap
}

// mostHeld is how many snapshots wait. Beyond that those closest to the latest are left out:
// nothing is ever seen earlier than the delay allows.
const mostHeld = 500

// held are the snapshots that wait until they may be seen.
type held struct {
	delay Delay
	queue []moment
}

type moment struct {
	snap companion.Snapshot
	at   time.Time // when it is due; zero while its round lasts
}

// put adds a snapshot.
func (h *held) put(snap companion.Snapshot, now time.Time) {
	if !h.delay.Round {
		if len(h.queue) >= mostHeld {
			h.queue = h.queue[:mostHeld-1]
		}
		h.queue = append(h.queue, moment{snap, now.Add(h.delay.Of)})
		return
	}
	var last moment
	if n := len(h.queue); n > 0 && h.queue[n-1].at.IsZero() {
		last, h.queue = h.queue[n-1], h.queue[:n-1]
	}
	if was := last.snap; was.GameID == snap.GameID && was.View.Round() < snap.View.Round() && was.GameID != "" {
		h.queue = append(h.queue, moment{was, now})
	}
	next := moment{snap: snap}
	if snap.View.Over || snap.GameID == "" {
		next.at = now
	}
	h.queue = append(h.queue, next)
}

// take returns the latest snapshot that may be seen, and how long it is until the next one may be.
func (h *held) take(now time.Time) (snap companion.Snapshot, some bool, wait time.Duration) {
	for len(h.queue) > 0 && !h.queue[0].at.IsZero() && !h.queue[0].at.After(now) {
		snap, some, h.queue = h.queue[0].snap, true, h.queue[1:]
	}
	wait = Longest
	if len(h.queue) > 0 && !h.queue[0].at.IsZero() {
		wait = h.queue[0].at.Sub(now)
	}
	return snap, some, wait
}

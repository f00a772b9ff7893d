package main

import (
	"errors"
	"slices"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// A pulse is what can be told of a running table without a word about the game: how
// often something was written, and what works. Its methods may be called by any
// goroutine.
type pulse struct {
	mu      sync.Mutex
	commits histogram
	failed  int    // entries that were not written
	trouble error  // why the last one was not; nil if it was
	damaged string // the game that is damaged and does not go on; "" is the usual case
	readers []organ
	panels  []organ
}

// An organ is a reader or a panel.
type organ struct {
	name    string
	down    bool
	outages int
}

func newPulse(rig setups.Rig) *pulse {
	p := &pulse{commits: newHistogram()}
	for _, r := range rig.Readers {
		if r.Driver != "virtual" {
			p.readers = append(p.readers, organ{name: r.Name})
		}
	}
	for _, s := range rig.Panels {
		p.panels = append(p.panels, organ{name: s.Name})
	}
	return p
}

// change takes what a reader tells.
func (p *pulse) change(c hw.Change) {
	if c.Kind == hw.ReaderDown || c.Kind == hw.ReaderUp {
		p.mark(p.readers, c.Reader, c.Kind == hw.ReaderDown)
	}
}

// panel takes what is wrong with a panel, and hands it on.
func (p *pulse) panel(tell func(string, engine.Text)) func(string, engine.Text) {
	return func(name string, what engine.Text) {
		p.mark(p.panels, name, !what.IsZero())
		tell(name, what)
	}
}

func (p *pulse) mark(organs []organ, name string, down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(organs, func(o organ) bool { return o.name == name })
	if i < 0 || organs[i].down == down {
		return
	}
	if organs[i].down = down; down {
		organs[i].outages++
	}
}

// beat is a pulse at one moment.
type beat struct {
	commits         histogram
	failed          int
	trouble         error
	damaged         string
	readers, panels []organ
}

func (p *pulse) now() beat {
	p.mu.Lock()
	defer p.mu.Unlock()
	return beat{p.commits.clone(), p.failed, p.trouble, p.damaged, slices.Clone(p.readers), slices.Clone(p.panels)}
}

// store is s, with every entry counted and timed.
func (p *pulse) store(s companion.Store) companion.Store { return countedStore{s, p} }

type countedStore struct {
	companion.Store
	*pulse
}

// Create starts the log of a new game.
func (s countedStore) Create(h companion.Header) (engine.Log, error) {
	log, err := s.Store.Create(h)
	if err == nil {
		s.noteDamage("")
	}
	return countedLog{log, s.pulse}, err
}

// Unfinished returns the game that goes on.
func (s countedStore) Unfinished() (companion.Saved, bool, error) {
	saved, ok, err := s.Store.Unfinished()
	saved.Log = countedLog{saved.Log, s.pulse}
	var d *companion.Damage
	if errors.As(err, &d) {
		s.noteDamage(d.Games[0])
	}
	return saved, ok, err
}

func (p *pulse) noteDamage(game string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.damaged = game
}

type countedLog struct {
	engine.Log
	*pulse
}

// Append writes an entry.
func (l countedLog) Append(e engine.Entry) error {
	begin := time.Now()
	err := l.Log.Append(e)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.trouble = cause(err); err != nil {
		l.failed++
	} else {
		l.commits.add(time.Since(begin))
	}
	return err
}

// cause is the innermost error, which quotes nothing that was to be written.
func cause(err error) error {
	for next := err; next != nil; next = errors.Unwrap(next) {
		err = next
	}
	return err
}

// A histogram counts lengths of time, for each limit those up to it.
type histogram struct {
	up    []int // to commitLimits
	total int
	sum   time.Duration
}

// commitLimits are the limits of the histogram of commits: a disk in memory takes
// less than the first, a memory card that tidies itself up as long as the last.
var commitLimits = []time.Duration{
	250 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond,
	25 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, 5 * time.Second,
}

func newHistogram() histogram { return histogram{up: make([]int, len(commitLimits))} }

func (h *histogram) add(d time.Duration) {
	for i, limit := range commitLimits {
		if d <= limit {
			h.up[i]++
		}
	}
	h.total++
	h.sum += d
}

func (h *histogram) clone() histogram {
	c := *h
	c.up = slices.Clone(h.up)
	return c
}

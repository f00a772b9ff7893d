// Package monitor counts what readers, panels and the log do, for Prometheus.
package monitor

import (
	"errors"
	"slices"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// A Monitor has what can be told of a running table without anything about the game: how often
// something was written, and what works. Its methods may be called from any goroutine.
type Monitor struct {
	mu      sync.Mutex
	Commits histogram
	failed  int    // entries that could not be written
	trouble error  // why the last one could not; nil if it was written
	damaged string // the damaged game that cannot be resumed; usually ""
	Readers []Component
	panels  []Component
}

// A Component is a reader or a panel.
type Component struct {
	Name    string
	Down    bool
	outages int
}

// New returns a Monitor for the readers and panels of a rig.
func New(rig setups.Rig) *Monitor {
	p := &Monitor{Commits: newHistogram()}
	for _, r := range rig.Readers {
		if r.Driver != "virtual" {
			p.Readers = append(p.Readers, Component{Name: r.Name})
		}
	}
	for _, s := range rig.Panels {
		p.panels = append(p.panels, Component{Name: s.Name})
	}
	return p
}

// Change records a change of a reader.
func (p *Monitor) Change(c hw.Change) {
	if c.Kind == hw.ReaderDown || c.Kind == hw.ReaderUp {
		p.Mark(p.Readers, c.Reader, c.Kind == hw.ReaderDown)
	}
}

// Panel records what is wrong with a panel, and passes it on.
func (p *Monitor) Panel(tell func(string, engine.Text)) func(string, engine.Text) {
	return func(name string, what engine.Text) {
		p.Mark(p.panels, name, !what.IsZero())
		tell(name, what)
	}
}

func (p *Monitor) Mark(components []Component, name string, down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(components, func(o Component) bool { return o.Name == name })
	if i < 0 || components[i].Down == down {
		return
	}
	if components[i].Down = down; down {
		components[i].outages++
	}
}

// reading is what a Monitor knows at one moment.
type reading struct {
	commits         histogram
	failed          int
	Trouble         error
	Damaged         string
	Readers, Panels []Component
}

func (p *Monitor) Now() reading {
	p.mu.Lock()
	defer p.mu.Unlock()
	return reading{p.Commits.clone(), p.failed, p.trouble, p.damaged, slices.Clone(p.Readers), slices.Clone(p.panels)}
}

// Store returns s with every entry counted and timed.
func (p *Monitor) Store(s companion.Store) companion.Store { return countedStore{s, p} }

type countedStore struct {
	companion.Store
	*Monitor
}

// Create starts the log of a new game.
func (s countedStore) Create(h history.Header) (engine.Log, error) {
	log, err := s.Store.Create(h)
	if err == nil {
		s.noteDamage("")
	}
	return countedLog{log, s.Monitor}, err
}

// Unfinished returns the unfinished game.
func (s countedStore) Unfinished() (history.Saved, bool, error) {
	saved, ok, err := s.Store.Unfinished()
	saved.Log = countedLog{saved.Log, s.Monitor}
	var d *history.Damage
	if errors.As(err, &d) {
		s.noteDamage(d.Games[0])
	}
	return saved, ok, err
}

func (p *Monitor) noteDamage(game string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.damaged = game
}

type countedLog struct {
	engine.Log
	*Monitor
}

// Append writes an entry.
func (l countedLog) Append(e engine.Entry) error {
	begin := time.Now()
	err := l.Log.Append(e)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.trouble = Cause(err); err != nil {
		l.failed++
	} else {
		l.Commits.Add(time.Since(begin))
	}
	return err
}

// Cause returns the innermost error, which quotes nothing that was to be written.
func Cause(err error) error {
	for next := err; next != nil; next = errors.Unwrap(next) {
		err = next
	}
	return err
}

// A histogram counts durations; for each limit, those up to it.
type histogram struct {
	up    []int // by commitLimits
	total int
	sum   time.Duration
}

// commitLimits are the limits of the histogram of commits: a RAM disk takes less than the first, a
// memory card that is tidying itself up as long as the last.
var commitLimits = []time.Duration{
	250 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond,
	25 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, 5 * time.Second,
}

func newHistogram() histogram { return histogram{up: make([]int, len(commitLimits))} }

func (h *histogram) Add(d time.Duration) {
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

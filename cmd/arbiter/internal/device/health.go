package device

import (
	"errors"
	"sync"

	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// A Health is the outcome of recent scans of a reader, without anything about cards.
type Health struct {
	Scans  int    // considered, at most Remembered
	Failed int    // how many of them failed
	Unread int    // how many of them found cards that could not be read
	Err    error  // of the last scan, unless only its cards could not be read
	Model  string // of the chip; "" if it does not say
}

// Used is what a running table knows of the devices that it uses, so that others need not touch
// them.
type Used struct {
	Rig     setups.Rig
	Dir     string // data directory
	Pins    Pins
	Readers map[string]Health
	Panels  map[string]engine.Text // what is wrong with them; zero: nothing
}

// Remembered is how many scans of a reader are remembered.
const Remembered = 20

// past has the recent scans of a reader.
type past struct {
	mu    sync.Mutex
	all   [Remembered]error
	count int
	model string
}

func (p *past) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all[p.count%Remembered] = err
	p.count++
}

func (p *past) name(model string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.model = model
}

func (p *past) health() Health {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := Health{Scans: min(p.count, Remembered), Model: p.model}
	for _, err := range p.all[:h.Scans] {
		switch {
		case unread(err):
			h.Unread++
		case err != nil:
			h.Failed++
		}
	}
	if last := p.all[max(p.count-1, 0)%Remembered]; !unread(last) {
		h.Err = last
	}
	return h
}

func unread(err error) bool {
	return errors.Is(err, hw.ErrCollision) || errors.Is(err, hw.ErrUnreadable)
}

// HealthOf returns the Health of the readers on buses, by their names in the rig.
func HealthOf(buses []hw.Bus) map[string]Health {
	all := map[string]Health{}
	for _, bus := range buses {
		for _, r := range bus {
			if l, ok := r.(*RetryingReader); ok {
				all[l.name] = l.past.health()
			}
		}
	}
	return all
}

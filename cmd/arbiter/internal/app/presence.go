package app

import (
	"slices"
	"sync"

	"arbiter/hw"
)

// Presences is what lies on the readers as the table has been told. The watcher knows
// it a moment earlier.
type Presences struct {
	mu    sync.Mutex
	lying []hw.Presence
}

// change takes what the table has just been told.
func (h *Presences) change(c hw.Change) {
	p := hw.Presence{Reader: c.Reader, UID: c.UID}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch c.Kind {
	case hw.Arrived:
		h.lying = append(h.lying, p)
	case hw.Left:
		h.lying = slices.DeleteFunc(h.lying, func(q hw.Presence) bool { return q == p })
	}
}

// Lying is everything that lies on any reader.
func (h *Presences) Lying() []hw.Presence {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.lying)
}

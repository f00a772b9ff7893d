package app

import (
	"slices"
	"sync"

	"arbiter/hw"
)

// Presences are what lies on the readers according to what the table was told. The watcher knows it
// a moment earlier.
type Presences struct {
	mu    sync.Mutex
	lying []hw.Presence
}

// change records what the table was just told.
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

// Lying returns everything that lies on any reader.
func (h *Presences) Lying() []hw.Presence {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.lying)
}

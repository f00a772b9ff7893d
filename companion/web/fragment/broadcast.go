package fragment

import (
	"sync"
)

// A Broadcast wakes everybody who waits for it.
type Broadcast struct {
	mu   sync.Mutex
	next chan struct{}
}

func (b *Broadcast) Init() { b.next = make(chan struct{}) }

// Send wakes all who wait now.
func (b *Broadcast) Send() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.next)
	b.next = make(chan struct{})
}

// Wait returns a channel that is closed by the next ring.
func (b *Broadcast) Wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.next
}

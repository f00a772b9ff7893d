package fragment

import (
	"sync"
)

// A Broadcast wakes all goroutines that wait for it.
type Broadcast struct {
	mu   sync.Mutex
	next chan struct{}
}

func (b *Broadcast) Init() { b.next = make(chan struct{}) }

// Send wakes all that are waiting.
func (b *Broadcast) Send() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.next)
	b.next = make(chan struct{})
}

// Wait returns a channel that is closed by the next Send.
func (b *Broadcast) Wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.next
}

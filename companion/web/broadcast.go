package web

import "sync"

// A broadcast wakes everybody who waits for it.
type broadcast struct {
	mu   sync.Mutex
	next chan struct{}
}

func (b *broadcast) init() { b.next = make(chan struct{}) }

// send wakes all who wait now.
func (b *broadcast) send() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.next)
	b.next = make(chan struct{})
}

// wait returns a channel that is closed by the next ring.
func (b *broadcast) wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.next
}

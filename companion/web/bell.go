package web

import "sync"

// A bell wakes everybody who waits for it.
type bell struct {
	mu   sync.Mutex
	next chan struct{}
}

func (b *bell) init() { b.next = make(chan struct{}) }

// ring wakes all who wait now.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.next)
	b.next = make(chan struct{})
}

// wait returns a channel that is closed by the next ring.
func (b *bell) wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.next
}

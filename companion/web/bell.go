package web

import "sync"

// A bell wakes everybody who waits for it.
type bell struct {
	mu   sync.Mutex
	next chan struct{}
	n    int // how often it rang for a change of the pages
}

func (b *bell) init() { b.next = make(chan struct{}) }

// ring wakes all who wait now: pages have changed.
func (b *bell) ring() {
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	b.wake()
}

// wake wakes all who wait now, for something that is on no page.
func (b *bell) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.next)
	b.next = make(chan struct{})
}

// count is how often it rang.
func (b *bell) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

// wait returns a channel that is closed by the next ring.
func (b *bell) wait() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.next
}

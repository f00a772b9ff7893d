package session

import (
	"slices"
	"sync"
)

// NewBrowsers returns none.
func NewBrowsers() *Browsers { return &Browsers{all: map[string]int{}} }

// Browsers are those that look at pages now, by their marks.
type Browsers struct {
	mu  sync.Mutex
	all map[string]int
}

// Enter notes a stream of the browser with a token; leave is called at its end.
func (b *Browsers) Enter(token string) (leave func()) {
	m := Mark(token)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all[m]++
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.all[m]--; b.all[m] == 0 {
			delete(b.all, m)
		}
	}
}

// Looking reports whether one of these browsers looks on.
func (b *Browsers) Looking(marks []string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(marks, func(m string) bool { return b.all[m] > 0 })
}

package session

import (
	"slices"
	"sync"
	"time"
)

// NewBrowsers returns empty Browsers.
func NewBrowsers() *Browsers {
	return &Browsers{all: map[string]int{}, touched: map[string]time.Time{}}
}

// Browsers are the browsers that are looking at pages, by their marks, and when each last did
// something.
type Browsers struct {
	mu      sync.Mutex
	all     map[string]int
	touched map[string]time.Time
}

// Touch records that somebody does something in the browser with a token.
func (b *Browsers) Touch(token string, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.touched[Mark(token)] = now
}

// Pass moves the record of an old token to the new one that replaces it.
func (b *Browsers) Pass(old, token string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.touched[Mark(token)] = b.touched[Mark(old)]
}

// Touched returns when one of these browsers last did something; zero if none did.
func (b *Browsers) Touched(marks []string) (last time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range marks {
		if t := b.touched[m]; t.After(last) {
			last = t
		}
	}
	return last
}

// Enter records an open stream of the browser with a token; leave is called at its end.
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

// Looking reports whether one of these browsers has a stream open.
func (b *Browsers) Looking(marks []string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(marks, func(m string) bool { return b.all[m] > 0 })
}

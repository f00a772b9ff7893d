package picc

import "sync"

// Air is a neighborhood of fields that disturb each other: while more than one
// of them is on, no tag in any of them understands anything. Its methods are
// safe for use by several goroutines.
type Air struct {
	mu   sync.Mutex
	on   int
	most int
}

// Share puts the field, which must be off, into the air of its neighbors. A
// field is in one air at a time.
func (f *Field) Share(a *Air) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.air = a
}

// Most is how many fields have been on at the same time at most.
func (a *Air) Most() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.most
}

func (a *Air) radiate(on bool) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !on {
		a.on--
		return
	}
	a.on++
	a.most = max(a.most, a.on)
}

func (a *Air) jammed() bool {
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.on > 1
}

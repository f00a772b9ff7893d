package picc

import "sync"

// Neighborhood is a group of fields that disturb each other: while more than one of them is on, no
// tag in any of them understands anything. It is safe for concurrent use.
type Neighborhood struct {
	mu   sync.Mutex
	on   int
	most int
}

// Share puts the field, which must be off, into a neighborhood. A field is in at most one
// neighborhood.
func (f *Field) Share(n *Neighborhood) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.neighborhood = n
}

// Most returns the largest number of fields that have been on at the same time.
func (n *Neighborhood) Most() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.most
}

func (n *Neighborhood) radiate(on bool) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !on {
		n.on--
		return
	}
	n.on++
	n.most = max(n.most, n.on)
}

func (n *Neighborhood) jammed() bool {
	if n == nil {
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.on > 1
}

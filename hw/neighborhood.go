package hw

import (
	"context"
	"fmt"
)

// Neighborhood is readers so near to each other that a single one
// of them may have its field on. All of them hold it while they radiate. Its
// methods are safe for use by several goroutines.
type Neighborhood struct{ free chan struct{} }

// NewNeighborhood returns a neighborhood in which nobody radiates.
func NewNeighborhood() *Neighborhood { return &Neighborhood{make(chan struct{}, 1)} }

// Enter waits until nobody else radiates, or until ctx ends.
func (n *Neighborhood) Enter(ctx context.Context) error {
	select {
	case n.free <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("a neighbor keeps its field on: %w", ctx.Err())
	}
}

// Leave lets the next one radiate. Only who has entered may call it.
func (n *Neighborhood) Leave() { <-n.free }

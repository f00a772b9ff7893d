package hw

import (
	"context"
	"fmt"
)

// Neighborhood is a group of readers so close together that only one of them may have its field on.
// A reader holds it while it radiates. It is safe for concurrent use.
type Neighborhood struct{ free chan struct{} }

// NewNeighborhood returns a neighborhood in which no reader radiates.
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

// Leave lets the next reader radiate. Only a reader that has entered may call it.
func (n *Neighborhood) Leave() { <-n.free }

package hw

import (
	"context"
	"fmt"
)

// Air is a radio neighborhood: readers so near to each other that a single one
// of them may have its field on. All of them hold it while they radiate. Its
// methods are safe for use by several goroutines.
type Air struct{ free chan struct{} }

// NewAir is a neighborhood in which nobody radiates.
func NewAir() *Air { return &Air{make(chan struct{}, 1)} }

// Enter waits until nobody else radiates, or until ctx ends.
func (a *Air) Enter(ctx context.Context) error {
	select {
	case a.free <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("a neighbor keeps its field on: %w", ctx.Err())
	}
}

// Leave lets the next one radiate. Only who has entered may call it.
func (a *Air) Leave() { <-a.free }

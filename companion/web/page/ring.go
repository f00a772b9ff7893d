package page

import "arbiter/engine"

// A Ring is the game board where it is a picture of fields, such as a circle of seats.
type Ring struct{ Fields []engine.Field }

// NewRing is the ring of the game; nil if it has none.
func NewRing(c Context) *Ring {
	if len(c.Snap.View.Board) == 0 {
		return nil
	}
	return &Ring{Fields: c.Snap.View.Board}
}

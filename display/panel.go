package display

import (
	"context"
	"image"
)

// A Panel shows pictures. Its methods are called one at a time.
type Panel interface {
	// Bounds is the size of the pictures the panel takes, as people see it.
	Bounds() image.Rectangle

	// Show shows a picture and returns when it is on the panel. It keeps
	// neither the picture nor a part of it. It returns an error when ctx ends
	// before, and what the panel then shows is not known.
	Show(ctx context.Context, b *Bitmap, mode Mode) error

	// Sleep saves power; the picture of e-ink stays. The next Show wakes the
	// panel; if it cannot know then what it shows, the update is a full one.
	Sleep(ctx context.Context) error

	// Close lets go of the panel. It is the last call.
	Close() error
}

// Mode says how e-ink changes from one picture to the next.
type Mode uint8

const (
	// Full drives every pixel through black and white: slow, no ghosts.
	Full Mode = iota
	// Partial drives pixels straight to their new color: fast, leaves ghosts.
	Partial
)

func (m Mode) String() string {
	if m == Partial {
		return "partial"
	}
	return "full"
}

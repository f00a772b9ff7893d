package display

import (
	"context"
	"image"
)

// A Panel shows pictures. Its methods are called one at a time.
type Panel interface {
	// Bounds is the size of the pictures the panel takes, as people see it.
	Bounds() image.Rectangle

	// Show shows a picture and returns when it is on the panel. It does not retain the picture. It
	// returns an error if ctx ends first; what the panel then shows is unknown.
	Show(ctx context.Context, b *Bitmap, mode Mode) error

	// Sleep saves power; the picture on e-ink stays. The next Show wakes the panel; if the panel
	// then cannot know what it shows, the update is a full one.
	Sleep(ctx context.Context) error

	// Close releases the panel. It is the last call.
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

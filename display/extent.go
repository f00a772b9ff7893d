package display

import (
	"image"
	"math/bits"
)

// extent returns the smallest one-row rectangle that holds the set bits of a
// word.
func extent(word uint64) image.Rectangle {
	return image.Rect(bits.LeadingZeros64(word), 0, 64-bits.TrailingZeros64(word), 1)
}

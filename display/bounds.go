package display

import (
	"image"
	"math/bits"
)

// bounds returns the smallest one-row rectangle that holds the set bits of a
// word.
func bounds(word uint64) image.Rectangle {
	return image.Rect(bits.LeadingZeros64(word), 0, 64-bits.TrailingZeros64(word), 1)
}

package display

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// openZero takes the slash out of a zero, which from two meters looks like an
// eight: the hole becomes the outline once more, smaller, and mirrored so that
// it runs the other way round. The outline is the first contour.
func openZero(segs sfnt.Segments) sfnt.Segments {
	end := 1
	for end < len(segs) && segs[end].Op != sfnt.SegmentOpMoveTo {
		end++
	}
	if end == len(segs) {
		return segs
	}
	out, hole := segs[:end].Bounds(), segs[end:].Bounds()
	size, inner := out.Max.Sub(out.Min), hole.Max.Sub(hole.Min)
	zero := append(sfnt.Segments{}, segs[:end]...)
	for _, s := range segs[:end] {
		for i, p := range s.Args {
			s.Args[i] = fixed.Point26_6{
				X: hole.Max.X - (p.X-out.Min.X)*inner.X/size.X,
				Y: hole.Min.Y + (p.Y-out.Min.Y)*inner.Y/size.Y,
			}
		}
		zero = append(zero, s)
	}
	return zero
}

package site

import (
	"bytes"
	"image"
	tint "image/color"
	"image/png"
	"math"
)

// The icon is 64 by 64: four seats on a dark board, as in static/icon.svg. It is drawn in pixels
// for systems that take no SVG.

// An iconShape is a part of the icon: its color, and whether a point is inside it.
type iconShape struct {
	tint.NRGBA
	in func(x, y float64) bool
}

var iconFigures = []iconShape{
	{tint.NRGBA{0xd9, 0x8c, 0xb8, 255}, func(x, y float64) bool { return math.Hypot(x-20, y-22) <= 9 }},
	{tint.NRGBA{0xee, 0x7a, 0x3c, 255}, func(x, y float64) bool { return rounded(x-44.5, y-21.5, 8.5, 2) }},
	{tint.NRGBA{0x2f, 0xbf, 0x95, 255}, func(x, y float64) bool { return y <= 54 && math.Abs(x-20) <= (y-36)*11/18 }},
	{tint.NRGBA{0x66, 0xb8, 0xec, 255}, func(x, y float64) bool { return math.Abs(x-44.5)+math.Abs(y-45) <= 10.5 }},
}

var iconBoard = tint.NRGBA{0x14, 0x16, 0x1c, 255}

// rounded reports whether a point, relative to the center, is inside a square with rounded corners.
func rounded(x, y, half, radius float64) bool {
	x, y = math.Abs(x), math.Abs(y)
	return x <= half && y <= half && math.Hypot(max(0, x-half+radius), max(0, y-half+radius)) <= radius
}

// maskedScale shrinks the figures of a maskable icon, whose board goes to the edge: systems cut
// such an icon to a shape of their own and may cut off everything outside a circle of 80 %.
const maskedScale = 0.75

// icon draws the icon with this many pixels to a side, as a PNG.
func icon(size int, maskable bool) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			m.SetNRGBA(x, y, blend(x, y, size, maskable))
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // writing to memory does not fail
	}
	return b.Bytes()
}

// finer is how many points per side of a pixel are sampled.
const finer = 4

// blend returns the color of a pixel: the mean of its points.
func blend(x, y, size int, maskable bool) tint.NRGBA {
	var r, g, b, n int
	for i := range finer * finer {
		at := func(pixel, part int) float64 {
			return (float64(pixel) + (float64(part)+.5)/finer) * 64 / float64(size)
		}
		if c, ok := paint(at(x, i%finer), at(y, i/finer), maskable); ok {
			r, g, b, n = r+int(c.R), g+int(c.G), b+int(c.B), n+1
		}
	}
	if n == 0 {
		return tint.NRGBA{}
	}
	return tint.NRGBA{uint8(r / n), uint8(g / n), uint8(b / n), uint8(255 * n / (finer * finer))}
}

// paint returns the color of a point, and false outside the board.
func paint(x, y float64, maskable bool) (tint.NRGBA, bool) {
	if maskable {
		x, y = 32+(x-32)/maskedScale, 32+(y-32)/maskedScale
	}
	for _, f := range iconFigures {
		if f.in(x, y) {
			return f.NRGBA, true
		}
	}
	return iconBoard, maskable || rounded(x-32, y-32, 32, 14)
}

package display

import (
	"image"
	"math"
	"slices"
)

// A point is a place on a sheet, in pixels and parts of them.
type point struct{ x, y float64 }

// mostCorners is how many corners a polygon may have.
const mostCorners = 24

// polygon fills what its corners enclose; what they enclose twice stays as it is.
func (c *canvas) polygon(dark bool, corners ...point) {
	low, high := corners[0].y, corners[0].y
	for _, p := range corners {
		low, high = min(low, p.y), max(high, p.y)
	}
	for row := int(math.Floor(low)); row <= int(math.Ceil(high)); row++ {
		var at [mostCorners]float64
		n, y := 0, float64(row)+0.5
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			if (p.y <= y) != (q.y <= y) {
				at[n] = p.x + (y-p.y)*(q.x-p.x)/(q.y-p.y)
				n++
			}
		}
		slices.Sort(at[:n])
		for i := 0; i+1 < n; i += 2 {
			c.b.span(row, int(math.Ceil(at[i]-0.5)), int(math.Ceil(at[i+1]-0.5)), c.b.Bounds(), dark)
		}
	}
}

// area fills the pixels of a square for whose middle in is true, in units of which the
// square has 24.
func (c *canvas) area(box image.Rectangle, dark bool, in func(x, y float64) bool) {
	unit := 24 / float64(box.Dx())
	for row := range box.Dy() {
		for col := range box.Dx() {
			if in((float64(col)+0.5)*unit, (float64(row)+0.5)*unit) {
				c.b.span(box.Min.Y+row, box.Min.X+col, box.Min.X+col+1, box, dark)
			}
		}
	}
}

// square is a square with its corner at (x, y).
func square(x, y, size int) image.Rectangle { return image.Rect(x, y, x+size, y+size) }

// around is a square with its middle at (x, y).
func around(x, y, size int) image.Rectangle { return square(x-size/2, y-size/2, size) }

// disc fills a circle.
func (c *canvas) disc(x, y, radius float64, dark bool) {
	for row := int(y - radius); row <= int(y+radius)+1; row++ {
		up := float64(row) + 0.5 - y
		if reach := radius*radius - up*up; reach > 0 {
			d := math.Sqrt(reach)
			c.b.span(row, int(math.Ceil(x-d-0.5)), int(math.Ceil(x+d-0.5)), c.b.Bounds(), dark)
		}
	}
}

// border draws the edge of a box, d pixels thick, and leaves what is in it.
func (c *canvas) border(box image.Rectangle, d int, dark bool) {
	in := box.Inset(d)
	c.b.Fill(image.Rect(box.Min.X, box.Min.Y, box.Max.X, in.Min.Y), dark)
	c.b.Fill(image.Rect(box.Min.X, in.Max.Y, box.Max.X, box.Max.Y), dark)
	c.b.Fill(image.Rect(box.Min.X, box.Min.Y, in.Min.X, box.Max.Y), dark)
	c.b.Fill(image.Rect(in.Max.X, box.Min.Y, box.Max.X, box.Max.Y), dark)
}

// rounded draws a card: a frame with round corners, d pixels thick.
func (c *canvas) rounded(box image.Rectangle, r, d int, dark bool) {
	c.filled(box, r, dark)
	c.filled(box.Inset(d), max(r-d, 0), !dark)
}

func (c *canvas) filled(box image.Rectangle, r int, dark bool) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		inset := 0
		if from := min(y-box.Min.Y, box.Max.Y-1-y); from < r {
			up := float64(r-from) - 0.5
			inset = r - round(math.Sqrt(max(0, float64(r*r)-up*up)))
		}
		c.b.span(y, box.Min.X+inset, box.Max.X-inset, box, dark)
	}
}

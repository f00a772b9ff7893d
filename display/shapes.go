package display

import (
	"image"
	"math"
	"slices"

	"arbiter/engine"
)

// shape fills the shape of a seat, as large as the box allows, and centered.
func (c *canvas) shape(s engine.Shape, box image.Rectangle, dark bool) {
	size := min(box.Dx(), box.Dy())
	x, y := box.Min.X+(box.Dx()-size)/2, box.Min.Y+(box.Dy()-size)/2
	for row := range size {
		inset := edge(s, row, size)
		c.b.span(y+row, x+inset, x+size-inset, box, dark)
	}
}

// edge returns how far a shape of the given size is from the left and right edges of its square in
// a row.
func edge(s engine.Shape, row, size int) int {
	up := abs(2*row + 1 - size) // twice the distance from the middle row
	switch s {
	case engine.Circle:
		return (size - round(math.Sqrt(float64(size*size-up*up)))) / 2
	case engine.Triangle:
		return (size - 1 - row) / 2
	case engine.Diamond:
		return up / 2
	}
	return size / 12
}

// letterIn returns the part of a shape's box that a letter may occupy.
func letterIn(s engine.Shape, box image.Rectangle) image.Rectangle {
	size := box.Dy()
	switch s {
	case engine.Triangle:
		return image.Rect(box.Min.X, box.Min.Y+size*2/5, box.Max.X, box.Max.Y-size/9)
	case engine.Diamond:
		return image.Rect(box.Min.X, box.Min.Y+size/4, box.Max.X, box.Max.Y-size/4)
	}
	return image.Rect(box.Min.X, box.Min.Y+size/6, box.Max.X, box.Max.Y-size/6)
}

// robot marks a seat that no person plays: a head with an antenna.
func (c *canvas) robot(box image.Rectangle, dark bool) {
	size := min(box.Dx(), box.Dy())
	at := func(x0, y0, x1, y1 int, dark bool) {
		r := image.Rect(x0*size/12, y0*size/12, x1*size/12, y1*size/12)
		c.b.Fill(r.Add(box.Min).Add(image.Pt(0, (box.Dy()-size)/2)).Intersect(box), dark)
	}
	at(5, 0, 7, 3, dark)
	at(1, 3, 11, 11, dark)
	at(0, 5, 12, 9, dark)
	at(3, 5, 5, 7, !dark)
	at(7, 5, 9, 7, !dark)
	at(3, 9, 9, 10, !dark)
}

func abs(x int) int { return max(x, -x) }

func round(x float64) int { return int(x + 0.5) }

// A point is a place on a sheet, in pixels and fractions of pixels.
type point struct{ x, y float64 }

// mostCorners is how many corners a polygon may have.
const mostCorners = 24

// polygon fills what its corners enclose by the even-odd rule.
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

// area fills the pixels of a square for whose centers in returns true; the square is 24 units wide.
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

// square returns a square with its corner at (x, y).
func square(x, y, size int) image.Rectangle { return image.Rect(x, y, x+size, y+size) }

// around returns a square with its middle at (x, y).
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

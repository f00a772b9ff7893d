package display

import (
	"image"
	"math"

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

// edge is how far a shape of the given size is from the left and right border
// of its square in a row.
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

// letterIn is the part of a shape's box that a letter may use.
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

// robot marks a seat that nobody sits at: a head with an antenna.
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

package display

import (
	"image"
	"testing"

	"arbiter/engine"
)

// Of up to four figures on one hexagon none covers another and none leaves it, and each is visible.
func TestSeveralFiguresOnOneHexagon(t *testing.T) {
	for wide := 12; wide <= 160; wide += 7 {
		box := image.Rect(40, 40, 40+wide, 40+wide)
		was := hexed(box, nil)
		for of := 1; of <= 4; of++ {
			var all []engine.Piece
			for i := range of {
				in := besides(box, i, of)
				for j := range i {
					if !in.Intersect(besides(box, j, of)).Empty() {
						t.Errorf("%d pixels, %d figures: %d covers %d", wide, of, i, j)
					}
				}
				all = append(all, engine.Piece{Color: "red", Shape: engine.Shape(i)})
			}
			is := hexed(box, all)
			if d := is.Diff(was); d.Empty() {
				t.Errorf("%d pixels: figure %d is not seen", wide, of)
			}
			if d := is.Diff(hexed(box, nil)); !d.In(box.Inset(wide / 12)) {
				t.Errorf("%d pixels, %d figures: %v leaves %v", wide, of, d, box)
			}
			was = is
		}
	}
}

// hexed draws a hexagon as wide as the box, with figures.
func hexed(box image.Rectangle, pieces []engine.Piece) *Bitmap {
	b := NewBitmap(image.Pt(box.Max.X+40, box.Max.Y+60))
	s := grid{layout: layout{canvas: canvas{b: b}}, board: b.Bounds()}
	s.group(engine.Field{Hex: true, Pieces: pieces}, box)
	return b
}

// A hexagon touches the right and left edges of its box and has a point at the top and the bottom.
func TestHexagon(t *testing.T) {
	b := hexed(image.Rect(40, 40, 100, 100), nil)
	for _, p := range []struct {
		x, y int
		dark bool
	}{{40, 70, true}, {99, 70, true}, {70, 36, true}, {70, 102, true}, {41, 42, false}, {98, 98, false}, {70, 70, false}, {70, 33, false}, {70, 105, false}} {
		if b.Black(p.x, p.y) != p.dark {
			t.Errorf("%d, %d is dark: %t", p.x, p.y, !p.dark)
		}
	}
}

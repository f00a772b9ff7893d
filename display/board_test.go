package display

import (
	"fmt"
	"image"
	"math"
	"testing"

	"pgregory.net/rapid"

	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// anyRing is a ring of fields that do not overlap and lie on the board.
func anyRing(t *rapid.T) (board []engine.Field) {
	n := rapid.IntRange(1, 60).Draw(t, "fields")
	size := 0.9 * min(0.3, math.Sin(math.Pi/float64(max(n, 2)))*0.8)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		radius := (1 - size) / 2
		f := engine.Field{Name: fmt.Sprint(i + 1), X: float32(0.5 + radius*sin), Y: float32(0.5 - radius*cos), Size: float32(size)}
		if rapid.Bool().Draw(t, "taken") {
			f.Piece = engine.Piece{Color: "red", Shape: engine.Shape(rapid.IntRange(0, 3).Draw(t, "shape")), Tall: rapid.Bool().Draw(t, "tall")}
		}
		board = append(board, f)
	}
	return board
}

var pieces = func() (all []engine.Piece) {
	for shape := engine.Circle; shape <= engine.Diamond; shape++ {
		all = append(all, engine.Piece{Color: "red", Shape: shape}, engine.Piece{Color: "red", Shape: shape, Tall: true})
	}
	return all
}()

// inked draws a piece, or an empty field without one, on a disc.
func inked(p engine.Piece, d int) *Bitmap {
	b := NewBitmap(image.Pt(d+20, d+20))
	box := image.Rect(10, 10, 10+d, 10+d)
	if c := (&canvas{b: b}); p.Color == "" {
		c.outline(box, b.Bounds())
	} else {
		c.piece(p, box, b.Bounds())
	}
	return b
}

// leaves reports whether something on b is more than a pixel outside the disc that inked draws on.
func leaves(b *Bitmap, d int) bool {
	for y := range b.h {
		for x := range b.w {
			dx, dy := 2*x+1-b.w, 2*y+1-b.h
			if b.Black(x, y) && dx*dx+dy*dy > (d+2)*(d+2) {
				return true
			}
		}
	}
	return false
}

func TestPiecesStayOnTheirFields(t *testing.T) {
	for d := 5; d <= 80; d++ {
		for _, p := range append(pieces, engine.Piece{}) {
			if leaves(inked(p, d), d) {
				t.Errorf("shape %d, tall %v leaves its disc of %d pixels", p.Shape, p.Tall, d)
			}
		}
	}
	if !leaves(inked(engine.Piece{Color: "red", Shape: engine.Square}, 40), 25) {
		t.Error("the control, a square on too small a disc, is not seen")
	}
}

// Without color, each piece differs from every other one and from an empty field in at least one in
// 20 pixels of the square.
func TestPiecesDiffer(t *testing.T) {
	differ := func(a, b *Bitmap) (n int) {
		for y := range a.h {
			for x := range a.w {
				if a.Black(x, y) != b.Black(x, y) {
					n++
				}
			}
		}
		return n
	}
	all := append(pieces, engine.Piece{})
	for d := 6; d <= 40; d++ {
		for i, p := range all {
			for _, q := range all[:i] {
				if got, want := differ(inked(p, d), inked(q, d)), d*d/20; got < want {
					t.Errorf("on %d pixels %v and %v differ by %d pixels, want %d", d, p, q, got, want)
				}
			}
		}
	}
	if got, want := differ(inked(pieces[0], 20), inked(pieces[0], 20)), 0; got != want {
		t.Errorf("the control, a piece and itself, differs by %d pixels, want %d", got, want)
	}
}

func TestFieldsOffTheBoardAreCutOff(t *testing.T) {
	tier.Unraced(t, "one goroutine draws")
	nan := float32(math.NaN())
	seats := []engine.Place{{Seat: "red", Color: "color of no piece"}}
	inside := engine.View{Seats: seats, Board: []engine.Field{{X: 0.5, Y: 0.5, Size: 0.2, Piece: pieces[0]}}}
	outside := engine.View{Seats: seats, Board: []engine.Field{{X: 0, Y: 0.5, Size: 0.3}, {X: 7, Y: -3, Size: 0.2}, {X: nan, Y: nan, Size: nan},
		{X: 0, Y: 0.9, Size: 0.3, Piece: pieces[2]}, {X: 1, Y: 1, Size: 9, Piece: pieces[6]}, {X: 0.5, Y: 0, Size: 0.5, Piece: pieces[4]}}}
	for _, size := range []image.Point{{X: 250, Y: 122}, {X: 800, Y: 480}} {
		s := newGrid(layout{canvas: canvas{b: NewBitmap(size)}, Painter: New(), Opts: Opts{}.complete(), view: inside})
		s.drawRing()
		want, got := Render(inside, size, Opts{}), Render(outside, size, Opts{})
		if got.Equal(want) {
			t.Errorf("%v: nothing of the fields is seen on the board", size)
		}
		for _, b := range []*Bitmap{got, want} {
			b.Fill(s.board, false)
		}
		if d := got.Diff(want); !d.Empty() {
			t.Errorf("%v: fields of the board at %v are drawn at %v", size, s.board, d)
		}
	}
}

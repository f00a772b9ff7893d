package display_test

import (
	"fmt"
	"image"
	"testing"

	"pgregory.net/rapid"

	"arbiter/display"
)

// turns says pixel by pixel where the pixel (x, y) of a picture of w x h goes.
var turns = map[display.Turn]func(x, y, w, h int) (int, int){
	display.Upright: func(x, y, w, h int) (int, int) { return x, y },
	display.Right:   func(x, y, w, h int) (int, int) { return h - 1 - y, x },
	display.Around:  func(x, y, w, h int) (int, int) { return w - 1 - x, h - 1 - y },
	display.Left:    func(x, y, w, h int) (int, int) { return y, w - 1 - x },
}

func TestPackPutsEveryPixelInItsPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 150).Draw(t, "w"), rapid.IntRange(1, 90).Draw(t, "h")
		turn := display.Turn(rapid.IntRange(0, 3).Draw(t, "turn"))
		b := display.NewBitmap(image.Pt(w, h))
		for range rapid.IntRange(0, 6).Draw(t, "boxes") {
			x, y := rapid.IntRange(0, w).Draw(t, "x"), rapid.IntRange(0, h).Draw(t, "y")
			b.Fill(image.Rect(x, y, x+rapid.IntRange(1, 40).Draw(t, "dx"), y+rapid.IntRange(1, 40).Draw(t, "dy")), rapid.Bool().Draw(t, "dark"))
		}
		if err := packed(b.Pack(nil, turn), b, turn); err != nil {
			t.Fatal(err)
		}
	})
}

// packed compares a packed picture with the picture.
func packed(p []byte, b *display.Bitmap, turn display.Turn) error {
	w, h := b.Bounds().Dx(), b.Bounds().Dy()
	across, down := w, h
	if turn == display.Right || turn == display.Left {
		across, down = h, w
	}
	n := (across + 7) / 8
	if got, want := len(p), n*down; got != want {
		return fmt.Errorf("%d bytes, want %d", got, want)
	}
	white := 0
	for _, v := range p {
		for ; v != 0; v &= v - 1 {
			white++
		}
	}
	for y := range h {
		for x := range w {
			tx, ty := turns[turn](x, y, w, h)
			if got, want := p[ty*n+tx/8]>>(7-tx%8)&1 == 0, b.Black(x, y); got != want {
				return fmt.Errorf("turn %d of %dx%d: (%d, %d) is black: %v, want %v", turn, w, h, x, y, got, want)
			}
			if b.Black(x, y) {
				white++
			}
		}
	}
	if got, want := white, 8*len(p); got != want {
		return fmt.Errorf("what fills the rows is not white")
	}
	return nil
}

// The control: a pixel in the wrong place is noticed, and so is the wrong turn.
func TestPackedSeesMistakes(t *testing.T) {
	b := display.NewBitmap(image.Pt(20, 12))
	b.Fill(image.Rect(3, 2, 9, 5), true)
	p := b.Pack(nil, display.Right)
	if packed(p, b, display.Left) == nil {
		t.Error("a turn to the right passes for one to the left")
	}
	p[5] ^= 0x10
	if packed(p, b, display.Right) == nil {
		t.Error("a flipped bit is not seen")
	}
}

func TestTurnsAdd(t *testing.T) {
	if got, want := display.Left.Then(display.Around), display.Right; got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

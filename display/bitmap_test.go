package display

import (
	"image"
	"image/color"
	"testing"

	"pgregory.net/rapid"
)

// naive is a picture without packed bits, to compare with.
type naive map[image.Point]bool

func TestBitmapAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(1, 200).Draw(t, "w"), rapid.IntRange(1, 20).Draw(t, "h"))
		b, want := NewBitmap(size), naive{}
		for range rapid.IntRange(1, 12).Draw(t, "strokes") {
			x, y := rapid.IntRange(-70, 210).Draw(t, "x"), rapid.IntRange(-5, 25).Draw(t, "y")
			dark := rapid.Bool().Draw(t, "dark")
			if rapid.Bool().Draw(t, "fill") {
				r := image.Rect(x, y, x+rapid.IntRange(0, 150).Draw(t, "dx"), y+rapid.IntRange(0, 9).Draw(t, "dy"))
				b.Fill(r, dark)
				want.each(r, func(p image.Point) { want[p] = dark })
				continue
			}
			w := rapid.IntRange(1, 140).Draw(t, "mask width")
			words := (w + 63) / 64
			mask := rapid.SliceOfN(rapid.Uint64(), 3*words, 3*words).Draw(t, "mask")
			for i := words - 1; i < len(mask); i += words {
				mask[i] &= between(0, w-(words-1)*64)
			}
			clip := image.Rect(rapid.IntRange(-9, 99).Draw(t, "clip"), 0, 150, 15)
			b.blit(mask, w, x, y, clip, dark)
			want.each(image.Rect(x, y, x+w, y+3).Intersect(clip), func(p image.Point) {
				if i := p.X - x; mask[(p.Y-y)*words+i/64]>>(63-i%64)&1 == 1 {
					want[p] = dark
				}
			})
		}
		want.each(b.Bounds(), func(p image.Point) {
			if got, want := b.Black(p.X, p.Y), want[p]; got != want {
				t.Fatalf("pixel %v is black: %v, want %v", p, got, want)
			}
		})
		for i, word := range b.bits {
			if rest := size.X - i%b.stride*64; word&^between(0, rest) != 0 {
				t.Fatal("bits are set beside the picture")
			}
		}
	})
}

func (n naive) each(r image.Rectangle, f func(image.Point)) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			f(image.Pt(x, y))
		}
	}
}

func TestDiff(t *testing.T) {
	a, b := NewBitmap(image.Pt(250, 122)), NewBitmap(image.Pt(250, 122))
	if got := a.Diff(b); !got.Empty() {
		t.Errorf("equal pictures differ in %v", got)
	}
	b.Set(63, 5, true)
	b.Set(64, 100, true)
	b.Set(249, 20, true)
	if got, want := a.Diff(b), image.Rect(63, 5, 250, 101); got != want {
		t.Errorf("they differ in %v, want %v", got, want)
	}
	if a.Equal(b) || !a.Copy(b).Equal(b) {
		t.Error("Equal or Copy is wrong")
	}
}

func TestBitmapIsAnImage(t *testing.T) {
	var img image.PalettedImage = NewBitmap(image.Pt(3, 2))
	b := img.(*Bitmap)
	b.Set(1, 1, true)
	b.Set(7, 7, true) // outside
	for _, p := range []struct {
		x, y int
		want color.Color
	}{{1, 1, color.Black}, {0, 0, color.White}, {9, 9, color.White}, {-1, 0, color.White}} {
		if got := img.At(p.x, p.y); got != p.want {
			t.Errorf("(%d, %d) is %v, want %v", p.x, p.y, got, p.want)
		}
	}
	if got, want := img.ColorIndexAt(1, 1), uint8(1); got != want {
		t.Errorf("index %d, want %d", got, want)
	}
}

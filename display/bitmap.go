package display

import (
	"image"
	"image/color"
	"math/bits"
	"slices"
)

// A Bitmap is a black and white picture, one bit per pixel. It is an image.Image and encodes as a
// one-bit PNG. On a panel with a third color, black pixels within an accent have that color.
type Bitmap struct {
	w, h    int
	stride  int               // words per row
	bits    []uint64          // 1 is black; the leftmost pixel is the highest bit
	accents []image.Rectangle // see Accent
}

// NewBitmap returns a white picture.
func NewBitmap(size image.Point) *Bitmap {
	stride := (size.X + 63) / 64
	return &Bitmap{w: size.X, h: size.Y, stride: stride, bits: make([]uint64, stride*size.Y)}
}

// Bounds returns the picture's size; its origin is (0, 0).
func (b *Bitmap) Bounds() image.Rectangle { return image.Rect(0, 0, b.w, b.h) }

// ColorModel returns the palette white, black.
func (b *Bitmap) ColorModel() color.Model { return color.Palette{color.White, color.Black} }

// At returns black or white; everything outside the picture is white.
func (b *Bitmap) At(x, y int) color.Color {
	if b.Black(x, y) {
		return color.Black
	}
	return color.White
}

// ColorIndexAt returns 1 for black, 0 for white.
func (b *Bitmap) ColorIndexAt(x, y int) uint8 {
	if b.Black(x, y) {
		return 1
	}
	return 0
}

// Black reports whether a pixel is black; pixels outside the picture are not.
func (b *Bitmap) Black(x, y int) bool {
	if x < 0 || y < 0 || x >= b.w || y >= b.h {
		return false
	}
	return b.bits[y*b.stride+x>>6]>>(63-x&63)&1 == 1
}

// Set makes one pixel black or white; outside the picture it does nothing.
func (b *Bitmap) Set(x, y int, dark bool) {
	b.span(y, x, x+1, b.Bounds(), dark)
}

// Clear makes the whole picture white, without accents.
func (b *Bitmap) Clear() {
	clear(b.bits)
	b.accents = b.accents[:0]
}

// Accent says that the black pixels of a rectangle are what matters now. A panel with a third color
// shows them in it, any other one in black.
func (b *Bitmap) Accent(r image.Rectangle) { b.accents = append(b.accents, r) }

// Separate splits a picture into what a panel with a third color shows in black, and what it shows
// in that color.
func (b *Bitmap) Separate(black, accented *Bitmap) {
	black.Copy(b)
	accented.Copy(b)
	accented.Clear()
	black.accents = black.accents[:0]
	for _, r := range b.accents {
		r = r.Intersect(b.Bounds())
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X >> 6; x <= (r.Max.X-1)>>6; x++ {
				i := y*b.stride + x
				accented.bits[i] |= b.bits[i] & between(r.Min.X-x*64, r.Max.X-x*64)
				black.bits[i] &^= accented.bits[i]
			}
		}
	}
}

// Fill makes a rectangle black or white.
func (b *Bitmap) Fill(r image.Rectangle, dark bool) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		b.span(y, r.Min.X, r.Max.X, b.Bounds(), dark)
	}
}

// Equal reports whether two pictures are the same in black and white.
func (b *Bitmap) Equal(c *Bitmap) bool {
	return b.w == c.w && b.h == c.h && slices.Equal(b.bits, c.bits)
}

// Copy makes b the same as c and returns it, in the memory of b if it fits. A
// nil b is allowed.
func (b *Bitmap) Copy(c *Bitmap) *Bitmap {
	if b == nil {
		b = &Bitmap{}
	}
	b.w, b.h, b.stride = c.w, c.h, c.stride
	b.bits = append(b.bits[:0], c.bits...)
	b.accents = append(b.accents[:0], c.accents...)
	return b
}

// Diff returns the smallest rectangle that holds every pixel that differs between two pictures of
// the same size.
func (b *Bitmap) Diff(c *Bitmap) image.Rectangle {
	var r image.Rectangle
	for y := range b.h {
		for x := range b.stride {
			i := y*b.stride + x
			if d := b.bits[i] ^ c.bits[i]; d != 0 {
				r = r.Union(bounds(d).Add(image.Pt(x*64, y)))
			}
		}
	}
	return r
}

// span paints the pixels x0 <= x < x1 of a row, as far as they are in clip.
func (b *Bitmap) span(y, x0, x1 int, clip image.Rectangle, dark bool) {
	x0, x1 = max(x0, clip.Min.X, 0), min(x1, clip.Max.X, b.w)
	if y < max(clip.Min.Y, 0) || y >= min(clip.Max.Y, b.h) || x0 >= x1 {
		return
	}
	row := b.bits[y*b.stride : (y+1)*b.stride]
	for w := x0 >> 6; w <= (x1-1)>>6; w++ {
		paint(&row[w], between(x0-w*64, x1-w*64), dark)
	}
}

// blit paints the set bits of a mask that is w pixels wide, at (x, y), as far
// as they are in clip. The mask is packed as a Bitmap is.
func (b *Bitmap) blit(mask []uint64, w, x, y int, clip image.Rectangle, dark bool) {
	clip = clip.Intersect(b.Bounds())
	words := (w + 63) / 64
	for k := range words {
		at := x + k*64
		keep := between(clip.Min.X-at, clip.Max.X-at)
		if keep == 0 {
			continue
		}
		for i, row := k, y; i < len(mask); i, row = i+words, row+1 {
			if bits := mask[i] & keep; bits != 0 && row >= clip.Min.Y && row < clip.Max.Y {
				b.put(row*b.stride, at, bits, dark)
			}
		}
	}
}

// put paints 64 pixels from x on in the row that starts at word row. Bits outside the row are
// dropped.
func (b *Bitmap) put(row, x int, bits uint64, dark bool) {
	if x < 0 {
		bits, x = bits<<-x, 0
	}
	i := row + x>>6
	paint(&b.bits[i], bits>>(x&63), dark)
	if rest := bits << (64 - x&63); rest != 0 {
		paint(&b.bits[i+1], rest, dark)
	}
}

func paint(word *uint64, bits uint64, dark bool) {
	if dark {
		*word |= bits
	} else {
		*word &^= bits
	}
}

// between returns the bits of the pixels lo <= x < hi of a word.
func between(lo, hi int) uint64 {
	lo, hi = max(lo, 0), min(hi, 64)
	if lo >= hi {
		return 0
	}
	return ^uint64(0) >> lo & (^uint64(0) << (64 - hi))
}

// bounds returns the smallest one-row rectangle that holds the set bits of a
// word.
func bounds(word uint64) image.Rectangle {
	return image.Rect(bits.LeadingZeros64(word), 0, 64-bits.TrailingZeros64(word), 1)
}

package display

import (
	"encoding/binary"
	"math/bits"
)

// A Turn is how far, clockwise, a picture is turned in the memory of a panel.
type Turn uint8

// The quarter turns.
const (
	Upright Turn = iota
	Right
	Around
	Left
)

// Then returns the sum of two turns.
func (t Turn) Then(u Turn) Turn { return (t + u) % 4 }

// Pack writes a turned picture the way e-ink controllers want it: row after row in whole bytes, the
// leftmost pixel in the highest bit, 1 for white. The last byte of a row is padded with white. It
// returns dst, which is enlarged if it is too small.
func (b *Bitmap) Pack(dst []byte, t Turn) []byte {
	w, h := b.w, b.h
	if t == Right || t == Left {
		w, h = h, w
	}
	n := (w + 7) / 8
	if cap(dst) < n*h {
		dst = make([]byte, n*h)
	}
	dst = dst[:n*h]
	switch t {
	case Right, Left:
		b.packAcross(dst, n, t == Right)
	default:
		b.packAlong(dst, n, t == Around)
	}
	return dst
}

// packAlong packs rows as rows, starting from the last one and backward if the picture is turned
// around.
func (b *Bitmap) packAlong(dst []byte, n int, around bool) {
	for y := range b.h {
		row := dst[y*n : (y+1)*n]
		if around {
			for k := range row {
				row[k] = ^bits.Reverse8(b.eight(b.w-8-8*k, b.h-1-y))
			}
			continue
		}
		packRow(row, b.bits[y*b.stride:(y+1)*b.stride])
	}
}

// packRow packs a row that is not turned, eight bytes at a time.
func packRow(row []byte, words []uint64) {
	whole := len(row) / 8
	for i, w := range words[:whole] {
		binary.BigEndian.PutUint64(row[8*i:], ^w)
	}
	for k := 8 * whole; k < len(row); k++ {
		row[k] = ^byte(words[whole] >> (56 - 8*(k&7)))
	}
}

// packAcross packs columns as rows, in squares of eight by eight pixels: from the left column on,
// each upward, or from the right column on, each downward.
func (b *Bitmap) packAcross(dst []byte, n int, upward bool) {
	for k := range n {
		for x := 0; x < b.w; x += 8 {
			var square uint64 // eight rows, the first one in the highest byte
			for j := range 8 {
				y := 8*k + j
				if upward {
					y = b.h - 1 - y
				}
				square = square<<8 | uint64(b.eight(x, y))
			}
			square = ^transpose(square)
			for i := range min(8, b.w-x) {
				row := x + i
				if !upward {
					row = b.w - 1 - row
				}
				dst[row*n+k] = byte(square >> (56 - 8*i))
			}
		}
	}
}

// eight returns the eight pixels from (x, y) to the right; those outside the picture are white.
func (b *Bitmap) eight(x, y int) byte {
	if y < 0 || y >= b.h {
		return 0
	}
	row := b.bits[y*b.stride : (y+1)*b.stride]
	var v uint64
	if x < 0 {
		v = row[0] >> -x
	} else {
		i, off := x>>6, x&63
		v = row[i] << off
		if i+1 < len(row) {
			v |= row[i+1] >> (64 - off)
		}
	}
	return byte(v >> 56)
}

// transpose exchanges rows and columns of a square of 8 x 8 bits: first within blocks of 2 x 2,
// then of these blocks, then of the quarters.
func transpose(x uint64) uint64 {
	exchange := func(mask uint64, shift uint) {
		t := (x ^ x>>shift) & mask
		x ^= t ^ t<<shift
	}
	exchange(0x00AA00AA00AA00AA, 7)
	exchange(0x0000CCCC0000CCCC, 14)
	exchange(0x00000000F0F0F0F0, 28)
	return x
}

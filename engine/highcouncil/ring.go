package highcouncil

import (
	"math/bits"

	"arbiter/engine"
)

// A Ring is the outer ring of the board: who sits on the fields 1 to 30, which
// form a circle. Index 0 is field 1.
type Ring [Fields]Piece

// A Piece is a follower or a speaker of a color; the zero Piece is nobody.
type Piece struct {
	Color Color
	Rank  Rank
}

// term returns the piece's word, such as "red-follower".
func (p Piece) term() engine.Term { return engine.Term(p.Color.String() + "-" + p.Rank.String()) }

// fieldColor returns the color of a field; the colors repeat every six fields.
func fieldColor(n uint8) Color {
	if n%6 == 0 {
		return Black
	}
	return Color(n % 6)
}

func onRing(n uint8) bool { return n >= 1 && n <= Fields }

// Right and Left return the neighbors of a field.
func Right(n uint8) uint8 { return n%Fields + 1 }
func Left(n uint8) uint8  { return (n+Fields-2)%Fields + 1 }

func neighbors(n uint8) [2]uint8 { return [2]uint8{Left(n), Right(n)} }

// On returns the piece on a field; the zero Piece if the field is empty or the ring has no such
// field.
func (r *Ring) On(n uint8) Piece {
	if !onRing(n) {
		return Piece{}
	}
	return r[n-1]
}

// A fieldSet is a set of fields of the ring, one bit each, field 1 the lowest.
type fieldSet uint32

const wholeRing fieldSet = 1<<Fields - 1

// beside returns the neighbors of the fields in the set.
func (s fieldSet) beside() fieldSet {
	return (s<<1 | s>>(Fields-1) | s>>1 | s<<(Fields-1)) & wholeRing
}

// first returns the lowest field of a set that is not empty.
func (s fieldSet) first() uint8 { return uint8(bits.TrailingZeros32(uint32(s))) + 1 }

// size returns the number of fields.
func (s fieldSet) size() uint8 { return uint8(bits.OnesCount32(uint32(s))) }

// group counts the pieces of one color that sit side by side around field n.
func (r *Ring) group(n uint8) uint8 {
	color := r.On(n).Color
	return r.run(n, func(p Piece) bool { return p.Color == color })
}

// Block counts the pieces of one faction that sit side by side around field n.
func (r *Ring) Block(n uint8) uint8 {
	f := r.On(n).Color.Faction()
	return r.run(n, func(p Piece) bool { return p.Color.Faction() == f })
}

// run counts the contiguous fields around n, including n, that match; 0 if n is empty.
func (r *Ring) run(n uint8, match func(Piece) bool) uint8 {
	if r.On(n) == (Piece{}) {
		return 0
	}
	size := uint8(1)
	for m := Right(n); m != n && match(r.On(m)); m = Right(m) {
		size++
	}
	for m := Left(n); size < Fields && match(r.On(m)); m = Left(m) {
		size++
	}
	return size
}

// largest returns the size of a faction's largest block.
func (r *Ring) largest(f Faction) (size uint8) {
	for n := uint8(1); n <= Fields; n++ {
		if r.On(n).Color.Faction() == f {
			size = max(size, r.Block(n))
		}
	}
	return size
}

// members returns the fields of a faction's largest block, clockwise; of equally large ones, those
// of the first.
func (r *Ring) members(f Faction) (fields []uint8) {
	size := r.largest(f)
	for n := uint8(1); n <= Fields && size > 0; n++ {
		if r.On(n).Color.Faction() != f || r.Block(n) != size || size < Fields && r.On(Left(n)).Color.Faction() == f {
			continue
		}
		for m := n; uint8(len(fields)) < size; m = Right(m) {
			fields = append(fields, m)
		}
		return fields
	}
	return nil
}

// seated counts the pieces of a color.
func (r *Ring) seated(c Color) (n uint8) {
	for _, p := range r {
		if p.Color == c {
			n++
		}
	}
	return n
}

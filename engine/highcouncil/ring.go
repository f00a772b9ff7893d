package highcouncil

import "arbiter/engine"

// A ring is the outer ring of the board: who sits on the fields 1 to 30, which
// form a circle. Index 0 is field 1.
type ring [fields]piece

// A piece is a follower or a speaker of a color, or the zero piece: nobody.
type piece struct {
	color Color
	rank  Rank
}

// term is the piece's word, such as "red-follower".
func (p piece) term() engine.Term { return engine.Term(p.color.String() + "-" + p.rank.String()) }

// fieldColor returns the color of a field; the colors repeat every six fields.
func fieldColor(n uint8) Color {
	if n%6 == 0 {
		return Black
	}
	return Color(n % 6)
}

func onRing(n uint8) bool { return n >= 1 && n <= fields }

// right and left return the neighbors of a field.
func right(n uint8) uint8 { return n%fields + 1 }
func left(n uint8) uint8  { return (n+fields-2)%fields + 1 }

// on returns who sits on a field: nobody if the ring has no such field.
func (r *ring) on(n uint8) piece {
	if !onRing(n) {
		return piece{}
	}
	return r[n-1]
}

// group counts the pieces of one color that sit side by side around field n.
func (r *ring) group(n uint8) uint8 {
	color := r.on(n).color
	return r.run(n, func(p piece) bool { return p.color == color })
}

// block counts the pieces of one faction that sit side by side around field n.
func (r *ring) block(n uint8) uint8 {
	f := r.on(n).color.Faction()
	return r.run(n, func(p piece) bool { return p.color.Faction() == f })
}

// run counts the fields around n, itself included, that all match. Nobody on n: 0.
func (r *ring) run(n uint8, match func(piece) bool) uint8 {
	if r.on(n) == (piece{}) {
		return 0
	}
	size := uint8(1)
	for m := right(n); m != n && match(r.on(m)); m = right(m) {
		size++
	}
	for m := left(n); size < fields && match(r.on(m)); m = left(m) {
		size++
	}
	return size
}

// largest returns the size of a faction's largest block.
func (r *ring) largest(f Faction) (size uint8) {
	for n := uint8(1); n <= fields; n++ {
		if r.on(n).color.Faction() == f {
			size = max(size, r.block(n))
		}
	}
	return size
}

// seated counts the pieces of a color.
func (r *ring) seated(c Color) (n uint8) {
	for _, p := range r {
		if p.color == c {
			n++
		}
	}
	return n
}

package bot

import (
	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// A ring is the ring of The High Council as a bot sees it: the side of who sits
// on each field, none if it is free. Field 1 stands in place 1; place 0 is free.
type ring [ringFields + 1]highcouncil.Faction

const (
	ringFields = 30
	winning    = 16
)

// ringOf reads the picture of the ring.
func ringOf(v engine.View) (c ring) {
	for i, f := range v.Board {
		var color highcouncil.Color
		if i < ringFields && color.UnmarshalText([]byte(f.Piece.Color)) == nil {
			c[i+1] = color.Faction()
		}
	}
	return c
}

func next(field, step int) int { return (field-1+step)%ringFields + 1 }

// judge tells how the ring is for a side: what its blocks are worth, less those of
// the other side.
func (c *ring) judge(side highcouncil.Faction) (worth float64) {
	begin := 0 // a field where a block begins
	for n := 1; n <= ringFields; n++ {
		if c[n] != c[next(n, ringFields-1)] {
			begin = n
		}
	}
	if begin == 0 {
		return 0 // nobody sits anywhere, or everybody is of one side
	}
	for i := 0; i < ringFields; {
		first := next(begin, i)
		size := 1
		for c[next(first, size)] == c[first] && size < ringFields {
			size++
		}
		switch c[first] {
		case 0:
		case side:
			worth += c.block(first, size)
		default:
			worth -= c.block(first, size)
		}
		i += size
	}
	return worth
}

// block is the worth of a block: the square of its size, and its size once more for
// each end where it can still grow.
func (c *ring) block(first, size int) float64 {
	if size >= winning {
		return winWorth
	}
	worth := float64(size * size)
	for _, end := range []int{next(first, ringFields-1), next(first, size)} {
		if c[end] == 0 {
			worth += float64(size)
		}
	}
	return worth
}

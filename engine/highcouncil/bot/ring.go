package bot

import "arbiter/engine/highcouncil"

// judge returns how good a ring is for the side of the position: the worth of its blocks, less that
// of the other side's. A block is worth the square of its size, plus its size for each end where it
// can still grow.
func (d *position) judge(r *highcouncil.Ring) (worth float64) {
	var sides [highcouncil.Fields]highcouncil.Faction
	for i, piece := range r {
		sides[i] = piece.Color.Faction()
	}
	last := sides[highcouncil.Fields-1]
	for i, own := range sides {
		before := last
		if last = own; own == 0 || own == before {
			continue // no block begins here
		}
		size, next := 1, right(i)
		for ; sides[next] == own; next = right(next) {
			size++
		}
		block := float64(size * size)
		if before == 0 {
			block += float64(size)
		}
		if sides[next] == 0 {
			block += float64(size)
		}
		if size >= d.Goal {
			block = winWorth
		}
		if own != d.Side {
			block = -block
		}
		worth += block
	}
	return worth
}

// right returns the place to the right of i, counted from 0.
func right(i int) int {
	if i++; i < highcouncil.Fields {
		return i
	}
	return 0
}

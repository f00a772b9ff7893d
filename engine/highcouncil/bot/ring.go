package bot

import "arbiter/engine/highcouncil"

// judge tells how the ring is for a side: what its blocks are worth, less those of
// the other side.
func judge(r *highcouncil.Ring, side highcouncil.Faction) (worth float64) {
	for n := uint8(1); n <= highcouncil.Fields; n++ {
		switch own := sideOf(r, n); {
		case own == 0 || own == sideOf(r, highcouncil.Left(n)): // no block begins here
		case own == side:
			worth += block(r, n)
		default:
			worth -= block(r, n)
		}
	}
	return worth
}

func sideOf(r *highcouncil.Ring, n uint8) highcouncil.Faction { return r.On(n).Color.Faction() }

// block is the worth of the block that begins on a field: the square of its size, and
// its size once more for each end where it can still grow.
func block(r *highcouncil.Ring, first uint8) float64 {
	size := r.Block(first)
	if size >= highcouncil.WinningBlock {
		return winWorth
	}
	last := (first+size-2)%highcouncil.Fields + 1
	worth := int(size) * int(size)
	for _, end := range [2]uint8{highcouncil.Left(first), highcouncil.Right(last)} {
		if sideOf(r, end) == 0 {
			worth += int(size)
		}
	}
	return float64(worth)
}

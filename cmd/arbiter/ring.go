package main

import (
	"arbiter/engine"
	"arbiter/engine/highcouncil"
)

// A council is the ring of The High Council as a bot sees it. Field 1 stands in
// place 1; place 0 is empty.
type council struct {
	fields [ringFields + 1]chair
	full   bool
}

const (
	ringFields = 30
	winning    = 16
)

// A chair is who sits on a field; the zero chair is empty.
type chair struct {
	color   string
	side    highcouncil.Faction
	speaker bool
}

// councilOf reads the picture of the ring.
func councilOf(v engine.View) council {
	c := council{full: true}
	for i, f := range v.Board {
		var color highcouncil.Color
		if i < ringFields && color.UnmarshalText([]byte(f.Piece.Color)) == nil && color != 0 {
			c.fields[i+1] = chair{f.Piece.Color, color.Faction(), f.Piece.Tall}
		}
		c.full = c.full && f.Piece.Color != ""
	}
	return c
}

// cost is what it takes to convince to from from.
func (c *council) cost(from, to int) int {
	group := c.group(to)
	switch {
	case c.full && c.group(from) > group:
		return 1
	case c.fields[to].speaker:
		return 3
	}
	return min(3, group)
}

// group counts the pieces of one color side by side around a field.
func (c *council) group(field int) int {
	size := 1
	for _, step := range []int{1, ringFields - 1} {
		for n := next(field, step); n != field && c.fields[n].color == c.fields[field].color && size < ringFields; n = next(n, step) {
			size++
		}
	}
	return size
}

func next(field, step int) int { return (field-1+step)%ringFields + 1 }

// judge tells how the ring is for a side: what its blocks are worth, less those of
// the other side.
func (c *council) judge(side highcouncil.Faction) (worth float64) {
	begin := 0 // a field where a block begins
	for n := 1; n <= ringFields; n++ {
		if c.fields[n].side != c.fields[next(n, ringFields-1)].side {
			begin = n
		}
	}
	if begin == 0 {
		return 0 // nobody sits anywhere, or everybody is of one side
	}
	for i := 0; i < ringFields; {
		first := next(begin, i)
		size := 1
		for c.fields[next(first, size)].side == c.fields[first].side && size < ringFields {
			size++
		}
		switch c.fields[first].side {
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
func (c *council) block(first, size int) float64 {
	if size >= winning {
		return winWorth
	}
	worth := float64(size * size)
	for _, end := range []int{next(first, ringFields-1), next(first, size)} {
		if c.fields[end].side == 0 {
			worth += float64(size)
		}
	}
	return worth
}

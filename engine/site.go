package engine

import "slices"

// A Site is a place of a board that is drawn as a map. What lies there may have
// parts, such as the planets of a solar system. What lies beside it is the
// Zone or the Pile of the Table called "beside" and its name.
type Site struct {
	Name   string   // as Located commands name it
	Title  Text     // where it is and all that lies there, for lists and for people who do not see the map; unique on the map
	X, Y   float32  // the middle, from 0 (left, top) to 1
	Size   float32  // diameter, as a share of the map's width
	Color  string   // a word such as "grey", the same for sites that belong together
	Lies   Term     // what lies there, such as a tile; "" if nothing does
	Region string   // the Region that it is part of; "" if none
	Sign   Text     // shown while nothing lies there, such as "P2"; may be empty
	Yield  []Amount // what it brings; none while nothing lies there
	Parts  []Part
	Pieces []Piece // the figures that stand on it, side by side
	Hex    bool    // a hexagon, Size wide, with a corner at the top; otherwise a disc
	Alike  string  // the same for sites of which it makes no difference which one is taken; "" if it does
}

// A Part is a part of a site, on which pieces stand.
type Part struct {
	Kind   Term
	Title  Text    // the part and what stands there; unique within the site
	Pieces []Piece // from bottom to top
}

// FirstLike returns the index of the first part that is like the one at i in everything but its
// place.
func (s Site) FirstLike(i int) int {
	return slices.IndexFunc(s.Parts, func(o Part) bool {
		return o.Kind == s.Parts[i].Kind && slices.EqualFunc(o.Pieces, s.Parts[i].Pieces, Piece.Like)
	})
}

// A Located command is carried out at one site of the map.
type Located interface {
	Where() string // the name of the site; "" if it is none
}

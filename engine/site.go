package engine

// A Site is a place of a board that is drawn as a map. What lies there may have
// parts, such as the planets of a solar system.
type Site struct {
	Name   string   // as Located commands say it
	Title  Text     // the site and all that lies there, for lists and for people who do not see the map
	X, Y   float32  // the middle, from 0 (left, top) to 1
	Size   float32  // across, as a share of the map's width
	Color  string   // a word such as "grey", the same for sites that belong together
	Taken  bool     // something lies there
	Region string   // the Region that it is part of; "" if none
	Sign   Text     // on it while nothing lies there, such as "P2"; may be none
	Yield  []Amount // what it brings; none while nothing lies there
	Piece  Piece    // what stands on the site itself
	Parts  []Part
}

// A Part of a site, on which pieces stand.
type Part struct {
	Kind   Term
	Color  string // a word, as of pieces
	Pieces []Piece
}

// A Located command is carried out at one site of the map.
type Located interface {
	Where() string // the name of the site; "" if it is none
}

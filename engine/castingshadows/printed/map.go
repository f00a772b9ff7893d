package printed

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A Place is where a tile lies: in the middle, in one of the six places around it, or in one of the
// twelve around those, which a box with more tiles may use; the zero Place is none.
type Place uint8

// The places; each ring goes clockwise. Hexes have a corner at the top.
const (
	Middle Place = iota + 1
	Left
	UpperLeft
	UpperRight
	Right
	LowerRight
	LowerLeft
	FarLeft
	OuterUpperLeft
	FarUpperLeft
	Top
	FarUpperRight
	OuterUpperRight
	FarRight
	OuterLowerRight
	FarLowerRight
	Bottom
	FarLowerLeft
	OuterLowerLeft

	places = OuterLowerLeft + 1
)

var placeWords = []string{"", "middle", "left", "upper-left", "upper-right", "right", "lower-right", "lower-left",
	"far-left", "outer-upper-left", "far-upper-left", "top", "far-upper-right", "outer-upper-right",
	"far-right", "outer-lower-right", "far-lower-right", "bottom", "far-lower-left", "outer-lower-left"}

// hexes are the coordinates of the places: steps to the right, and steps to the lower right.
var hexes = [places][2]int{
	Middle: {0, 0}, Left: {-1, 0}, UpperLeft: {0, -1}, UpperRight: {1, -1}, Right: {1, 0}, LowerRight: {0, 1}, LowerLeft: {-1, 1},
	FarLeft: {-2, 0}, OuterUpperLeft: {-1, -1}, FarUpperLeft: {0, -2}, Top: {1, -2}, FarUpperRight: {2, -2}, OuterUpperRight: {2, -1},
	FarRight: {2, 0}, OuterLowerRight: {1, 1}, FarLowerRight: {0, 2}, Bottom: {-1, 2}, FarLowerLeft: {-2, 2}, OuterLowerLeft: {-2, 1},
}

// Hex returns the coordinates of the place: steps to the right, and steps to the lower right.
func (p Place) Hex() (right, down int) { return hexes[p][0], hexes[p][1] }

// IsCorner reports whether homes lie here in the base game.
func (p Place) IsCorner() bool {
	return p == UpperLeft || p == UpperRight || p == LowerRight || p == LowerLeft
}

// String returns the place's word, "" for none.
func (p Place) String() string { return notation.Word(placeWords, p) }

// MarshalText writes the place's word.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a place's word; "" is none.
func (p *Place) UnmarshalText(b []byte) error { return notation.ReadWord(p, b, placeWords, 0) }

// Term returns the place's word for screens.
func (p Place) Term() engine.Term { return engine.Term(p.String()) }

// Distance returns the number of steps between two places.
func Distance(a, b Place) uint8 { return distances[a][b] }

var distances = func() (all [places][places]uint8) {
	for a, from := range hexes {
		for b, to := range hexes {
			right, down := to[0]-from[0], to[1]-from[1]
			all[a][b] = uint8(max(right, -right, down, -down, right+down, -right-down))
		}
	}
	return all
}()

// FixedTile returns the tile that lies in a place in every game, 0 if there is none.
func FixedTile(p Place) Name {
	switch p {
	case Middle:
		return AncientRune
	case Left:
		return DustyDesert
	case Right:
		return UndergroundVolcano
	}
	return 0
}

// Sells reports whether a card of the main deck lies beside the tile.
func (n Name) Sells() bool { return n > DustyDesert && n <= LastTile }

// A Reach is how far an effect reaches from one's own tile; the zero Reach is what the list of
// cards says, or none.
type Reach uint8

// The reaches (rulebook, attack spells).
const (
	Here        Reach = iota + 1 // one's own tile
	HereAndNext                  // one's own tile and those beside it
	Next                         // those beside it, not one's own
	UpToTwo                      // up to two steps, including one's own tile
	NextAndTwo                   // up to two steps, not one's own tile
	Anywhere
)

var reachWords = []string{"", "0", "0-1", "1", "0-2", "1-2", "any"}

// String returns the reach in steps, such as "0-1".
func (r Reach) String() string { return notation.Word(reachWords, r) }

// MarshalText writes the reach.
func (r Reach) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a reach; "" is none.
func (r *Reach) UnmarshalText(b []byte) error { return notation.ReadWord(r, b, reachWords, 0) }

// Steps returns the least and the most steps of the reach.
func (r Reach) Steps() (least, most uint8) {
	switch r {
	case HereAndNext:
		return 0, 1
	case Next:
		return 1, 1
	case UpToTwo, Anywhere:
		return 0, 2
	case NextAndTwo:
		return 1, 2
	}
	return 0, 0
}

// Covers reports whether something that many steps away is within reach.
func (r Reach) Covers(steps uint8) bool {
	least, most := r.Steps()
	return least <= steps && steps <= most
}

package printed

import "arbiter/engine"

// A Place is where a tile lies: in the middle or in one of the six places around it; the zero Place
// is none.
type Place uint8

// The places; those around the middle go clockwise. Hexes have a corner at the top.
const (
	Middle Place = iota + 1
	Left
	UpperLeft
	UpperRight
	Right
	LowerRight
	LowerLeft

	places = LowerLeft + 1
)

var placeWords = []string{"", "middle", "left", "upper-left", "upper-right", "right", "lower-right", "lower-left"}

// String returns the place's word, "" for none.
func (p Place) String() string { return wordAt(placeWords, uint8(p)) }

// MarshalText writes the place's word.
func (p Place) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a place's word; "" is none.
func (p *Place) UnmarshalText(b []byte) error { return read(p, b, placeWords) }

// Term returns the place's word for screens.
func (p Place) Term() engine.Term { return engine.Term(p.String()) }

// Distance returns the number of steps between two places. Every place is next to the middle, so it
// is never more than 2, whichever tiles are laid out.
func Distance(a, b Place) uint8 {
	around := (int(a) - int(b) + 6) % 6
	switch {
	case a == b:
		return 0
	case a == Middle || b == Middle || around == 1 || around == 5:
		return 1
	}
	return 2
}

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
func (n Name) Sells() bool { return n.Kind() == Tile && n != AncientRune && n != DustyDesert }

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
func (r Reach) String() string { return wordAt(reachWords, uint8(r)) }

// MarshalText writes the reach.
func (r Reach) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a reach; "" is none.
func (r *Reach) UnmarshalText(b []byte) error { return read(r, b, reachWords) }

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

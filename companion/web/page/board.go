package page

// A Board is the largest thing of a running game: its map, or its ring, or else the
// race; and how it ended, when it is over.
type Board struct {
	End  *End
	Map  *Map
	Ring *Ring
	Race *Seats
}

// NewBoard shows what the game has.
func NewBoard(c Context) Board {
	if end := NewEnd(c); end != nil {
		return Board{End: end}
	}
	b := Board{Map: NewMap(c)}
	if b.Map == nil {
		b.Ring = NewRing(c)
	}
	if b.Map == nil && b.Ring == nil {
		race := NewSeats(c)
		b.Race = &race
	}
	return b
}

package page

// A Board is the largest thing of a running game: its map, or its ring, or else the
// race.
type Board struct {
	Map  *Map
	Ring *Ring
	Race *Seats
}

// NewBoard shows what the game has.
func NewBoard(c Context) Board {
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

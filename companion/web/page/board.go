package page

// A Board is the largest thing of a running game: its map, or its ring, or else the
// race; a seat that comes to the next level; and how it ended, when it is over.
type Board struct {
	Rise *Rise
	End  *End
	Over *Over
	Map  *Map
	Ring *Ring
	Race *Seats
}

// NewBoard shows what the game has.
func NewBoard(c Context) Board {
	over := NewOver(c)
	if end := NewEnd(c); end != nil {
		return Board{End: end, Over: over}
	}
	b := Board{Rise: ownRise(c), Over: over, Map: NewMap(c)}
	if b.Map == nil {
		b.Ring = NewRing(c)
	}
	if b.Map == nil && b.Ring == nil {
		race := NewSeats(c)
		b.Race = &race
	}
	return b
}

// An Over is where people go from the end of a game.
type Over struct {
	Kept  string // the game among past games; "" if none are kept
	Again string // the game, if the same seats may play it again; else ""
}

// NewOver tells where to go on; nil while the game runs.
func NewOver(c Context) *Over {
	if !c.Snap.View.Over {
		return nil
	}
	return &Over{Kept: c.Room.Kept, Again: c.Room.Again}
}

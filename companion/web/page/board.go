package page

// A Board is the largest part of a running game: its map, its ring, or else the race; a seat that
// reaches the next level; and, when the game is over, how it ended.
type Board struct {
	Rise *Rise
	End  *End
	Over *Over
	Map  *Map
	Ring *Ring
	Race *Seats
}

// NewBoard returns what the game has of these.
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
	Kept   string // id of the game among past games; "" if none are kept
	Shares bool   // there is a picture of the result
	Again  string // the game, if the same seats may play again; else ""
}

// NewOver returns where to go on; nil while the game runs.
func NewOver(c Context) *Over {
	if !c.Snap.View.Over {
		return nil
	}
	return &Over{Kept: c.Room.Kept, Shares: c.Room.Kept != "" && c.Game.Review.Scoreboard != nil, Again: c.Room.Again}
}

package page

// Play are the parts of the page of a seat.
func Play(c Context) []Part {
	c.cards = map[lying]Card{}
	moves := NewMoves(c)
	board := NewBoard(c)
	seats := NewSeats(c)
	if board.Race != nil {
		seats = Seats{} // the race says it all
	}
	parts := []Part{
		{"seats", seats}, {"where", NewWhere(c)}, {"board", board}, {"ask", NewPrompt(c, moves)},
		{"offers", NewOffers(c, moves)}, {"dock", NewDock(c, moves)}, {"purse", NewPurse(c)}, {"moves", moves}, {"piles", NewCards(c)}, {"told", NewTold(c)},
	}
	if c.Guided {
		parts = append(parts, Part{"guide", NewGuide(c)})
	}
	return parts
}

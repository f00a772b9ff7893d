package page

// A Part is a part of a page that changes while people look at it: the page has it in
// the element part-NAME, and the template NAME draws its data.
type Part struct {
	Name string
	Data any
}

// Play are the parts of the page of a seat.
func Play(c Context) []Part {
	c = c.Keeping()
	moves := NewMoves(c)
	board := NewBoard(c)
	seats := NewSeats(c)
	if board.Race != nil {
		seats = Seats{} // the race says it all
	}
	ask := NewPrompt(c, moves)
	if board.End != nil {
		ask.Then, board.End.Result = board.End.Result, "" // below the names of who has won
	}
	parts := []Part{
		{"seats", seats}, {"where", NewWhere(c)}, {"board", board}, {"ask", ask},
		{"offers", NewOffers(c, moves)}, {"dock", NewDock(c, moves)}, {"purse", NewPurse(c)}, {"moves", moves}, {"piles", NewCards(c)}, {"told", NewTold(c)},
	}
	if c.Guided {
		parts = append(parts, Part{"guide", NewGuide(c)})
	}
	return parts
}

package page

import "arbiter/engine"

// Play are the parts of the page of a seat.
func Play(c Context) []Part {
	c.cards, c.seats = map[lying]Card{}, map[engine.Seat]Seat{}
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

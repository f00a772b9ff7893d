package content

import (
	"arbiter/engine"
)

// An Opening is a secret, as a line of words, with the draws that were worked out
// again by it.
type Opening struct {
	Secret string
	Draws  int         // those that follow from the secret
	Told   int         // what people told of cards of their own
	Differ int         // what Arbiter drew otherwise
	Lost   engine.Text // why there is no secret although the game was sealed
}

// A Sealed game is its seal on a page.
type Sealed struct {
	Short, Hash string
	Words       []Said
	Opening
	Verdict string // "" while the game goes on
}

// A Said is the word that a seat has added to the chance of the game.
type Said struct{ Who, Word string }

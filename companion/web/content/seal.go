package content

import (
	"arbiter/engine"
)

// An Opening is the secret of a seal, as a line of words, with how the draws compare to it.
type Opening struct {
	Secret string
	Draws  int         // those that follow from the secret
	Told   int         // what people told of their own cards
	Differ int         // draws of Arbiter that do not follow from it
	Lost   engine.Text // why there is no secret although the game was sealed
}

// A Sealed is the seal of a game on a page.
type Sealed struct {
	Short, Hash string
	Words       []Said
	Opening
	Verdict string // "" while the game goes on
}

// A Said is a word that a seat has added to the game's chance.
type Said struct{ Who, Word string }

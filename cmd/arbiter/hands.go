package main

// What the hands of a demo do with cards: a move is what lies on which reader
// before the table plays a command by itself.
type move struct {
	reader string
	card   []string
	lift   bool // take the card off instead of laying it
	shown  bool // only shown: taken off again afterward
}

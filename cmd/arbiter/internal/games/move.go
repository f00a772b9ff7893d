package games

// A CardMove is what the hands of a demo do with cards on one reader before the table plays a
// command by itself.
type CardMove struct {
	Reader string
	Card   []string
	Lift   bool // take the card off instead of laying it
	Shown  bool // taken off again afterwards
}

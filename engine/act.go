package engine

// An Act is a kind of move, such as to travel. Screens show all acts of a game while a seat may
// do one of them, and why the others cannot be done.
type Act struct {
	Icon  string   // a word; screens have a drawing of it
	Title Text     // what it is called
	Verbs []string // with which its commands begin after the seat
	None  Text     // why it cannot be done where no wish of the seat is refused
}

package engine

// An Act is a kind of move, such as traveling. Screens show all acts of a game while a seat may do
// one of them, and say why the others are not possible.
type Act struct {
	Icon  string   // a word that screens have a drawing for
	Title Text     // what it is called
	Verbs []string // the verbs of its commands, which follow the seat
	None  Text     // why it is not possible, if no refusal of a wish says so
}

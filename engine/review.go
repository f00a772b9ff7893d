package engine

// A Review is what a game tells people who look back at it. Each part may be
// missing; the zero Review tells nothing.
type Review struct {
	// Round numbers the round or the turn that a state is in, from 1; 0 before
	// the first. It never falls while a game is played.
	Round func(State) int

	// Lasted says how far a game went that is over, such as "9 rounds"; nil says nothing.
	Lasted func(rounds int) Text

	// Charts shows the course of a game: its start, and what has happened since,
	// as far as whoever looks may know it. What was taken back is not among it.
	Charts func(start State, events []Event) []Chart

	// Scoreboard tells where the score came from, from what Charts is given; nothing
	// while the game is not over.
	Scoreboard func(start State, events []Event) Scoreboard

	// Ranks places the seats of a game that is over; nil if nobody has won.
	Ranks func(end State) []Rank

	// Kinds are the kinds of traits that Traits tells, in the order of screens.
	Kinds []Kind

	// Traits lists what seats had in a game, for statistics over many games.
	Traits func(end State) []Trait
}

// A Rank is the place of a seat at the end: 1 is the best, and seats may share
// it.
type Rank struct {
	Seat  Seat
	Place int
	Team  Term // whom the seat wins or loses with; "" if everybody plays alone
}

// A Kind is a kind of trait. Name is one word that never changes: it is kept.
type Kind struct {
	Name  string
	Title Text
}

// A Trait is what a seat had in a game, such as its leader. A seat may have
// several of a kind.
type Trait struct {
	Seat  Seat
	Kind  string
	Value Term
}

// A Chart is one picture of the course of a game, as numbers. Who draws it needs
// no rules.
type Chart struct {
	Name   string // one word
	Title  Text
	Kind   ChartKind
	Across Text   // what a step is, such as a round
	Steps  []Text // from left to right
	Series []Series
}

// A ChartKind is how a Chart is drawn.
type ChartKind uint8

// The kinds. Of Places, the least number is the best and stands at the top. Bars
// stand on each other, one bar for each step.
const (
	Lines ChartKind = iota
	Places
	Bars
)

// A Series is a number for each step of its Chart.
type Series struct {
	Title Text
	Seat  Seat  // whose it is; "" if it is nobody's
	At    []int // parallel to Steps
	Aim   bool  // what another series has to reach
	Roman bool  // written 0, I, II, III
	Marks []Mark
}

// A Mark is something that happened at a step of a series.
type Mark struct {
	Step int // from 0
	Text Text
}

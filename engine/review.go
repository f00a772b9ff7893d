package engine

// A Review is what a game tells people who look back at it. Each part may be
// missing; the zero Review tells nothing.
type Review struct {
	// Round numbers the round or the turn that a state is in, from 1; 0 before
	// the first. It never falls while a game is played.
	Round func(State) int

	// Lasted says how long a finished game was, such as "9 rounds"; nil if it says nothing.
	Lasted func(rounds int) Text

	// Charts shows the course of a game: its start and the events since, as far as the reader may
	// know them and without those that were undone.
	Charts func(start State, events []Event) []Chart

	// Scoreboard shows where the score came from. It is given what Charts is given; zero until the
	// game is over.
	Scoreboard func(start State, events []Event) Scoreboard

	// Ranks orders the seats of a finished game; nil if nobody has won.
	Ranks func(end State) []Rank

	// Kinds are the kinds of traits that Traits returns, in the order of screens.
	Kinds []Kind

	// Traits lists what seats had in a game, for statistics over many games.
	Traits func(end State) []Trait
}

// A Rank is the final place of a seat: 1 is the best, and seats may share a place.
type Rank struct {
	Seat  Seat
	Place int
	Team  Term // the team with which the seat wins or loses; "" if everybody plays alone
}

// A Kind is a kind of trait. Its Name is one word that never changes, because it is stored.
type Kind struct {
	Name  string
	Title Text
}

// A Trait is what a seat had in a game, such as its leader. A seat may have several of one kind.
type Trait struct {
	Seat  Seat
	Kind  string
	Value Term
}

// A Chart is one picture of the course of a game, as numbers. Drawing it needs no knowledge of the
// rules.
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

// The kinds of charts. In Places, the lowest number is the best and is drawn at the top. Bars are
// stacked, one bar for each step.
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

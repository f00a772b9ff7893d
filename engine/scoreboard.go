package engine

// A Scoreboard is the end of a game as a table that shows where each seat's score came from.
type Scoreboard struct {
	Result  Text // how the game was won; may be empty
	Rule    Text // what decides the game; may be empty
	Columns []ScoreColumn
	Rows    []ScoreRow // best first
	Turning Mark       // when the winner took the lead for good: its Step is a round, and its text says so; without a text if there is no such moment
}

// A ScoreColumn is one number for each seat.
type ScoreColumn struct {
	Of    string // a word for its symbol, such as "energy"; the name of a track if it is one
	Title Text
	Roman bool // written 0, I, II, III
	Adds  bool // it is added to the sum
	Sum   bool // it is the sum of the columns that add up
}

// A ScoreRow holds the numbers of one seat.
type ScoreRow struct {
	Seat  Seat
	Place int   // as in Rank; 0 if nobody has won
	At    []int // parallel to Columns
}

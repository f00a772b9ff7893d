package engine

// A Scoreboard is the end of a game as a table: where the score of each seat came from.
type Scoreboard struct {
	Result  Text // how the game was won; may be none
	Rule    Text // what decides; may be none
	Columns []ScoreColumn
	Rows    []ScoreRow // best first
	Turning Mark       // when the winner took the lead for good: its Step is a round, and its text says so; none if there is no text
}

// A ScoreColumn is one number of all seats.
type ScoreColumn struct {
	Of    string // a word for its symbol, such as "energy"; the name of a track if it is one
	Title Text
	Roman bool // written 0, I, II, III
	Adds  bool // added up to the column that is the sum
	Sum   bool // the sum of those
}

// A ScoreRow is the numbers of a seat.
type ScoreRow struct {
	Seat  Seat
	Place int   // as in Rank; 0 if nobody has won
	At    []int // parallel to Columns
}

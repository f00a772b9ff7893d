package page

// A Coach says how good the decisions of a game were.
type Coach struct {
	Ready    bool
	Again    string // address where it may stand by now, if it is not ready
	Chances  Drawn
	Accuracy []Accuracy
	Turns    []Turn // in the order of the game; none if nothing cost much
}

// An Accuracy is how well a seat decided, from 0 to 100.
type Accuracy struct {
	Seat    Seat
	Percent int
}

// A Turn is a decision that cost much.
type Turn struct {
	Seat   Seat
	Round  int
	Done   string // what the seat did
	Better string // what would have been better
	Loss   string // how many points of a hundred it cost
	Href   string // of the step before it
}

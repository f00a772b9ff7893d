package pastpage

import "arbiter/companion/web/page"

// A Coach shows how good the decisions of a game were.
type Coach struct {
	Ready    bool
	Again    string // address to reload while not everything is judged; "" when it is
	Chances  Drawn
	Accuracy []Accuracy
	Turns    []Turn // in the order of the game; empty if no decision cost much
	Draws    []Draw // in the order of the game; empty if chance decided little
}

// An Accuracy is how well a seat decided, from 0 to 100.
type Accuracy struct {
	Seat    page.Seat
	Percent int
}

// A Turn is a decision that cost much.
type Turn struct {
	Seat   page.Seat
	Round  int
	Done   string   // what the seat did
	Better string   // what would have been better
	Why    []string // what that would have brought, as the table tells it
	Could  string   // its chance to win with that, of 100
	Did    string   // its chance with what it did
	Href   string   // address of the step before it
}

// A Draw is a result of chance that decided much.
type Draw struct {
	Seat  page.Seat // whose chance changed most
	Round int
	Done  string
	Good  bool   // for the seat
	By    string // by how many of 100 its chance to win changed
	Href  string // address of the step before it
}

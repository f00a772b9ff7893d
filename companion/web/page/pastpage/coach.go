package pastpage

import "arbiter/companion/web/page"

// A Coach says how good the decisions of a game were.
type Coach struct {
	Ready    bool
	Again    string // address where it, or the rest of it, may stand by now; "" if all is there
	Chances  Drawn
	Accuracy []Accuracy
	Turns    []Turn // in the order of the game; none if nothing cost much
	Draws    []Draw // in the order of the game; none if chance decided little
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
	Why    []string // what that would have brought, as the table told the seat
	Loss   string   // how many points of a hundred it cost
	Href   string   // of the step before it
}

// A Draw is something that chance brought, and that decided much.
type Draw struct {
	Seat  page.Seat // whose chance it changed most
	Round int
	Done  string
	Good  bool   // for the seat
	By    string // by how many points of a hundred
	Href  string // of the step before it
}

package engine

// An Account shows how one of a seat's numbers came about: its postings add up to it.
type Account struct {
	Name     string // the name of a Track, or one word for a number shown elsewhere
	Title    Text
	Roman    bool // written 0, I, II, III
	Postings []Posting
}

// A Posting is one addend of an Account; postings are in the order in which they happened.
type Posting struct {
	N      int
	What   Text   // what it came from
	When   Text   // such as a round; may be empty
	Reason Reason // the sum behind N and the rule; may be the zero Reason
}

// Total returns the sum of the postings.
func (a *Account) Total() int {
	sum := 0
	for _, p := range a.Postings {
		sum += p.N
	}
	return sum
}

// Add appends a posting. If the total is zero before it, the earlier postings are dropped.
func (a *Account) Add(p Posting) {
	if a.Total() == 0 {
		a.Postings = nil
	}
	a.Postings = append(a.Postings, p)
}

// Set replaces all postings with p.
func (a *Account) Set(p Posting) { a.Postings = []Posting{p} }

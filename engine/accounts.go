package engine

// An Account tells how a number of a seat came about: its postings add up to it.
type Account struct {
	Name     string // that of a Track, or one word for a number that stands elsewhere
	Title    Text
	Roman    bool // written 0, I, II, III
	Postings []Posting
}

// A Posting is one number that was added, in the order in which that happened.
type Posting struct {
	N      int
	What   Text   // what it came from
	When   Text   // such as a round; may be none
	Reason Reason // the sum within it and the rule; may be the zero Reason
}

// Total adds the postings up.
func (a *Account) Total() int {
	sum := 0
	for _, p := range a.Postings {
		sum += p.N
	}
	return sum
}

// Add adds a posting. What had come to nothing before it is left out.
func (a *Account) Add(p Posting) {
	if a.Total() == 0 {
		a.Postings = nil
	}
	a.Postings = append(a.Postings, p)
}

// Set leaves p in place of all that was there.
func (a *Account) Set(p Posting) { a.Postings = []Posting{p} }

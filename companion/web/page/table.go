package page

// A Part is a part of a page that changes while people look at it: the page has it in
// the element part-NAME, and the template NAME draws its data.
type Part struct {
	Name string
	Data any
}

// Table are the parts of the page of everybody: a picture on a television that nobody
// touches, and a small page on the phone of who watches.
func Table(c Context) []Part {
	c.cards = map[lying]Card{}
	middle, lanes := NewMiddle(c), NewLanes(c)
	if middle.End != nil {
		lanes = Lanes{} // the table of the score has the seats
	}
	return []Part{{"headline", NewHeadline(c)}, {"calls", NewCalls(c)}, {"middle", middle}, {"lanes", lanes}}
}

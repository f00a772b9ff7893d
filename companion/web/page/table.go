package page

// Table are the parts of the page of everybody: a picture on a television that nobody
// touches, and a small page on the phone of who watches.
func Table(c Context) []Part {
	middle, lanes := NewMiddle(c), NewLanes(c)
	if middle.End != nil {
		lanes = Lanes{} // the table of the score has the seats
	}
	return []Part{{"headline", NewHeadline(c)}, {"calls", NewCalls(c)}, {"middle", middle}, {"lanes", lanes}}
}

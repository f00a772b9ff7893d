package page

// A Part is a part of a page that changes while people look at it: the page has it in
// the element part-NAME, and the template NAME draws its data.
type Part struct {
	Name string
	Data any
}

package engine

// A Priced event may be what somebody pays for another one of the same command: what is
// told in one sentence is then the other.
type Priced interface {
	Price() bool
}

// IsPrice reports whether an event is that.
func IsPrice(e Event) bool {
	p, ok := e.(Priced)
	return ok && p.Price()
}

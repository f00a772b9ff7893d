package engine

// Pays is for a command that tells how something is paid for. Legal lists the sensible
// ways to pay, a few of them; Decide accepts every one that settles the price.
type Pays interface {
	Command
	Unpaid() Command // what it does, as all ways to pay for it have in common; a plain value
}

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

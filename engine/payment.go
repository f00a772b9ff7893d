package engine

// Pays is implemented by a command that says how something is paid for. Legal lists a few sensible
// ways to pay; Decide accepts every way that settles the price.
type Pays interface {
	Command
	Unpaid() Command // what it does, without the payment; a plain value that is equal for all ways to pay
}

// A Priced event may be the payment for another event of the same command. Where only one of them
// is told in a sentence, it is the other one.
type Priced interface {
	Price() bool
}

// IsPrice reports whether an event is the payment for another one.
func IsPrice(e Event) bool {
	p, ok := e.(Priced)
	return ok && p.Price()
}

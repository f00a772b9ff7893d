package session

import (
	"slices"
	"strings"

	"arbiter/engine"
)

// Pages of a seat other than its usual one: the public page, which people far away may see, too,
// and the page that explains the game to somebody who plays it for the first time.
const (
	PageTable = "table"
	PageGuide = "guide"
)

// A Viewer is who looks at a page. Equal viewers see the same.
type Viewer struct {
	Lang string
	Seat engine.Seat // whose page it is; "" is the public page
	Page string      // PageTable or PageGuide; "" is the usual page of its seat
	Rights
}

// Rights are what a browser may do besides looking.
type Rights struct {
	Inside bool   // may take a seat
	Host   bool   // started the game
	Owner  bool   // of the device
	Held   string // the seats that it holds, separated by blanks
}

// Holds reports whether the viewer holds a seat.
func (r Rights) Holds(seat engine.Seat) bool {
	return slices.Contains(strings.Fields(r.Held), string(seat))
}

// Lost reports whether a browser that was let in is out again, or one that held anything holds
// nothing now.
func (r Rights) Lost(before Rights) bool {
	more := func(r Rights) bool { return r.Host || r.Owner || r.Held != "" }
	return before.Inside && !r.Inside || more(before) && !more(r)
}

// Live returns the viewer reduced to what the changing parts of its page depend on: for a seat's
// page these are the seat, and whether the viewer is the host.
func (v Viewer) Live() Viewer {
	if v.Seat != Host {
		v.Rights = Rights{Host: v.Host}
	}
	return v
}

// Watches reports whether the page shows the game, rather than who takes which seat.
func (v Viewer) Watches() bool { return v.Seat != Host || v.Page == PageTable }

package session

import (
	"slices"
	"strings"

	"arbiter/engine"
)

// Pages that show other parts than those of their seat: the one that everybody may look
// at, also from afar, and the one that explains the game to who plays it for the first
// time.
const (
	PageTable = "table"
	PageGuide = "guide"
)

// A Viewer is who looks at a page. Two who are equal see the same.
type Viewer struct {
	Lang string
	Seat engine.Seat // whose page it is; "" is the public page
	Page string      // pageTable or pageGuide; "" are the others of its seat
	Rights
}

// Rights are what a browser may do besides looking.
type Rights struct {
	Inside bool   // it may take a seat
	Host   bool   // it started the game
	Owner  bool   // of the device
	Held   string // the seats that it holds, with blanks between them
}

// Holds reports whether the viewer holds a seat.
func (r Rights) Holds(seat engine.Seat) bool {
	return slices.Contains(strings.Fields(r.Held), string(seat))
}

// Lost reports whether these rights are all gone that a browser had before.
func (r Rights) Lost(before Rights) bool {
	more := func(r Rights) bool { return r.Host || r.Owner || r.Held != "" }
	return before.Inside && !r.Inside || more(before) && !more(r)
}

// Live is the viewer as far as the changing parts of its page depend on it: on
// the page of a seat they depend on the seat, and on whether its viewer is the host.
func (v Viewer) Live() Viewer {
	if v.Seat != Host {
		v.Rights = Rights{Host: v.Host}
	}
	return v
}

// Watches reports whether the viewer looks at the game, not at who takes which seat.
func (v Viewer) Watches() bool { return v.Seat != Host || v.Page == PageTable }

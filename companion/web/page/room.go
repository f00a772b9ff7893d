package page

import (
	"html/template"

	"arbiter/engine"
)

// A Room is what a viewer may know of the people and the devices at the table.
type Room struct {
	Free     []engine.Seat // nobody has taken
	Invite   *Invite       // nil for who may not know how others come in
	Requests []Request     // for seats that others hold
	Notices  []engine.Text // about the cardboard, the readers or the log
	Sums     string        // the address where numbers tell how they came about, ends in ? or &; "" if none does
	Kept     string        // the game among past games; "" if none are kept
	Again    string        // the game, if the same seats may play it again; else ""
}

// An Invite is how others come in.
type Invite struct {
	QR   template.HTML
	At   string // the address to type; "" if it is not known
	Code string // in two groups; "" if none is needed
}

// A Request is somebody's wish for a seat that another phone holds.
type Request struct {
	Seat string // as forms say it
	What engine.Text
	Left engine.Text // how long its holder has
	Mine bool        // the viewer may answer

	Seconds int // that are left
}

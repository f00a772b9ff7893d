package page

import (
	"html/template"

	"arbiter/engine"
)

// A Room is what a viewer may know of the people and the devices at the table.
type Room struct {
	Seats    []RoomSeat
	Invite   *Invite       // nil for who may not know how others come in
	Requests []Request     // for seats that others hold
	Notices  []engine.Text // about the cardboard, the readers or the log
	Sums     string        // the address where numbers tell how they came about, ends in ? or &; "" if none does
	Kept     string        // the game among past games; "" if none are kept
}

// A RoomSeat is a seat that people may take.
type RoomSeat struct {
	Seat  engine.Seat
	Taken bool
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
	Left engine.Text // how long its holder has; none while the holder is asked
	Mine bool        // the viewer may answer
}

// free reports whether nobody has taken a seat that people may take.
func (r Room) free(seat engine.Seat) bool {
	for _, c := range r.Seats {
		if c.Seat == seat {
			return !c.Taken
		}
	}
	return false
}

// waits reports whether a seat is free.
func (r Room) waits() bool {
	for _, c := range r.Seats {
		if !c.Taken {
			return true
		}
	}
	return false
}

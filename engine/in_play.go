package engine

// An InPlay is a card that is being carried out, step by step.
type InPlay struct {
	Seat  Seat // whose it is; "" if no card is being carried out
	Card  Term
	Zone  string       // of the seat, in which the card lies; "" if it lies in none
	Steps []InPlayStep // parallel to those of its Face
}

// An InPlayStep is one step of a card in play.
type InPlayStep struct {
	Text     Text // what it says
	Progress Progress
	Option   int  // which option of its Face was taken or is being carried out, from 0; -1 if none yet
	Why      Text // why that option; may be empty
}

// Progress is how far a step has come.
type Progress uint8

// The stages of a step.
const (
	Waiting Progress = iota
	Current
	Finished
	LeftOut // nothing of it was possible
)

// An Omission is an event that leaves out what a card asks for, because nothing of it is possible.
type Omission interface{ Omission() }

// A Minor event may be too small for a headline: what comes next says more, or screens show it
// anyway, such as whose turn it is. The log tells it like any other.
type Minor interface{ Minor() bool }

// IsMinor reports whether an event is too small for a headline.
func IsMinor(e Event) bool {
	m, ok := e.(Minor)
	return ok && m.Minor()
}

// A Blow is an event by which a thing of one seat, perhaps its own, harms a seat.
type Blow interface{ Attacker() Seat }

// AttackerIn returns whose thing harms a seat by an event; "" if none does.
func AttackerIn(e Event) Seat {
	if b, ok := e.(Blow); ok {
		return b.Attacker()
	}
	return ""
}

// A Brief event is told in fewer words by a headline, which leaves out what goes without saying.
type Brief interface{ Brief() Text }

// BriefOf returns an event as a headline tells it; zero if that is no different.
func BriefOf(e Event) Text {
	if b, ok := e.(Brief); ok {
		return b.Brief()
	}
	return Text{}
}

// A Rise is a seat that has reached the next level and chooses what that brings it.
type Rise struct {
	Seat   Seat // "" if nobody rises
	Level  int
	Before int      // the progress track when the goal was reached
	Costs  int      // what was handed over: the goal; 0 if that was done earlier
	Left   int      // the progress track now
	Others []Bounty // what the others will get
}

// A Climb is an event by which a seat reaches a level.
type Climb interface {
	Climbs() (level int)
}

// A Bounty is what a seat gets.
type Bounty struct {
	Seat Seat
	Gets []Amount
}

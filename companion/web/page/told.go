package page

import (
	"arbiter/companion"
	"arbiter/engine"
)

// A Told is the last thing that happened, in a sentence, as in the title of a replay's step. The
// zero Told means that nothing has happened.
type Told struct {
	Step int // number of the log entry
	Who  Seat
	Text string
	Why  string // its sum, "6 + 3 = 9"; may be ""
}

// NewTold tells the last line of the log that the viewer knows.
func NewTold(c Context) Told {
	n := len(c.Snap.Log)
	if n == 0 {
		return Told{}
	}
	return c.tell(c.Snap.Log[n-1])
}

// NewLately tells the last three lines of the log that the viewer knows, the oldest first. Pages
// with enough room show them below the seats.
func NewLately(c Context) (all []Told) {
	for _, l := range c.Snap.Log[max(0, len(c.Snap.Log)-3):] {
		if t := c.tell(l); t.Text != "" {
			all = append(all, t)
		}
	}
	return all
}

func (c Context) tell(l companion.LogLine) Told {
	t := Told{Step: l.Seq, Who: c.Badge(l.By), Text: c.sentence(l), Why: c.sum(l)}
	if main := mainEvent(l); main >= 0 && l.Undoes == 0 {
		t.Who = c.Badge(actor(l, main))
		if len(l.Events[main].Reason.Compares) > 1 {
			t.Why = c.consequence(l, main)
		}
	}
	return t
}

// sentence returns the sentence for a line of the log: its main event, or else its command.
func (c Context) sentence(l companion.LogLine) string {
	switch {
	case l.Undoes != 0:
		return c.Say(engine.Say("%s takes a step back", l.By))
	case len(l.Events) > 0:
		return c.Say(l.Events[mainEvent(l)].Text)
	case !l.Command.IsZero():
		return c.Say(engine.Say("%s: %s", l.By, l.Command))
	}
	return ""
}

// sum says how the first number of a line came about.
func (c Context) sum(l companion.LogLine) string {
	for _, e := range l.Events {
		if text := Sum(e.Reason.Addends); text != "" {
			return text
		}
	}
	return ""
}

package page

import (
	"slices"
	"strings"

	"arbiter/companion"
	"arbiter/engine"
)

// A Told is the last thing that happened, in a sentence, as in the title of a replay's step. The
// zero Told means that nothing has happened.
type Told struct {
	Step int // number of the log entry
	Part int // how many of its events were told by now
	Who  Seat
	By   string // the seat whose thing did it; that of Who if no seat was harmed
	Text string
	Why  string // its sum, "6 + 3 = 9"; may be ""

	Program *Program // nil unless nobody sits at the seat whose card is being carried out
}

// A Program is the card of a seat that nobody sits at, while it is carried out.
type Program struct {
	Card  Card
	Steps []ProgramStep
}

// A ProgramStep is an action of a Program.
type ProgramStep struct{ Text, Why, Is string } // Is is "now", "done", "out" if nothing of it was possible, or ""

// Program returns the card of a seat that is being carried out; nil if there is none, or if somebody
// sits there and knows it.
func (c Context) Program(seat engine.Seat) *Program {
	x := c.Snap.View.InPlay
	robot := slices.ContainsFunc(c.Snap.View.Seats, func(p engine.Place) bool { return p.Seat == seat && p.Robot })
	if x.Seat != seat || !robot {
		return nil
	}
	p := &Program{Card: c.Thing(x.Card)}
	is := map[engine.Progress]string{engine.Current: "now", engine.Finished: "done", engine.LeftOut: "out"}
	for _, s := range x.Steps {
		p.Steps = append(p.Steps, ProgramStep{c.Say(s.Text), c.Say(s.Why), is[s.Progress]})
	}
	return p
}

// NewTold tells what led to this moment: the last line of the log that the viewer knows, or a part
// of it.
func NewTold(c Context) Told {
	if c.Snap.Step.Seq != 0 && c.Snap.View.Over {
		var h Headline
		h.won(c)
		return Told{Step: c.Snap.Step.Seq, Part: c.part() + 1, Text: h.Sentence()}
	}
	if c.Snap.Step.Seq != 0 {
		t := c.tell(c.Snap.Step)
		t.Part, t.Program = c.part(), c.Program(c.Snap.View.InPlay.Seat)
		return t
	}
	n := len(c.Snap.Log)
	if n == 0 {
		return Told{}
	}
	return c.tell(c.Snap.Log[n-1])
}

// mostLately is how many sentences pages with enough room show below the seats.
const mostLately = 3

// NewLately tells the last lines of the log that the viewer knows, the oldest first; lines with the
// same sentence, such as those of cards that are drawn, once.
func NewLately(c Context) (all []Told) {
	for _, l := range slices.Backward(c.Snap.Log) {
		t := c.tell(l)
		if t.Text == "" || len(all) > 0 && t.Text == all[len(all)-1].Text {
			continue
		}
		if all = append(all, t); len(all) == mostLately {
			break
		}
	}
	slices.Reverse(all)
	return all
}

func (c Context) tell(l companion.LogLine) Told {
	t := Told{Step: l.Seq, Part: len(l.Events), Who: c.Badge(l.By), Text: c.sentence(l), Why: c.sum(l)}
	if main := mainEvent(l); main >= 0 && l.Undoes == 0 {
		t.Who = c.Badge(actor(l, main))
		if len(l.Events[main].Reason.Compares) > 1 {
			t.Why = c.consequence(l, main)
		} else {
			t.Why = dotted(c.moves(l, main), t.Why)
		}
	}
	t.By = attacker(l, t.Who.Key)
	return t
}

// attacker returns the seat whose thing harms one by a line; who if none does.
func attacker(l companion.LogLine, who string) string {
	for _, e := range l.Events {
		if e.From != "" {
			return string(e.From)
		}
	}
	return who
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

// part returns how many events of the last line were told by now.
func (c Context) part() int { return len(c.Snap.Log[len(c.Snap.Log)-1].Events) }

// moves tells the events of a line, other than the main one, that move something; "" if there are
// none.
func (c Context) moves(l companion.LogLine, main int) string {
	var all []string
	for i, e := range l.Events {
		if i == main || !e.Moves {
			continue
		}
		told := Headline{Text: c.Say(e.Text)}
		if by := actor(l, main); strings.HasPrefix(c.Say(l.Events[main].Text), c.Badge(by).Name) {
			told.put(c, by, e.Text) // the name is said already
		}
		all = append(all, told.Text)
	}
	return dotted(all...)
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

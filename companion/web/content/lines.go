package content

import (
	"slices"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// A Line is an entry of the log as a page shows it.
type Line struct {
	Seq     int
	By      string
	Command string // "" if it is hidden, or the first event says who did what
	Events  []eventPart
	Undoes  int
	Undone  bool
}

// An eventPart is an event and, if the game gives one, its reason.
type eventPart struct {
	Text string
	Why  *reason
}

type reason struct {
	Sum      string // "6 + 3 + 3 = 12"
	Addends  []Addend
	Compares []Addend
	Rule     string
	Source   string
	Passage  string // address of the chapter that Source means; "" if there is none
}

// An Addend is a number of a sum, and what it is.
type Addend struct {
	Name string
	N    int
}

// Headline returns the line in one sentence.
func (l Line) Headline() string {
	switch {
	case l.Command != "":
		return l.By + ": " + l.Command
	case len(l.Events) > 0:
		return l.Events[0].Text
	}
	return ""
}

// Lines returns the log, newest first, at most most lines unless that is 0, and how many older ones
// there are.
func (sc *Content) Lines(log []companion.LogLine, most int) (lines []Line, older int) {
	for i := len(log) - 1; i >= 0; i-- {
		if most > 0 && len(lines) == most {
			return lines, i + 1
		}
		lines = append(lines, sc.LogLine(log[i]))
	}
	return lines, 0
}

func (sc *Content) LogLine(l companion.LogLine) Line {
	out := Line{Seq: l.Seq, By: sc.Player(l.By), Undoes: l.Undoes, Undone: l.Undone}
	if !l.Command.IsZero() && (len(l.Events) == 0 || !slices.Contains(l.Events[0].Text.Args, any(l.By))) {
		out.Command = sc.Say(l.Command)
	}
	for _, e := range l.Events {
		out.Events = append(out.Events, eventPart{sc.Say(e.Text), sc.reason(e.Reason)})
	}
	return out
}

func (sc *Content) reason(r engine.Reason) *reason {
	if len(r.Addends) == 0 && len(r.Compares) == 0 && r.Rule.IsZero() {
		return nil
	}
	out := &reason{Addends: sc.addends(r.Addends), Compares: sc.addends(r.Compares), Sum: page.Sum(r.Addends)}
	if !r.Rule.IsZero() {
		out.Rule = sc.Say(r.Rule)
	}
	if !r.Source.IsZero() {
		out.Source, out.Passage = sc.Say(r.Source), sc.passage(r.Source)
	}
	return out
}

// passage returns the address of the rules that a source means; "" if there are none.
func (sc *Content) passage(source engine.Text) string {
	if sc.Passage == nil || source.IsZero() {
		return ""
	}
	return sc.Passage(source)
}

func (sc *Content) addends(list []engine.Addend) []Addend {
	var all []Addend
	for _, a := range list {
		all = append(all, Addend{sc.Say(a.Name), a.N})
	}
	return all
}

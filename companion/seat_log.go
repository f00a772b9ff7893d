package companion

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// A seatLog is the log as a seat or a spectator may know it: lines and their reasons, made from
// what the session knows for that viewer.
type seatLog struct {
	knower engine.Knower
	rules  engine.Game
	lines  []LogLine // the newest ones
	older  []int     // the numbers of those before them
	shared bool      // snapshots share lines, so they must be copied before they are changed
	next   LogLine   // of the entry that was rehearsed last
}

// logOf returns what a seat or a spectator may know, from the start until now.
func (g *game) logOf(seat engine.Seat) *seatLog {
	o := &seatLog{knower: engine.Knower{Seat: seat, Covered: g.concealed[seat]}, rules: g.rules}
	for e, known := range g.session.Recall(o.knower) {
		o.add(e, known)
	}
	return o
}

// mostLines is how many lines are kept for each seat; up to half as many again pile up before they
// are cut. A game usually has some hundred lines; without a limit a very long one would fill the
// memory.
const mostLines = 1000

// append adds a line, and drops the oldest ones of a long game.
func (o *seatLog) append(l LogLine) {
	if len(o.lines) == mostLines+mostLines/2 {
		for _, old := range o.lines[:len(o.lines)-mostLines] {
			o.older = append(o.older, old.Seq)
		}
		o.lines, o.shared = slices.Clone(o.lines[len(o.lines)-mostLines:]), false
	}
	o.lines = append(o.lines, l)
}

// share returns the lines for a snapshot, which must not change them.
func (o *seatLog) share() []LogLine {
	o.shared = true
	return o.lines
}

// add adds the line of an entry; known is what the viewer knows after it.
func (o *seatLog) add(e engine.Entry, known *engine.Knowledge) {
	if e.Undoes != 0 {
		o.takeBack(e)
		return
	}
	if o.next.Seq == e.Seq {
		o.append(o.next)
		return
	}
	before, events := known.Last()
	if line, tells := o.tells(e, before, events); tells {
		o.append(line)
	}
}

// tells returns the line of an entry from the events that the viewer knows, or false if it has
// none.
func (o *seatLog) tells(e engine.Entry, before engine.State, events []engine.Event) (LogLine, bool) {
	whole := len(events) == len(e.Events) && !engine.Hidden(e, o.knower.Seat)
	if !whole && len(events) == 0 {
		return LogLine{}, false
	}
	return LineOf(o.rules, e, before, events, whole), true
}

// takeBack marks the line that e takes back. There is none if it was hidden.
func (o *seatLog) takeBack(e engine.Entry) {
	i, found := slices.BinarySearchFunc(o.lines, e.Undoes, func(l LogLine, seq int) int { return cmp.Compare(l.Seq, seq) })
	_, forgotten := slices.BinarySearch(o.older, e.Undoes)
	if !found && !forgotten {
		return
	}
	if found {
		if o.shared {
			o.lines, o.shared = slices.Clone(o.lines), false
		}
		o.lines[i].Undone = true
	}
	o.append(LogLine{Seq: e.Seq, By: e.By, Undoes: e.Undoes})
}

// LineOf returns the line of an entry as somebody may know it: from some of its events, or from all
// of them if whole. Each event is explained by the state that was known before it.
func LineOf(rules engine.Game, e engine.Entry, before engine.State, events []engine.Event, whole bool) LogLine {
	line, state := LogLine{Seq: e.Seq, By: e.By}, before
	for i, event := range events {
		if i > 0 {
			state = state.Apply(events[i-1])
		}
		told := EventLine{Text: rules.TellIn(state, event), Reason: state.Why(event), Price: engine.IsPrice(event), Minor: engine.IsMinor(event), Brief: engine.BriefOf(event), From: engine.AttackerIn(event)}
		if climb, ok := event.(engine.Climb); ok {
			told.Level = climb.Climbs()
		}
		_, told.Left = event.(engine.Omission)
		line.Events = append(line.Events, told)
	}
	if whole {
		line.Command = rules.TellIn(before, e.Command)
	}
	return line
}

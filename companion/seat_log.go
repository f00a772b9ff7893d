package companion

import (
	"cmp"
	"slices"

	"arbiter/engine"
)

// A seatLog is the log as a seat or a spectator may know it. Its
// states are folded from covered events, so that a reason is computed from
// what the viewer knew before the event.
type seatLog struct {
	seat      engine.Seat
	concealed int // up to which entry what the seat alone knew is covered
	tell      func(engine.State, any) engine.Text
	states    []engine.State // one after the start and each standing entry
	events    []engine.Event // of the standing entries
	ends      []int          // how many events there were at each state
	lines     []LogLine
	shared    bool // snapshots share events and lines, which are not changed in place then
}

// share returns what the viewer knows, not to be changed.
func (o *seatLog) share() (lines []LogLine, events []engine.Event) {
	o.shared = true
	return o.lines, o.events
}

func (o *seatLog) add(e engine.Entry) {
	if e.Undoes != 0 {
		o.takeBack(e)
		return
	}
	line := LogLine{Seq: e.Seq, By: e.By}
	state := o.states[len(o.states)-1]
	veiled := o.stays(e)
	hidden, before := engine.Hidden(e, o.seat), state
	for _, event := range e.Events {
		event = o.sees(event, veiled)
		if hidden = hidden || event == nil; event != nil {
			line.Events = append(line.Events, EventLine{o.tell(state, event), state.Why(event), engine.IsPrice(event)})
			state = state.Apply(event)
			o.events = append(o.events, event)
		}
	}
	o.states, o.ends = append(o.states, state), append(o.ends, len(o.events))
	if !hidden {
		line.Command = o.tell(before, e.Command)
	}
	if !hidden || len(line.Events) > 0 {
		o.lines = append(o.lines, line)
	}
}

// takeBack marks the line that e takes back. There is none if it was hidden.
func (o *seatLog) takeBack(e engine.Entry) {
	last := len(o.states) - 1
	o.states, o.ends = o.states[:last], o.ends[:last]
	o.events = o.events[:o.ends[last-1]]
	if o.shared {
		o.events, o.lines, o.shared = slices.Clone(o.events), slices.Clone(o.lines), false
	}
	i, found := slices.BinarySearchFunc(o.lines, e.Undoes, func(l LogLine, seq int) int { return cmp.Compare(l.Seq, seq) })
	if !found {
		return
	}
	o.lines[i].Undone = true
	o.lines = append(o.lines, LogLine{Seq: e.Seq, By: e.By, Undoes: e.Undoes})
}

package companion

import (
	"slices"

	"arbiter/engine"
)

// An onlooker is a seat or a spectator, with the log as it may know it. Its
// states are folded from covered events, so that a reason is computed from
// what the onlooker knew before the event.
type onlooker struct {
	seat   engine.Seat
	tell   func(any) engine.Text
	states []engine.State // one after the start and each standing entry
	events []engine.Event // of the standing entries; never changed in place: snapshots share it
	ends   []int          // how many events there were at each state
	lines  []LogLine      // never changed in place: snapshots share it
}

func (o *onlooker) add(e engine.Entry) {
	if e.Undoes != 0 {
		o.takeBack(e)
		return
	}
	line := LogLine{Seq: e.Seq, By: e.By}
	state := o.states[len(o.states)-1]
	for _, event := range e.Events {
		if event = engine.SeenBy(o.seat, event); event != nil {
			line.Events = append(line.Events, EventLine{o.tell(event), state.Why(event)})
			state = state.Apply(event)
			o.events = append(o.events, event)
		}
	}
	o.states, o.ends = append(o.states, state), append(o.ends, len(o.events))
	hidden := engine.Hidden(e, o.seat)
	if !hidden {
		line.Command = o.tell(e.Command)
	}
	if !hidden || len(line.Events) > 0 {
		o.lines = append(o.lines, line)
	}
}

// takeBack marks the line that e takes back. There is none if it was hidden.
func (o *onlooker) takeBack(e engine.Entry) {
	last := len(o.states) - 1
	o.states, o.ends = o.states[:last], o.ends[:last]
	o.events = slices.Clip(o.events[:o.ends[last-1]])
	i := slices.IndexFunc(o.lines, func(l LogLine) bool { return l.Seq == e.Undoes })
	if i < 0 {
		return
	}
	o.lines = slices.Clone(o.lines)
	o.lines[i].Undone = true
	o.lines = append(o.lines, LogLine{Seq: e.Seq, By: e.By, Undoes: e.Undoes})
}

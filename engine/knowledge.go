package engine

import (
	"iter"
	"slices"
)

// A Knower is somebody from whom the secrets of others are covered. The empty seat is a spectator.
type Knower struct {
	Seat    Seat
	Covered int // the entry up to which the seat's own secrets are covered too, because somebody else sits there now; usually 0
}

// Knowledge is what a knower knows of a session, folded from covered events.
type Knowledge struct {
	knower Knower
	states []State // after the start and each standing entry
	events []Event // of the standing entries
	ends   []int   // how many events there were at each state
	given  int     // how many events callers hold a slice of
}

func (s *Session) knowledge(k Knower) *Knowledge {
	return &Knowledge{knower: k, states: []State{s.past[0].State}, ends: []int{0}}
}

// Knows returns what k knows. It is folded on first use and then kept up to date.
func (s *Session) Knows(k Knower) *Knowledge {
	known := s.known[k]
	if known == nil {
		known = s.knowledge(k)
		s.known[k] = known
	}
	for len(known.states) < len(s.past) {
		known.add(s.entries[s.past[len(known.states)].entry])
	}
	return known
}

// Foresees returns what k would know of an entry that has not been played yet: the state before it,
// its events, and the state after it.
func (s *Session) Foresees(k Knower, e Entry) (before State, events []Event, after State) {
	known := s.Knows(k)
	events = known.seen(e)
	return known.State(), events, Fold(known.State(), events...)
}

// Recall folds what k knows again from the start and yields it after each entry, including entries
// that were undone later.
func (s *Session) Recall(k Knower) iter.Seq2[Entry, *Knowledge] {
	return func(yield func(Entry, *Knowledge) bool) {
		known := s.knowledge(k)
		for _, e := range s.entries {
			if known.add(e); !yield(e, known) {
				return
			}
		}
		s.known[k] = known
	}
}

// Seen returns the state as seat knows it. The empty seat is a spectator.
func (s *Session) Seen(seat Seat) State { return s.Knows(Knower{Seat: seat}).State() }

// Known returns the state as each seat knows it, and as a spectator does.
func (s *Session) Known() Known {
	known := Known{"": s.Seen("")}
	for _, p := range s.Seats() {
		known[p.Seat] = s.Seen(p.Seat)
	}
	return known
}

func (k *Knowledge) add(e Entry) {
	if e.Undoes != 0 {
		k.keep(len(k.states) - 1)
		return
	}
	events := k.seen(e)
	after := Fold(k.State(), events...)
	k.events, k.states = append(k.events, events...), append(k.states, after)
	k.ends = append(k.ends, len(k.events))
}

// seen returns the events of an entry as the knower may know them.
func (k *Knowledge) seen(e Entry) (events []Event) {
	covered := k.covers(e)
	for _, event := range e.Events {
		if event = k.sees(event, covered); event != nil {
			events = append(events, event)
		}
	}
	return events
}

// keep truncates to the first states. A slice that Events returned earlier is not overwritten.
func (k *Knowledge) keep(states int) {
	if states < len(k.states) {
		k.states, k.ends = k.states[:states], k.ends[:states]
		n := k.ends[states-1]
		k.events = k.events[:n]
		if k.given > n {
			k.events, k.given = slices.Clip(k.events), n
		}
	}
}

// covers reports whether secrets of the knower's seat in e are covered: e was played before the
// present player took the seat, or it does not fit what that player knows.
func (k *Knowledge) covers(e Entry) bool {
	if k.knower.Covered == 0 || e.Seq <= k.knower.Covered {
		return k.knower.Covered > 0
	}
	_, err := k.State().Decide(e.Command)
	return err != nil
}

// sees returns an event as the knower may know it, or nil.
func (k *Knowledge) sees(e Event, covered bool) Event {
	if covered && SeenBy("", e) == nil {
		return nil
	}
	return SeenBy(k.knower.Seat, e)
}

// State returns the present state.
func (k *Knowledge) State() State { return k.states[len(k.states)-1] }

// Standing returns how many entries have not been undone.
func (k *Knowledge) Standing() int { return len(k.states) - 1 }

// At returns the state after the given number of standing entries; 0 is the start.
func (k *Knowledge) At(standing int) State { return k.states[standing] }

// Events returns the events of the standing entries. Callers must not change them.
func (k *Knowledge) Events() []Event {
	k.given = len(k.events)
	return k.events
}

// Last returns the state before the last standing entry, and that entry's events.
func (k *Knowledge) Last() (State, []Event) {
	last := k.Standing()
	return k.states[last-1], k.Events()[k.ends[last-1]:]
}

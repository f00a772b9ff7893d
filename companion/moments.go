package companion

import (
	"reflect"
	"slices"

	"arbiter/engine"
)

// mostSaid is how many lines of the log a moment has before its own.
const mostSaid = 8

// Since returns the moments that lead from an earlier snapshot of the same viewer to s, which is
// the last of them: one for each event that moves something, and one for each entry in which none
// does. A price goes with what it was paid for, and cards that a seat turns up are one moment.
// There are none if nothing was played or if a step was taken back, since its effects are gone.
func (s Snapshot) Since(was Snapshot) []Snapshot {
	if was.GameID != s.GameID || was.Concealed != s.Concealed || was.State == nil || s.State == nil {
		return nil
	}
	all, whole := s.moments(was.State, len(was.Events), was.Version, s.Version)
	if !whole {
		return nil
	}
	return s.last(all, was.Step)
}

// last returns moments that end with s. s tells what the last of them told, or step if there are
// none.
func (s Snapshot) last(all []Snapshot, step LogLine) []Snapshot {
	n := len(all)
	if n > 0 {
		step = all[n-1].Step
	}
	switch {
	case n > 0 && s.View.Over: // the end is a moment of its own
		step = LogLine{Seq: s.Version}
	case n > 0 && all[n-1].Version == s.Version:
		all = all[:n-1]
	}
	s.Step = step
	return append(all, s)
}

// Between returns the moments from one entry, which is the first of them, to a later one. They
// begin later if a step was taken back meanwhile, or if Log does not go back that far. If the
// viewer knows nothing of what was played, only the first is returned.
func (s Snapshot) Between(from, to int) []Snapshot {
	if s.State == nil || to > s.Version {
		return nil
	}
	for i, l := range s.Log {
		if l.Seq <= to && (l.Undoes != 0 || i == 0 && s.Older > 0) {
			from = max(from, l.Seq)
		}
	}
	known, at := len(s.Events), 0 // events and lines up to from
	for _, l := range s.Log {
		if l.Seq <= from {
			at++
		} else if !l.Undone {
			known -= len(l.Events)
		}
	}
	if from >= to || known < 0 {
		return nil
	}
	state := engine.Fold(s.Start, s.Events[:known]...)
	first := s.earlier(state, state.View(), known, from)
	first.Log = s.Log[max(0, at-mostSaid):at]
	all, _ := s.moments(state, known, from, to)
	if all = append([]Snapshot{first}, all...); to == s.Version && len(all) > 1 {
		all = s.last(all, LogLine{})
	}
	return all
}

// moments returns the moments after entry from up to entry to. state is the one after from, when
// the viewer knew this many events. whole is false if a step was taken back.
func (s Snapshot) moments(state engine.State, known, from, to int) (all []Snapshot, whole bool) {
	view := state.View()
	for i, l := range s.Log {
		if l.Seq <= from || l.Seq > to {
			continue
		}
		if l.Undoes != 0 || l.Undone || known+len(l.Events) > len(s.Events) {
			return nil, false
		}
		told := slices.Clone(l.Events)
		var ends []int // after which of them each moment ends
		var parts []Snapshot
		for k := range told {
			before := view
			state, known = state.Apply(s.Events[known]), known+1
			view = state.View()
			told[k].Moves = moved(before, view)
			goes := k+1 < len(told) && seatOf(told[k]) == seatOf(told[k+1]) && (told[k].Price || alike(told[k], told[k+1]) && sameNumbers(before, view))
			if told[k].Moves && !goes {
				ends, parts = append(ends, k+1), append(parts, s.earlier(state, view, known, l.Seq))
			}
		}
		if n := max(1, len(ends)); len(ends) < n {
			ends, parts = []int{len(told)}, []Snapshot{s.earlier(state, view, known, l.Seq)}
		} else { // events that move nothing belong to the moment before them
			ends[n-1], parts[n-1] = len(told), s.earlier(state, view, known, l.Seq)
		}
		begin := 0
		for n, end := range ends {
			until := l
			until.Events = l.Events[:end]
			parts[n].Log = append(slices.Clone(s.Log[max(0, i-mostSaid):i]), until)
			parts[n].Step = l
			parts[n].Step.Events = told[begin:end]
			begin = end
		}
		all = append(all, parts...)
	}
	return all, true
}

// earlier returns s as it was in a state before, without its log. Nobody can do anything then.
func (s Snapshot) earlier(state engine.State, view engine.View, known, version int) Snapshot {
	s.State, s.View, s.Events, s.Version = state, view, s.Events[:known:known], version
	s.View.Over = false
	s.Legal, s.Roll, s.Moves, s.Proposal, s.Window, s.Setup, s.Older = nil, engine.Roll{}, nil, nil, nil, nil, 0
	return s
}

// seatOf returns the seat that an event names first; nil if it names none.
func seatOf(e EventLine) any {
	if i := slices.IndexFunc(e.Text.Args, func(x any) bool { _, is := x.(engine.Seat); return is }); i >= 0 {
		return e.Text.Args[i]
	}
	return nil
}

// alike reports whether two events of a seat say the same, such as that it shows a card.
func alike(a, b EventLine) bool { return a.Text.Format == b.Text.Format }

func sameNumbers(a, b engine.View) bool {
	return slices.EqualFunc(a.Tracks, b.Tracks, func(x, y engine.Track) bool { return slices.Equal(x.At, y.At) })
}

// moved reports whether two views differ in a number, or in where something lies.
func moved(a, b engine.View) bool {
	place := func(p engine.Place) engine.Place {
		p.Turn, p.Ready, p.Winner, p.Shown, p.Moved, p.Rank = false, false, false, nil, 0, 0
		return p
	}
	card := func(x, y engine.Card) bool { return x.Name == y.Name && x.Down == y.Down }
	return !sameNumbers(a, b) ||
		!slices.EqualFunc(a.Zones, b.Zones, func(x, y engine.Zone) bool {
			return x.Seat == y.Seat && x.Name == y.Name && slices.EqualFunc(x.Cards, y.Cards, card)
		}) ||
		!slices.EqualFunc(a.Seats, b.Seats, func(x, y engine.Place) bool { return reflect.DeepEqual(place(x), place(y)) }) ||
		!slices.EqualFunc(a.Piles, b.Piles, func(x, y engine.Pile) bool { return x.Name == y.Name && x.Number == y.Number }) ||
		!reflect.DeepEqual(a.Map, b.Map) || !reflect.DeepEqual(a.Regions, b.Regions) || !reflect.DeepEqual(a.Board, b.Board) ||
		!reflect.DeepEqual(a.Pieces, b.Pieces) || !reflect.DeepEqual(a.Lying, b.Lying) || !reflect.DeepEqual(a.Blocks, b.Blocks)
}

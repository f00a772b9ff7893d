package web

import (
	"fmt"

	"arbiter/companion"
	"arbiter/engine"
)

// Review folds a kept game as a spectator saw it.
func review(rules engine.Game, saved companion.Saved) (companion.Snapshot, error) {
	start, err := rules.New(saved.Setup.Seats, saved.Setup.Facts)
	if err != nil {
		return companion.Snapshot{}, fmt.Errorf("game %s: %w", saved.ID, err)
	}
	f := film{tell: rules.Tell, states: []engine.State{start}}
	for _, e := range saved.Entries {
		if err := f.add(e); err != nil {
			return companion.Snapshot{}, fmt.Errorf("game %s: %w", saved.ID, err)
		}
	}
	return companion.Snapshot{
		GameID: saved.ID, Game: rules.Name, Title: rules.Title, Labels: saved.Labels,
		Version: len(saved.Entries), View: f.last().View(), Log: f.lines,
	}, nil
}

// A film is a kept game as it is wound on.
type film struct {
	tell     func(any) engine.Text
	states   []engine.State // the start and what came after each standing entry
	standing []int          // their numbers
	lines    []companion.LogLine
}

func (f *film) last() engine.State { return f.states[len(f.states)-1] }

func (f *film) add(e engine.Entry) error {
	if e.Undoes != 0 {
		return f.takeBack(e)
	}
	l := companion.LogLine{Seq: e.Seq, By: e.By}
	state := f.last()
	for _, event := range e.Events {
		if event = engine.SeenBy("", event); event != nil {
			l.Events = append(l.Events, companion.EventLine{Text: f.tell(event), Reason: state.Why(event)})
			state = state.Apply(event)
		}
	}
	f.states, f.standing = append(f.states, state), append(f.standing, e.Seq)
	if hidden := engine.Hidden(e, ""); !hidden {
		l.Command = f.tell(e.Command)
	} else if len(l.Events) == 0 {
		return nil
	}
	f.lines = append(f.lines, l)
	return nil
}

func (f *film) takeBack(e engine.Entry) error {
	n := len(f.standing)
	if n == 0 || f.standing[n-1] != e.Undoes {
		return fmt.Errorf("entry %d takes back entry %d, which is not the last", e.Seq, e.Undoes)
	}
	f.standing, f.states = f.standing[:n-1], f.states[:n]
	for i := range f.lines {
		if f.lines[i].Seq == e.Undoes {
			f.lines[i].Undone = true
			f.lines = append(f.lines, companion.LogLine{Seq: e.Seq, By: e.By, Undoes: e.Undoes})
			break
		}
	}
	return nil
}

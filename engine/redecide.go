package engine

import (
	"slices"

	"arbiter/engine/notation"
)

// A Difference is an entry that the rules decide otherwise today.
type Difference struct {
	Entry
	Today   []Event // what they decide now
	Refused error   // what they say against the command; nil if they allow it
	Undone  bool    // the entry was taken back later
}

// Redecide decides the entries of a game anew, those that were taken back included,
// each in the state that the log leads to: a log holds what happened, so a
// difference does not spread to the entries after it.
func Redecide(start State, entries []Entry) []Difference {
	var differs []Difference
	states := []State{start}
	for _, e := range entries {
		if e.Undoes != 0 {
			states = states[:len(states)-1]
			for i := range differs {
				differs[i].Undone = differs[i].Undone || differs[i].Seq == e.Undoes
			}
			continue
		}
		before := states[len(states)-1]
		states = append(states, Fold(before, e.Events...))
		today, err := before.Decide(e.Command)
		if err != nil || !slices.EqualFunc(e.Events, today, alike) {
			differs = append(differs, Difference{Entry: e, Today: today, Refused: err})
		}
	}
	return differs
}

func alike(a, b Event) bool { return notation.Format(a) == notation.Format(b) }

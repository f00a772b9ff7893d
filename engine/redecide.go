package engine

import (
	"slices"

	"arbiter/engine/notation"
)

// A Difference is an entry on which today's rules decide differently from the log.
type Difference struct {
	Entry
	Today   []Event // what the rules decide now
	Refused error   // why they refuse the command now; nil if they allow it
	Undone  bool    // the entry was taken back later
}

// Redecide decides all entries of a game again, including those that were undone later, each in the
// state that the log leads to: the log holds what happened, so a difference does not spread to
// later entries.
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

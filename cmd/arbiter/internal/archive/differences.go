package archive

import (
	"fmt"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Differences returns what today's rules decide differently, for standing entries and for those
// that were taken back. For a running game it returns only the number.
func (r *Game) Differences() (differs, undone []string) {
	for _, d := range engine.Redecide(r.Start, r.Entries) {
		text := fmt.Sprintf("#%d %s: ", d.Seq, notation.Format(d.Command))
		switch {
		case r.Running():
			text = fmt.Sprintf("#%d: the rules decide otherwise today", d.Seq)
		case d.Refused != nil:
			text += fmt.Sprintf("refused today: %v", d.Refused)
		default:
			text += fmt.Sprintf("then %q, today %q", Lines(d.Events), Lines(d.Today))
		}
		if d.Undone {
			undone = append(undone, text)
		} else {
			differs = append(differs, text)
		}
	}
	return differs, undone
}

// Lines returns events as in the log.
func Lines(events []engine.Event) []string {
	list := make([]string, len(events))
	for i, e := range events {
		list[i] = notation.Format(e)
	}
	return list
}

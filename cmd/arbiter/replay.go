package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

type gamesReplay struct{ one }

// Help is the longer help.
func (gamesReplay) Help() string {
	return `The log holds what happened, so a game ends as it ended, whatever became of the rules since. Besides, each command is decided anew.
Exit status 1: the log cannot be read, or the rules decide something otherwise today that was not taken back.`
}

// Run prints the final tracks of the game and the verdict.
func (g *gamesReplay) Run(out io.Writer) error {
	r, err := g.read()
	if err != nil {
		return err
	}
	session, err := r.resumed()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %d entries: %s\n", r.ID, len(r.entries), outcome(r.Summary))
	if err := scoreboard(out, session.State().View()); err != nil {
		return err
	}
	differs, undone := r.again()
	for _, d := range undone {
		fmt.Fprintf(out, "%s (taken back since)\n", d)
	}
	switch {
	case len(differs)+len(undone) == 0:
		_, err := fmt.Fprintln(out, "The rules decide every entry as it was decided then.")
		return err
	case len(differs) == 0:
		_, err := fmt.Fprintln(out, "The rules decide every entry that stands as it was decided then.")
		return err
	}
	return errors.New(strings.Join(differs, "\n"))
}

// again tells what the rules decide otherwise today, of entries that stand and of those
// that were taken back. Of a running game it tells no more than the number.
func (r *record) again() (differs, undone []string) {
	for _, d := range engine.Again(r.start, r.entries) {
		text := fmt.Sprintf("#%d %s: ", d.Seq, notation.Format(d.Command))
		switch {
		case r.running():
			text = fmt.Sprintf("#%d: the rules decide otherwise today", d.Seq)
		case d.Refused != nil:
			text += fmt.Sprintf("refused today: %v", d.Refused)
		default:
			text += fmt.Sprintf("then %q, today %q", lines(d.Events), lines(d.Today))
		}
		if d.Undone {
			undone = append(undone, text)
		} else {
			differs = append(differs, text)
		}
	}
	return differs, undone
}

func lines(events []engine.Event) []string {
	list := make([]string, len(events))
	for i, e := range events {
		list[i] = notation.Format(e)
	}
	return list
}

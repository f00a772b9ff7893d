package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"arbiter/engine"
	"arbiter/engine/notation"
)

type gamesReplay struct{ one }

// Help is the longer help.
func (gamesReplay) Help() string {
	return `The log holds what happened, so a game ends as it ended, whatever became of the rules since. Besides, each command is decided anew.
Exit status 1: the log cannot be read, or the rules decide something otherwise today.`
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
	differs := r.again()
	if len(differs) == 0 {
		_, err := fmt.Fprintln(out, "The rules decide every entry as it was decided then.")
		return err
	}
	return errors.New(strings.Join(differs, "\n"))
}

// again decides each entry anew, those that were taken back included, and tells
// what comes out otherwise. Of a running game it tells no more than the number.
func (r *record) again() []string {
	var differs []string
	states := []engine.State{r.start}
	for _, e := range r.entries {
		if e.Undoes != 0 {
			states = states[:len(states)-1]
			continue
		}
		before := states[len(states)-1]
		states = append(states, engine.Fold(before, e.Events...))
		events, err := before.Decide(e.Command)
		was, is := lines(e.Events), lines(events)
		switch {
		case err == nil && slices.Equal(was, is):
		case r.running():
			differs = append(differs, fmt.Sprintf("#%d: the rules decide otherwise today", e.Seq))
		case err != nil:
			differs = append(differs, fmt.Sprintf("#%d %s: refused today: %v", e.Seq, notation.Format(e.Command), err))
		default:
			differs = append(differs, fmt.Sprintf("#%d %s: then %q, today %q", e.Seq, notation.Format(e.Command), was, is))
		}
	}
	return differs
}

func lines(events []engine.Event) []string {
	list := make([]string, len(events))
	for i, e := range events {
		list[i] = notation.Format(e)
	}
	return list
}

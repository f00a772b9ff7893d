package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/i18n"
)

type gamesReplay struct {
	archive.Selection
	i18n.Flag
}

// Help returns the detailed help.
func (gamesReplay) Help() string {
	return `The log holds what happened, so a game ends as it ended, whatever became of the rules since. Besides, each command is decided anew.
Exit status 1: the log cannot be read, or the rules decide something otherwise today that was not taken back.`
}

// Run prints the final tracks of the game and the verdict.
func (g *gamesReplay) Run(out io.Writer) error {
	return g.With(func(r *archive.Game) error { return replay(out, r) })
}

func replay(out io.Writer, r *archive.Game) error {
	session, err := r.Resumed()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %d entries: %s\n", r.ID, len(r.Entries), archive.Outcome(r.Summary))
	if err := archive.Scoreboard(out, session.State().View()); err != nil {
		return err
	}
	differs, undone := r.Differences()
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

package main

import (
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/engine"
)

type gamesShow struct {
	archive.Selection
	i18n.Flag
}

// Help returns the detailed help.
func (gamesShow) Help() string {
	return "Of a game that goes on it shows what everybody at the table may know."
}

// Run prints each entry with its consequences, and the tracks.
func (g *gamesShow) Run(out io.Writer) error {
	return g.With(func(r *archive.Game) error { return g.show(out, r) })
}

func (g *gamesShow) show(out io.Writer, r *archive.Game) error {
	say, err := g.Say(r.Labels)
	if err != nil {
		return err
	}
	session, err := r.Resumed()
	if err != nil {
		return err
	}
	undone := map[int]bool{}
	for _, e := range r.Entries {
		undone[e.Undoes] = true
	}
	fmt.Fprintf(out, "%s, %s, %s: %s\n", r.ID, say(r.Rules.Called()), say(seated(r.Summary)), say(companion.Outcome(r.Result)))
	for _, e := range r.Entries {
		if r.Running() {
			e = archive.Public(e)
		}
		archive.PrintEntry(out, r.Rules, e, undone[e.Seq], say)
	}
	return archive.Scoreboard(out, session.State().View())
}

// seated returns who plays, and how strong the bots among them are.
func seated(s history.Summary) engine.Text {
	var all []engine.Text
	for _, seat := range s.Seats {
		name := engine.Say("%s", seat)
		if bot := s.Bots[seat]; bot != "" {
			name = engine.Say("%s (bot: %s)", seat, engine.Term(bot))
		}
		all = append(all, name)
	}
	return engine.List(all)
}

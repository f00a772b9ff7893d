package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
)

type gamesCommand struct {
	List   gamesList   `cmd:"" help:"List the games, newest first."`
	Show   gamesShow   `cmd:"" help:"Show what happened in a game, in words."`
	Replay gamesReplay `cmd:"" help:"Play a game again from its log, and say whether the rules still decide everything alike."`
	Verify gamesVerify `cmd:"" help:"Check that what Arbiter drew in a game was sealed before it."`
	Export gamesExport `cmd:"" help:"Write a game as a script, a record or a table."`
	Import gamesImport `cmd:"" help:"Take in games from their records."`
	Check  gamesCheck  `cmd:"" help:"Check that no game was altered or damaged."`
	Rename gamesRename `cmd:"" help:"Rename a player in all games, or delete the name."`
}

type gamesList struct {
	datadir.Dir
	i18n.Flag
}

// Run prints a line for each game.
func (g *gamesList) Run(out io.Writer) error {
	db, err := g.Look()
	if err != nil {
		return err
	}
	defer db.Close()
	list, unsound := db.Games()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tCREATED\tGAME\tSEATS\tENTRIES\tRESULT")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", s.ID, s.Created.Local().Format("2006-01-02 15:04"), s.Game, archive.Seats(s), s.Entries, archive.State(db, s))
	}
	plays, err := db.Plays()
	for _, p := range plays {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t-\t%s\n", p.ID, p.At.Format("2006-01-02"), p.Game, archive.Played(p), archive.Outcome(p.Summary()))
	}
	return errors.Join(w.Flush(), unsound, err)
}

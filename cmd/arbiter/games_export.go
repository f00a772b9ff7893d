package main

import (
	"context"
	"io"
	"time"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	gamerecord "arbiter/companion/record"
	"arbiter/engine"
)

type gamesExport struct {
	archive.Selection
	As    string `enum:"script,record,csv,bgg,bgg-csv" default:"script" placeholder:"FORMAT" help:"What is written: script, record (a line of JSON for each step, which arbiter games import takes in), csv (where the markers stood after each step), bgg or bgg-csv (a play for BoardGameGeek, to be entered by hand). Without it: ${default}."`
	Names bool   `help:"A record or a play tells what the players are called, too."`
	i18n.Flag
}

// Help returns the detailed help.
func (gamesExport) Help() string {
	return `The script holds the setup, every command and what came of it, and arbiter script plays it. What players are called is left out. A game that goes on is not exported: it has secrets. Its csv shows what everybody may know.`
}

// Run writes the game.
func (g *gamesExport) Run(out io.Writer) error {
	return g.With(func(r *archive.Game) error { return g.export(out, r) })
}

func (g *gamesExport) export(out io.Writer, r *archive.Game) error {
	switch {
	case g.As == "csv":
		return r.WriteTable(out)
	case r.Running():
		return engine.Refuse("game %s goes on, and a %s would tell its secrets; finish it first", r.ID, g.As)
	case g.As == "record":
		return g.record(out, r)
	case g.As == "bgg", g.As == "bgg-csv":
		return g.play(out, r)
	}
	return r.WriteScript(context.Background(), out)
}

// record writes an Arbiter game record.
func (g *gamesExport) record(out io.Writer, r *archive.Game) error {
	times, err := g.times(r)
	if err != nil {
		return err
	}
	dir, err := g.Path()
	if err != nil {
		return err
	}
	all := r.Recorded(datadir.NewSeals(dir, nil))
	all.Times = times[1:]
	if g.Names {
		all.Names = r.Labels
	}
	return gamerecord.Write(out, all)
}

// play writes the game as a play for BoardGameGeek.
func (g *gamesExport) play(out io.Writer, r *archive.Game) error {
	times, err := g.times(r)
	if err != nil {
		return err
	}
	return r.WritePlay(out, times, g.As == "bgg-csv", g.Names)
}

// times returns when the entries of a game were written, the setup first.
func (g *gamesExport) times(r *archive.Game) ([]time.Time, error) {
	db, err := g.Look()
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return db.Times(r.ID)
}

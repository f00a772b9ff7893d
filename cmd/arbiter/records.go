package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion/gamelog"
	gamerecord "arbiter/companion/record"
	"arbiter/companion/review"
	"arbiter/engine"
)

// record writes an Arbiter game record.
func (g *gamesExport) record(out io.Writer, r *record) error {
	db, err := g.Look()
	if err != nil {
		return err
	}
	defer db.Close()
	times, err := db.Times(r.ID)
	if err != nil {
		return err
	}
	dir, err := g.Path()
	if err != nil {
		return err
	}
	all := r.recorded(datadir.NewSeals(dir, nil))
	all.Times = times[1:]
	if g.Names {
		all.Names = r.Labels
	}
	return gamerecord.Write(out, all)
}

// recorded is a game as a record tells it, without times and names. A secret that is
// missing or another one is left out; games verify tells of it.
func (r *record) recorded(seals *datadir.Seals) gamerecord.Game {
	g := gamerecord.Game{
		ID: r.ID, Created: r.Created, Setup: r.setup, Bots: r.Bots, Program: r.Program, Result: r.Result, Entries: r.entries,
	}
	if s, ok, err := r.secret(seals); ok && err == nil && !r.running() {
		g.Secret = s.Open()
	}
	return g
}

// table writes where the markers stood, as everybody may know it.
func (r *record) table(out io.Writer) error {
	film, err := review.Wind(r.game, r.setup, r.entries, review.Spectator)
	if err != nil {
		return err
	}
	return gamerecord.CSV(out, gamerecord.Tracks(film, map[engine.Seat]string{}))
}

type gamesImport struct {
	datadir.Dir
	Files []string `arg:"" name:"file" help:"Records, as arbiter games export --as record writes them."`
}

// Help is the longer help.
func (gamesImport) Help() string {
	return `Every line is checked: a record that was altered is refused, and the line is named. What other rules have decided is taken in as it happened, and it is said. What is here already stays as it is.
Exit status 1: a record was refused.`
}

// Run takes in each record, the later ones even if an earlier one is refused.
func (g *gamesImport) Run(out io.Writer) error {
	dir, err := g.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return err
	}
	failed, seals := 0, datadir.NewSeals(dir, nil)
	for _, file := range g.Files {
		id, err := importFile(db.DB, seals, file)
		if err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %v\n", err)
			continue
		}
		fmt.Fprintf(out, "ok    %s: game %s%s\n", file, id, byOthers(db.DB, id))
	}
	if failed > 0 {
		err = fmt.Errorf("%d of %d records were refused", failed, len(g.Files))
	}
	return errors.Join(err, db.Close())
}

// byOthers tells that other rules have decided a game, if they have.
func byOthers(db *gamelog.DB, id string) string {
	r, err := recordOf(db, id)
	if err != nil {
		return "" // whoever reads the game is told
	}
	if differs, _ := r.again(); len(differs) > 0 {
		return fmt.Sprintf(", played by other rules: arbiter games replay %s tells %d lines that would come out otherwise", id, len(differs))
	}
	return ""
}

// importFile takes in one record. What is wrong in the file is told as FILE:LINE.
func importFile(db *gamelog.DB, seals *datadir.Seals, file string) (id string, err error) {
	g, err := readRecord(file)
	if err != nil {
		return "", err
	}
	if err = takeIn(db, seals, g); err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return g.ID, err
}

// readRecord reads a record and checks all of it but its draws.
func readRecord(file string) (gamerecord.Game, error) {
	f, err := os.Open(file)
	if err != nil {
		return gamerecord.Game{}, err
	}
	defer f.Close()
	g, err := gamerecord.Read(f, games.Rules)
	var fault *gamerecord.Fault
	switch {
	case errors.As(err, &fault):
		err = fmt.Errorf("%s:%d: %s", file, fault.Line, fault.Why)
	case err != nil:
		err = fmt.Errorf("%s: %w", file, err)
	}
	return g, err
}

// takeIn puts a record that was checked into the log, and its secret beside the others.
// Of a game that is here already it brings back the secret, if that was missing.
func takeIn(db *gamelog.DB, seals *datadir.Seals, g gamerecord.Game) error {
	err := db.Import(gamelog.Header{
		ID: g.ID, Created: g.Created, Setup: g.Setup, Labels: g.Names, Bots: g.Bots, Program: g.Program,
	}, g.Entries, g.Times, g.Result)
	if errors.Is(err, gamelog.ErrKnown) && lacks(db, seals, g) {
		err = nil
	}
	if err != nil || g.Secret == "" {
		return err
	}
	return seals.Keep(g.ID, g.Secret)
}

// lacks tells whether a game that is here lacks the secret that a record of it has.
func lacks(db *gamelog.DB, seals *datadir.Seals, g gamerecord.Game) bool {
	here, err := recordOf(db, g.ID)
	if err != nil || g.Secret == "" || here.setup.Sealed.Hash == "" || here.setup.Sealed.Hash != g.Setup.Sealed.Hash {
		return false
	}
	_, ok, err := here.secret(seals)
	return !ok || err != nil
}

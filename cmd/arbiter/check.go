package main

import (
	"errors"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
)

type gamesCheck struct {
	datadir.Dir
	i18n.Flag
	File string `arg:"" optional:"" type:"existingfile" help:"A backup to check; without it, the games of the folder."`
}

// Help is the longer help.
func (gamesCheck) Help() string {
	return `Every byte is read, every hash is checked, and every game is played again from its log; a table may play meanwhile.
Exit status 1: something was altered or damaged. What is sound can be taken out with arbiter games export, or a backup be put in place with arbiter restore.`
}

// Run prints a line for each game.
func (g *gamesCheck) Run(out io.Writer) error {
	say, err := g.Say(nil)
	if err != nil {
		return err
	}
	db, err := g.open()
	if err != nil {
		return err
	}
	defer db.Close()
	if what := db.Mended(); what != "" {
		fmt.Fprintf(out, "note  %s\n", what)
	}
	games, damaged, err := checkAll(db, out, say)
	if err != nil || damaged > 0 {
		return fmt.Errorf("damage was found; what is sound can be taken out with arbiter games export, or a backup be put in place with arbiter restore")
	}
	_, err = fmt.Fprintln(out, say(engine.Say("%s, sound.", counted(games))))
	return err
}

func (g *gamesCheck) open() (*gamelog.DB, error) {
	if g.File != "" {
		return gamelog.OpenReadOnly(g.File)
	}
	return g.LookClosely()
}

// checkAll checks a file and all of its games, and tells what it finds: how many games
// there are and how many of them are damaged. The error tells of damage beyond them.
func checkAll(db *gamelog.DB, out io.Writer, say i18n.Say) (games, damaged int, err error) {
	ids, unlisted := db.IDs()
	for _, bad := range []error{db.Verify(), db.Check(), unlisted} {
		if bad != nil {
			fmt.Fprintf(out, "FAIL  %v\n", bad)
			err = errors.New("damage was found that is not of one game alone")
		}
	}
	for _, id := range ids {
		verdict, bad := checkGame(db, id)
		if bad != nil {
			damaged++
			fmt.Fprintf(out, "FAIL  %v\n", bad)
			continue
		}
		fmt.Fprintf(out, "ok    %s: %s\n", id, say(verdict))
	}
	return len(ids), damaged, err
}

// checkGame reads a game and plays it again. That the rules decide otherwise today
// is no damage: the log holds what happened.
func checkGame(db *gamelog.DB, id string) (verdict engine.Text, err error) {
	r, err := recordOf(db, id)
	if err != nil {
		return verdict, err
	}
	session, err := r.resumed()
	if err != nil {
		return verdict, fmt.Errorf("game %q: %w", id, err)
	}
	reached := companion.ResultOf(session.State().View())
	if !r.running() && r.Result != companion.Abandoned && r.Result != reached {
		return verdict, fmt.Errorf("game %q: the list says %s, but its log ends otherwise", id, outcome(r.Summary))
	}
	n, end := len(r.entries), companion.Outcome(r.Result)
	if differs, _ := r.again(); len(differs) > 0 {
		return engine.Say("%d entries, %s; the rules decide %d of them otherwise today: arbiter games replay %s", n, end, len(differs), id), nil
	}
	return engine.Say("%d entries, %s", n, end), nil
}

// counted writes a number of games.
func counted(games int) engine.Text {
	if games == 1 {
		return engine.Say("1 game")
	}
	return engine.Say("%d games", games)
}

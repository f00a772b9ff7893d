package archive

import (
	"errors"
	"fmt"
	"io"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	gamerecord "arbiter/companion/record"
	"arbiter/companion/review"
	"arbiter/engine"
	"arbiter/setups"
)

// Recorded is a game as a record tells it, without times and names. A secret that is
// missing or another one is left out; games verify tells of it.
func (r *Game) Recorded(seals *datadir.Seals) gamerecord.Game {
	g := gamerecord.Game{
		ID: r.ID, Created: r.Created, Setup: r.Setup, Bots: r.Bots, Program: r.Program, Result: r.Result, Entries: r.Entries,
	}
	if s, ok, err := r.Secret(seals); ok && err == nil && !r.Running() {
		g.Secret = s.Open()
	}
	return g
}

// WriteTable writes where the markers stood, as everybody may know it.
func (r *Game) WriteTable(out io.Writer) error {
	film, err := review.New(r.Rules, r.Setup, r.Entries, review.Spectator)
	if err != nil {
		return err
	}
	return gamerecord.CSV(out, gamerecord.Tracks(film, map[engine.Seat]string{}))
}

// ByOthers tells that other rules have decided a game, if they have.
func ByOthers(db *gamelog.DB, id string) string {
	r, err := Open(db, id)
	if err != nil {
		return "" // whoever reads the game is told
	}
	var differs []string
	if err := r.Contain(func() error { differs, _ = r.Differences(); return nil }); err == nil && len(differs) > 0 {
		return fmt.Sprintf(", played by other rules: arbiter games replay %s tells %d lines that would come out otherwise", id, len(differs))
	}
	return ""
}

// ImportFile takes in one record. What is wrong in the file is told as FILE:LINE.
func ImportFile(db *gamelog.DB, seals *datadir.Seals, file string) (id string, err error) {
	g, err := ReadRecord(file)
	if err != nil {
		return "", err
	}
	if err = Import(db, seals, g); err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return g.ID, err
}

// ReadRecord reads a record and checks all of it but its draws.
func ReadRecord(file string) (gamerecord.Game, error) {
	f, err := setups.OpenFile(file)
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

// Import puts a record that was checked into the log, and its secret beside the others.
// Of a game that is here already it brings back the secret, if that was missing.
func Import(db *gamelog.DB, seals *datadir.Seals, g gamerecord.Game) error {
	err := db.Import(history.Header{
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
	here, err := Open(db, g.ID)
	if err != nil || g.Secret == "" || here.Setup.Sealed.Hash == "" || here.Setup.Sealed.Hash != g.Setup.Sealed.Hash {
		return false
	}
	_, ok, err := here.Secret(seals)
	return !ok || err != nil
}

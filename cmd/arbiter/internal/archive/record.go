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

// Recorded returns a game as for a record, without times and names. If the secret is missing or
// does not match it is left out; games verify reports that.
func (r *Game) Recorded(seals *datadir.Seals) gamerecord.Game {
	g := gamerecord.Game{
		ID: r.ID, Created: r.Created, Setup: r.Setup, Bots: r.Bots, Program: r.Program, Result: r.Result, Entries: r.Entries,
	}
	if s, ok, err := r.Secret(seals); ok && err == nil && !r.Running() {
		g.Secret = s.Open()
	}
	return g
}

// WriteTable writes where the markers stood, as far as everybody may know.
func (r *Game) WriteTable(out io.Writer) error {
	film, err := review.New(r.Rules, r.Setup, r.Entries, review.Spectator)
	if err != nil {
		return err
	}
	return gamerecord.CSV(out, gamerecord.Tracks(film, map[engine.Seat]string{}))
}

// ByOthers returns a note if a game was decided by other rules.
func ByOthers(db *gamelog.DB, id string) string {
	r, err := Open(db, id)
	if err != nil {
		return "" // reading the game reports it
	}
	var differs []string
	if err := r.Contain(func() error { differs, _ = r.Differences(); return nil }); err == nil && len(differs) > 0 {
		return fmt.Sprintf(", played by other rules: arbiter games replay %s tells %d lines that would come out otherwise", id, len(differs))
	}
	return ""
}

// ImportFile imports one record. Errors in the file are reported as FILE:LINE.
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

// ReadRecord reads and checks a record, except for its draws.
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

// Import stores a checked record in the log, and its secret beside the others. If the game is here
// already, it only adds the secret if that was missing.
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

// lacks reports whether the game is here but without the secret that the record has.
func lacks(db *gamelog.DB, seals *datadir.Seals, g gamerecord.Game) bool {
	here, err := Open(db, g.ID)
	if err != nil || g.Secret == "" || here.Setup.Sealed.Hash == "" || here.Setup.Sealed.Hash != g.Setup.Sealed.Hash {
		return false
	}
	_, ok, err := here.Secret(seals)
	return !ok || err != nil
}

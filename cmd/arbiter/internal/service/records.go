package service

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"io"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	gamerecord "arbiter/companion/record"
	"arbiter/companion/web"
	"arbiter/companion/words"
	"arbiter/display"
	"arbiter/engine"
	"arbiter/setups"
)

// drawer returns a function that draws the panel for people who look back at a game, in their
// language.
func drawer(c *words.Catalogue, size image.Point) func(string, engine.View, map[engine.Seat]string) ([]byte, error) {
	return func(lang string, v engine.View, labels map[engine.Seat]string) ([]byte, error) {
		var b bytes.Buffer
		err := png.Encode(&b, display.Render(v, size, app.Captions(c, lang, labels, v.Called(nil))))
		return b.Bytes(), err
	}
}

// size returns the size of the first panel of a rig.
func size(rig setups.Rig) image.Point {
	for _, p := range rig.Panels {
		x, y := p.Pixels()
		return image.Pt(x, y)
	}
	return image.Pt(400, 300)
}

// records exports and imports games, for the pages.
type records struct {
	db    *gamelog.DB
	seals *datadir.Seals
}

var _ web.Records = records{}

// Script writes a game that is over. If today's rules decide an entry differently, its last line
// says so.
func (r records) Script(ctx context.Context, out io.Writer, id string) error {
	one, err := archive.Open(r.db, id)
	if err != nil {
		return err
	}
	if err := one.WriteScript(ctx, out); err != archive.ErrOtherwise {
		return err
	}
	return nil
}

// Import stores a game whose record was checked.
func (r records) Import(g gamerecord.Game) error {
	return archive.Import(r.db, r.seals, g)
}

// A Notebook stores what is kept beside the logs, for the pages.
type Notebook struct{ *gamelog.DB }

var _ web.Statistics = Notebook{}

// Players counts the games of each player that were played to the end.
func (n Notebook) Players(game string) ([]history.Tally, error) {
	return n.DB.Players(game, companion.Abandoned)
}

// Tallies counts a kind of trait. First it examines games whose traits are not known yet, as many
// as are possible in a moment.
func (n Notebook) Tallies(game, kind string) (counts []history.Tally, more int, err error) {
	if more, err = n.Sort(sortingTime); err != nil {
		return nil, more, err
	}
	counts, err = n.DB.Tallies(game, kind, companion.Abandoned)
	return counts, more, err
}

// How long somebody waits at most for games that have not been examined, and how many are fetched
// at once.
const (
	sortingTime = time.Second
	sortingMost = 20000
)

// Sort works out the traits of games that ended since the last call, and returns how many are left.
// A game that cannot be read counts as one without traits; a damaged one is left alone.
func (n Notebook) Sort(most time.Duration) (left int, err error) {
	ids, err := n.Uncounted(sortingMost)
	if err != nil {
		return 0, err
	}
	for end := time.Now().Add(most); len(ids) > 0 && time.Now().Before(end); ids = ids[1:] {
		var traits []engine.Trait
		if one, err := archive.Open(n.DB, ids[0]); err == nil {
			traits = one.Traits()
		}
		if err := n.CountTraits(ids[0], traits); err != nil && !errors.As(datadir.Damage(err), new(*history.Damage)) {
			return len(ids), err
		}
	}
	return len(ids), nil
}

// sort examines the games that are there when the program starts, in short turns so that a running
// game never waits for it.
func (e *Service) sort(ctx context.Context) {
	for {
		left, err := Notebook{e.DB.DB}.Sort(sortingTime / 20)
		if err != nil {
			e.Logger.Warn("statistics", "err", err)
		}
		if left == 0 || err != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(sortingTime / 5):
		}
	}
}

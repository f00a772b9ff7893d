package demo

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/history"
	"arbiter/engine"
	"arbiter/setups"
)

// Opts has the flags of the command demo.
type Opts struct {
	Game  *string
	Book  *string
	With  *string
	Data  string
	Seats *int
	Seed  *uint64
	i18n.Flag
}

// Run plays a demo to its end.
func (d *Opts) Run(ctx context.Context, out io.Writer) error {
	dir, err := d.folder()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return err
	}
	c, err := d.cast(db.DB, dir)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	t := newTranscript(out)
	t.line("Demo in %s with %s%s.", dir, c, c.invented())
	if c.damage != nil {
		t.line("The game %s that was broken off here is damaged and does not go on; it is kept as it is: %v.", c.damage.Games[0], c.damage)
	}
	err = d.perform(ctx, db.DB, c, dir, t)
	if errors.Is(err, context.Canceled) {
		err = engine.Refuse("broken off; the same command goes on with it")
	}
	if err == nil {
		t.line("\nThe log is %s, the last picture %s.", filepath.Join(dir, datadir.LogFile), filepath.Join(dir, PanelFile))
	}
	return errors.Join(err, db.Close())
}

func (d *Opts) folder() (string, error) {
	if d.Data != "" {
		return d.Data, nil
	}
	dir, err := datadir.Dir{}.Path()
	return filepath.Join(dir, "demo"), err
}

// cast returns who plays: the cast of the game that is resumed, or else the one that was asked for.
func (d *Opts) cast(db *gamelog.DB, dir string) (Cast, error) {
	c, err := d.wanted()
	if err != nil {
		return c, err
	}
	saved, ok, err := datadir.Store{DB: db, Dir: dir}.Unfinished()
	if d := (*history.Damage)(nil); errors.As(err, &d) {
		c.damage, err = d, nil
	}
	if err != nil || !ok {
		return c, err
	}
	last, ok := CastOf(saved.Header)
	switch {
	case !ok:
		return c, engine.Refuse("a game that is no demo goes on here; choose another folder with --data DIR")
	case d.differs(c, last):
		return c, engine.Refuse("a demo with %s was broken off here; finish it so, or choose another folder with --data DIR", last)
	}
	return last, nil
}

// differs reports whether something else was asked for than what is resumed.
func (d *Opts) differs(c, last Cast) bool {
	return d.Game != nil && c.game.Name != last.game.Name || d.Book != nil && c.Book != last.Book || d.With != nil && c.with != last.with ||
		d.Seats != nil && c.seats != last.seats || d.Seed != nil && c.seed != last.seed
}

// wanted returns the cast that was asked for.
func (d *Opts) wanted() (Cast, error) {
	c := Cast{game: games.All()[0], seed: 1}
	if d.Seed != nil {
		c.seed = *d.Seed
	}
	if d.Game != nil {
		game, ok := games.Find(*d.Game)
		if !ok {
			return c, engine.Refuse("--game %s: there is %s", *d.Game, games.Names())
		}
		c.game = game
	}
	if err := d.stage(&c); err != nil {
		return c, err
	}
	table, err := setups.TableOf(c.game.Name)
	if err != nil {
		return c, err
	}
	if c.seats = table.Counts[0]; d.Seats != nil {
		c.seats = *d.Seats
	}
	if !slices.Contains(table.Counts, c.seats) {
		return c, engine.Refuse("--seats %d: %s has %s seats", c.seats, c.game.Title, companion.HowMany(table.Counts))
	}
	return c, nil
}

// stage decides which book is played, with which options.
func (d *Opts) stage(c *Cast) error {
	book := ""
	if d.Book != nil {
		book = *d.Book
	}
	s, ok := c.game.Demo(book)
	if !ok {
		return engine.Refuse("--book %s: %s has no such book", book, c.game.Title)
	}
	c.DemoSetting = s
	if d.With == nil {
		return nil
	}
	table, err := setups.TableOf(c.game.Name)
	if err != nil {
		return err
	}
	c.with = *d.With
	for _, name := range c.chosen() {
		if !slices.ContainsFunc(table.Options, func(o setups.Option) bool { return o.Name == name }) {
			return engine.Refuse("--with %s: %s has no option %q", c.with, c.game.Title, name)
		}
	}
	return nil
}

func (d *Opts) perform(ctx context.Context, db *gamelog.DB, c Cast, dir string, t *transcript) error {
	rig, err := setups.LoadRig(c.game.Rig)
	if err != nil {
		return err
	}
	p, err := newDemo(db, rig, c, dir, d.Lang, t)
	if err != nil {
		return err
	}
	stop := p.Run()
	err = p.begin(ctx, c)
	if err == nil {
		err = p.play(ctx)
	}
	return errors.Join(err, stop())
}

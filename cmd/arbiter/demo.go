package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/setups"
)

type demo struct {
	Game  *string `placeholder:"NAME" help:"Which game (council-of-shadows)."`
	Book  *string `placeholder:"tracks|full" help:"Which book of Council of Shadows: the device keeps tracks and cards (tracks), or everything on the board, too (full)."`
	With  *string `placeholder:"OPTION,..." help:"Options of the game, such as leaders,stations, or none; chance decides if nothing is said."`
	Data  string  `placeholder:"DIR" type:"path" help:"Where the game is kept. Without it: demo in the data folder of arbiter."`
	Seats *int    `placeholder:"N" help:"How many bots play; as few as the game takes if nothing is said."`
	Seed  *uint64 `placeholder:"N" help:"Chance: the same seed plays the same game (1)."`
	i18n.Flag
}

// Help is the longer help.
func (demo) Help() string {
	return `Bots lay cards on virtual readers; everything else is real: readers, table, rules, log, and a panel whose picture is panel.png in the data folder. Printed values are stand-ins.
A demo that was broken off goes on where it was.`
}

// A casting is which game a demo is, who plays it, and with what chance.
type casting struct {
	game games.Entry
	games.DemoSetting
	with   string // options as in --with; "" leaves them to chance
	seats  int
	seed   uint64
	goesOn bool
	damage *companion.Damage // of the demo that would have gone on; nil is the usual case
}

// String is how the casting is asked for.
func (c casting) String() string {
	flags := fmt.Sprintf("--seats %d --seed %d", c.seats, c.seed)
	if c.with != "" {
		flags = fmt.Sprintf("--with %s %s", c.with, flags)
	}
	if c.Book != c.game.Demos[0].Book {
		flags = fmt.Sprintf("--book %s %s", c.Book, flags)
	}
	if c.game.Name != games.All()[0].Name {
		flags = fmt.Sprintf("--game %s %s", c.game.Name, flags)
	}
	return flags
}

// Run plays a demo to its end.
func (d *demo) Run(ctx context.Context, out io.Writer) error { return (*demoOpts)(d).run(ctx, out) }

// demoOpts is what demo was asked for.
type demoOpts struct {
	Game  *string
	Book  *string
	With  *string
	Data  string
	Seats *int
	Seed  *uint64
	i18n.Flag
}

// run plays a demo to its end.
func (d *demoOpts) run(ctx context.Context, out io.Writer) error {
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
		err = fmt.Errorf("broken off; the same command goes on with it")
	}
	if err == nil {
		t.line("\nThe log is %s, the last picture %s.", filepath.Join(dir, datadir.LogFile), filepath.Join(dir, panelFile))
	}
	return errors.Join(err, db.Close())
}

func (d *demoOpts) folder() (string, error) {
	if d.Data != "" {
		return d.Data, nil
	}
	dir, err := datadir.Dir{}.Path()
	return filepath.Join(dir, "demo"), err
}

// cast decides who plays: those of the game that goes on, else those that were
// asked for.
func (d *demoOpts) cast(db *gamelog.DB, dir string) (casting, error) {
	c, err := d.wanted()
	if err != nil {
		return c, err
	}
	saved, ok, err := datadir.Store{DB: db, Dir: dir}.Unfinished()
	if d := (*companion.Damage)(nil); errors.As(err, &d) {
		c.damage, err = d, nil
	}
	if err != nil || !ok {
		return c, err
	}
	last, ok := castingOf(saved.Header)
	switch {
	case !ok:
		return c, fmt.Errorf("a game that is no demo goes on here; choose another folder with --data DIR")
	case d.differs(c, last):
		return c, fmt.Errorf("a demo with %s was broken off here; finish it so, or choose another folder with --data DIR", last)
	}
	return last, nil
}

// differs tells whether something else was asked for than what goes on.
func (d *demoOpts) differs(c, last casting) bool {
	return d.Game != nil && c.game.Name != last.game.Name || d.Book != nil && c.Book != last.Book || d.With != nil && c.with != last.with ||
		d.Seats != nil && c.seats != last.seats || d.Seed != nil && c.seed != last.seed
}

// wanted is what was asked for.
func (d *demoOpts) wanted() (casting, error) {
	c := casting{game: games.All()[0], seed: 1}
	if d.Seed != nil {
		c.seed = *d.Seed
	}
	if d.Game != nil {
		game, ok := games.Find(*d.Game)
		if !ok {
			return c, fmt.Errorf("--game %s: there is %s", *d.Game, games.Names())
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
		return c, fmt.Errorf("--seats %d: %s has %s seats", c.seats, c.game.Title, companion.HowMany(table.Counts))
	}
	return c, nil
}

// stage decides which book is played, with which options.
func (d *demoOpts) stage(c *casting) error {
	book := ""
	if d.Book != nil {
		book = *d.Book
	}
	s, ok := c.game.Demo(book)
	if !ok {
		return fmt.Errorf("--book %s: %s has no such book", book, c.game.Title)
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
			return fmt.Errorf("--with %s: %s has no option %q", c.with, c.game.Title, name)
		}
	}
	return nil
}

// chosen are the options that were asked for.
func (c casting) chosen() []string {
	if c.with == "none" {
		return nil
	}
	return strings.Split(c.with, ",")
}

// setting are the options of the game.
func (c casting) setting(r *rand.Rand) []string {
	if c.with == "" {
		return append(slices.Clone(c.Always), c.Options(r)...)
	}
	return append(slices.Clone(c.Always), c.chosen()...)
}

// box is the one with invented values, if the game has printed ones.
func (c casting) box() string {
	if slices.Contains(setups.Boxes(c.game.Name), standIn) {
		return standIn
	}
	return ""
}

const standIn = "stand-in"

// invented warns of values that are.
func (c casting) invented() string {
	if c.box() == standIn {
		return "; printed values are stand-ins"
	}
	return ""
}

var demoProgram = regexp.MustCompile(`; demo(?: of the book (\w+))?(?: with options ([\w,-]+))? with seed (\d+)$`)

// program is written into the log of a demo.
func (c casting) program() string {
	text := build() + "; demo"
	if c.Book != c.game.Demos[0].Book {
		text += " of the book " + c.Book
	}
	if c.with != "" {
		text += " with options " + c.with
	}
	return fmt.Sprintf("%s with seed %d", text, c.seed)
}

func castingOf(g companion.Header) (casting, bool) {
	match := demoProgram.FindStringSubmatch(g.Program)
	game, ok := games.Find(g.Setup.Game)
	table, err := setups.TableOf(g.Setup.Game)
	if match == nil || !ok || err != nil {
		return casting{}, false
	}
	stage, ok := game.Demo(match[1])
	seed, err := strconv.ParseUint(match[3], 10, 64)
	people := slices.DeleteFunc(slices.Clone(g.Setup.Seats), func(s engine.Seat) bool { return string(s) == table.Solo })
	return casting{game: game, DemoSetting: stage, with: match[2], seats: len(people), seed: seed, goesOn: true}, ok && err == nil
}

func (d *demoOpts) perform(ctx context.Context, db *gamelog.DB, c casting, dir string, t *transcript) error {
	rig, err := setups.LoadRig(c.game.Rig)
	if err != nil {
		return err
	}
	p, err := newPerformance(db, rig, c, dir, d.Lang, t)
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

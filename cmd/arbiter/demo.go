package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/setups"
)

type demo struct {
	Game  *string `placeholder:"NAME" help:"Which game (council-of-shadows)."`
	Data  string  `placeholder:"DIR" type:"path" help:"Where the game is kept. Without it: demo in the data folder of arbiter."`
	Seats *int    `placeholder:"N" help:"How many bots play; as few as the game takes if nothing is said."`
	Seed  *uint64 `placeholder:"N" help:"Chance: the same seed plays the same game (1)."`
	tongue
}

// Help is the longer help.
func (demo) Help() string {
	return `Bots lay cards on virtual readers; everything else is real: readers, table, rules, log, and a panel whose picture is panel.png in the data folder. Printed values are stand-ins.
A demo that was broken off goes on where it was.`
}

// A casting is which game a demo is, who plays it, and with what chance.
type casting struct {
	game   playable
	people int
	seed   uint64
	goesOn bool
}

// String is how the casting is asked for.
func (c casting) String() string {
	flags := fmt.Sprintf("--seats %d --seed %d", c.people, c.seed)
	if c.game.Name != playables()[0].Name {
		flags = fmt.Sprintf("--game %s %s", c.game.Name, flags)
	}
	return flags
}

// Run plays a demo to its end.
func (d *demo) Run(ctx context.Context, out io.Writer) error {
	dir, err := d.folder()
	if err != nil {
		return err
	}
	db, err := create(dir)
	if err != nil {
		return err
	}
	c, err := d.cast(db.DB)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	t := newTranscript(out)
	t.line("Demo in %s with %s%s.", dir, c, c.invented())
	err = d.perform(ctx, db.DB, c, dir, t)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("broken off; the same command goes on with it")
	}
	if err == nil {
		t.line("\nThe log is %s, the last picture %s.", filepath.Join(dir, logFile), filepath.Join(dir, panelFile))
	}
	return errors.Join(err, db.Close())
}

func (d *demo) folder() (string, error) {
	if d.Data != "" {
		return d.Data, nil
	}
	dir, err := folder{}.path()
	return filepath.Join(dir, "demo"), err
}

// cast decides who plays: those of the game that goes on, else those that were
// asked for.
func (d *demo) cast(db *gamelog.DB) (casting, error) {
	c, err := d.wanted()
	if err != nil {
		return c, err
	}
	list, err := db.Unfinished()
	if err != nil || len(list) == 0 {
		return c, err
	}
	last, ok := castingOf(list[0])
	switch {
	case !ok:
		return c, fmt.Errorf("a game that is no demo goes on here; choose another folder with --data DIR")
	case d.Game != nil && c.game.Name != last.game.Name || d.Seats != nil && c.people != last.people || d.Seed != nil && c.seed != last.seed:
		return c, fmt.Errorf("a demo with %s was broken off here; finish it so, or choose another folder with --data DIR", last)
	}
	return last, nil
}

// wanted is what was asked for.
func (d *demo) wanted() (casting, error) {
	c := casting{game: playables()[0], seed: 1}
	if d.Seed != nil {
		c.seed = *d.Seed
	}
	if d.Game != nil {
		game, ok := find(*d.Game)
		if !ok {
			return c, fmt.Errorf("--game %s: there is %s", *d.Game, names())
		}
		c.game = game
	}
	table, err := setups.TableOf(c.game.Name)
	if err != nil {
		return c, err
	}
	if c.people = table.Counts[0]; d.Seats != nil {
		c.people = *d.Seats
	}
	if !slices.Contains(table.Counts, c.people) {
		return c, fmt.Errorf("--seats %d: %s has %s seats", c.people, c.game.Title, companion.HowMany(table.Counts))
	}
	return c, nil
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

var demoProgram = regexp.MustCompile(`; demo with seed (\d+)$`)

// program is written into the log of a demo.
func (c casting) program() string { return fmt.Sprintf("%s; demo with seed %d", build(), c.seed) }

func castingOf(g gamelog.Summary) (casting, bool) {
	match := demoProgram.FindStringSubmatch(g.Program)
	game, ok := find(g.Game)
	table, err := setups.TableOf(g.Game)
	if match == nil || !ok || err != nil {
		return casting{}, false
	}
	seed, err := strconv.ParseUint(match[1], 10, 64)
	people := slices.DeleteFunc(slices.Clone(g.Seats), func(s engine.Seat) bool { return string(s) == table.Solo })
	return casting{game, len(people), seed, true}, err == nil
}

func (d *demo) perform(ctx context.Context, db *gamelog.DB, c casting, dir string, t *transcript) error {
	rig, err := setups.LoadRig(c.game.rig)
	if err != nil {
		return err
	}
	p, err := newPerformance(db, rig, c, dir, d.Lang, t)
	if err != nil {
		return err
	}
	stop := p.run()
	err = p.begin(ctx, c)
	if err == nil {
		err = p.play(ctx)
	}
	return errors.Join(err, stop())
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"

	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/setups"
)

type demo struct {
	Data  string  `placeholder:"DIR" type:"path" help:"Where the game is kept. Without it: demo in the data folder of arbiter."`
	Seats *int    `placeholder:"N" help:"How many bots play: 1 (against the Automa; the default) to 4."`
	Seed  *uint64 `placeholder:"N" help:"Chance: the same seed plays the same game (1)."`
	tongue
}

// Help is the longer help.
func (demo) Help() string {
	return `Bots lay cards on virtual readers; everything else is real: readers, table, rules, log, and a panel whose picture is panel.png in the data folder. Printed values are stand-ins.
A demo that was broken off goes on where it was.`
}

// A casting is who plays a demo, and with what chance.
type casting struct {
	people int
	seed   uint64
	goesOn bool
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
	t.line("Demo in %s with --seats %d --seed %d; printed values are stand-ins.", dir, c.people, c.seed)
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
	c := casting{people: 1, seed: 1}
	if d.Seats != nil {
		c.people = *d.Seats
	}
	if d.Seed != nil {
		c.seed = *d.Seed
	}
	if c.people < 1 || c.people > 4 {
		return c, fmt.Errorf("--seats %d: Council of Shadows has 1 to 4 seats", c.people)
	}
	list, err := db.Unfinished()
	if err != nil || len(list) == 0 {
		return c, err
	}
	last, ok := castingOf(list[0])
	switch {
	case !ok:
		return c, fmt.Errorf("a game that is no demo goes on here; choose another folder with --data DIR")
	case d.Seats != nil && c.people != last.people || d.Seed != nil && c.seed != last.seed:
		return c, fmt.Errorf("a demo with --seats %d --seed %d was broken off here; finish it so, or choose another folder with --data DIR", last.people, last.seed)
	}
	return last, nil
}

var demoProgram = regexp.MustCompile(`; demo with seed (\d+)$`)

// program is written into the log of a demo.
func (c casting) program() string { return fmt.Sprintf("%s; demo with seed %d", build(), c.seed) }

func castingOf(g gamelog.Summary) (casting, bool) {
	match := demoProgram.FindStringSubmatch(g.Program)
	if match == nil {
		return casting{}, false
	}
	seed, err := strconv.ParseUint(match[1], 10, 64)
	people := len(g.Seats)
	for _, s := range g.Seats {
		if s == robot {
			people--
		}
	}
	return casting{people, seed, true}, err == nil
}

// The seat that joins a single player.
const robot engine.Seat = "automa"

func (d *demo) perform(ctx context.Context, db *gamelog.DB, c casting, dir string, t *transcript) error {
	rig, err := setups.LoadRig("virtual")
	if err != nil {
		return err
	}
	p, err := newPerformance(db, rig, c, dir, d.Lang, t)
	if err != nil {
		return err
	}
	stop := p.run()
	err = p.begin(ctx, councilofshadows.Game.Name, c)
	if err == nil {
		err = p.play(ctx)
	}
	return errors.Join(err, stop())
}

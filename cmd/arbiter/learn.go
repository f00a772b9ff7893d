package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/lessons"
	"arbiter/companion/gamelog"
	"arbiter/companion/learning"
	"arbiter/hw"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

type boxLearn struct {
	datadir.Dir
	i18n.Flag
	Rig         string   `placeholder:"NAME|FILE" required:"" env:"ARBITER_RIG" help:"What is wired where: the cards are laid on any of its readers."`
	Game        string   `default:"council-of-shadows" placeholder:"NAME" help:"The game whose cards they are (${default})."`
	With        []string `placeholder:"OPTION,..." help:"What else is played, and asked for: full-book asks for prices and for what cards do."`
	Pile        []string `placeholder:"NAME,..." help:"Which cards come in turn: start, ai, automa and so on; all if nothing is said."`
	WriteTokens bool     `help:"Give each tag a random number, by which a copy of it is known. What the tag holds stays, and nothing is locked."`
	CheckMaker  bool     `help:"Tell whether NXP made each tag. A clone works all the same."`
}

// Help is the longer help.
func (boxLearn) Help() string {
	return `Deal the deck once: lay a card on a reader, say which one it is (Enter takes the one that is proposed, so a sorted deck needs nothing else), and what is printed on it. Each answer is kept at once: leave whenever you like, and go on another day. The page /learn of the running service does the same.`
}

// Run learns until people leave or the answers end.
func (b *boxLearn) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	return (*learnOpts)(b).run(ctx, in, out)
}

// learnOpts is what boxLearn was asked for.
type learnOpts struct {
	datadir.Dir
	i18n.Flag
	Rig         string
	Game        string
	With        []string
	Pile        []string
	WriteTokens bool
	CheckMaker  bool
}

// run learns until people leave or the answers end.
func (b *learnOpts) run(ctx context.Context, in io.Reader, out io.Writer) error {
	rig, err := setups.LoadRig(b.Rig)
	if err != nil {
		return err
	}
	say, err := b.Say(nil)
	if err != nil {
		return err
	}
	dir, err := b.Path()
	if err != nil {
		return err
	}
	db, err := datadir.Create(dir)
	if err != nil {
		return fmt.Errorf("%w; the page /learn of a running service teaches, too", err)
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	readers := device.Buses(rig, device.Host{}, logger)
	return errors.Join(b.learn(ctx, db.DB, readers, ntag.NXP(), in, &lessons.Console{Out: out, Say: say}), db.Close())
}

// learn runs the lesson on the readers of a rig.
func (b *learnOpts) learn(ctx context.Context, db *gamelog.DB, readers []hw.Bus, maker ntag.PublicKey, in io.Reader, d *lessons.Console) error {
	if len(readers) == 0 {
		return fmt.Errorf("--rig %s: no reader of it takes real cards; choose the rig of your table", b.Rig)
	}
	lesson, err := lessons.New(b.Game, lessons.TagStore{DB: db}, lessons.TagMemory{Buses: readers, Maker: maker}, nil)
	if err != nil {
		return err
	}
	want := learning.Wanted{With: b.With, Piles: b.Pile, Mark: b.WriteTokens, Genuine: b.CheckMaker}
	if err := knowsAll(lesson, want); err != nil {
		return err
	}
	lesson.Want(want)
	d.Lesson = lesson
	watching, blind := context.WithCancel(ctx)
	watcher := hw.Watch(watching, readers, hw.NewTracker(hw.Opts{}), hw.Pace{})
	var all sync.WaitGroup
	all.Go(func() {
		for c := range watcher.Changes() {
			d.Trouble(c)
			lesson.Change(c)
			if d.Heard != nil {
				d.Heard(c)
			}
		}
	})
	err = d.Run(ctx, lessons.Answers(ctx, in))
	blind()
	all.Wait()
	lesson.Close()
	for _, r := range slices.Concat(readers...) {
		r.Close() // a reader that is missing says so, and that is of no interest now
	}
	return err
}

// knowsAll tells of an option or a pile that the game does not have.
func knowsAll(l *learning.Lesson, want learning.Wanted) error {
	table, err := setups.TableOf(l.Game().Name)
	if err != nil {
		return err
	}
	if _, err := table.Facts("", want.With...); err != nil {
		return fmt.Errorf("--with: %w", err)
	}
	var piles []string
	for _, p := range l.View().Piles {
		piles = append(piles, p.Name)
	}
	for _, p := range want.Piles {
		if !slices.Contains(piles, p) {
			return fmt.Errorf("--pile %s: there is %s", p, strings.Join(piles, ", "))
		}
	}
	return nil
}

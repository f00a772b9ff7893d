package lessons

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

	"arbiter/cmd/arbiter/internal/control"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/home"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/companion/gamelog"
	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/hw/ntag"
	"arbiter/setups"
)

// Opts has the flags of the command box learn.
type Opts struct {
	datadir.Dir
	i18n.Flag
	Rig         string
	Game        string
	With        []string
	Pile        []string
	WriteTokens bool
	CheckMaker  bool
}

// Run learns until people stop or there are no more answers.
func (b *Opts) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	rig, err := home.LoadRig(b.Rig)
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
		return elsewhere(ctx, dir, err)
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	readers := device.Buses(rig, device.Host{Locks: locks.In(home.Devices())}, logger)
	return errors.Join(b.Learn(ctx, db.DB, readers, ntag.NXP(), in, &Console{Out: out, Say: say}), db.Close())
}

// elsewhere adds to err where else cards can be taught: while a service is running only on its own
// page.
func elsewhere(ctx context.Context, dir string, err error) error {
	if s, _ := control.Find(ctx, dir); s != nil && s.Page != "" {
		return i18n.Wrap(err, "%s; or teach the cards beside it: %slearn", err, s.Page)
	}
	return err
}

// Learn runs the lesson on the readers of a rig.
func (b *Opts) Learn(ctx context.Context, db *gamelog.DB, readers []hw.Bus, maker ntag.PublicKey, in io.Reader, d *Console) error {
	if len(readers) == 0 {
		return engine.Refuse("--rig %s: no reader of it takes real cards; choose the rig of your table", b.Rig)
	}
	lesson, err := New(b.Game, tagStore{DB: db}, TagMemory{Buses: readers, Maker: maker}, nil, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		return err
	}
	want := learning.Wanted{With: b.With, Piles: b.Pile, Mark: b.WriteTokens, Genuine: b.CheckMaker}
	if err := knowsAll(lesson, want); err != nil {
		return err
	}
	lesson.Want(want)
	d.lesson = lesson
	watching, blind := context.WithCancel(ctx)
	watcher := hw.Watch(watching, readers, hw.NewTracker(hw.Opts{}), hw.Pace{})
	var all sync.WaitGroup
	all.Go(func() {
		for c := range watcher.Changes() {
			d.trouble(c)
			lesson.Change(c)
			if d.Heard != nil {
				d.Heard(c)
			}
		}
	})
	err = d.run(ctx, answers(ctx, in))
	blind()
	all.Wait()
	lesson.Close()
	for _, r := range slices.Concat(readers...) {
		r.Close() // the error of a missing reader does not matter now
	}
	return err
}

// knowsAll returns an error for an option or a pile that the game does not have.
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
			return engine.Refuse("--pile %s: there is %s", p, strings.Join(piles, ", "))
		}
	}
	return nil
}

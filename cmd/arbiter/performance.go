package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/companion/words"
	"arbiter/display"
	pngpanel "arbiter/display/png"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// panelFile is the picture of a demo's panel, in its folder.
const panelFile = "panel.png"

// Nobody waits for noise on virtual readers, and a picture in a file bears any
// pace.
var (
	quickScans = hw.Pace{Pause: time.Millisecond}
	quickFaith = hw.Opts{ArriveScans: 2, LeaveMisses: 2, LeaveAfter: time.Millisecond}
	quickInk   = display.Pace{Interval: 100 * time.Millisecond, Deadline: 5 * time.Second, Retry: time.Second, Partials: -1}
)

// A performance is a demo being played: a real table, virtual readers, and bots
// in place of people.
type performance struct {
	table   *companion.Table
	cards   *cards
	watcher *hw.Watcher
	screen  *screen
	people  []engine.Seat
	bot     bot
	out     *transcript

	changes chan hw.Change
}

func newPerformance(db *gamelog.DB, rig setups.Rig, c casting, dir, lang string, out *transcript) (*performance, error) {
	catalogue, err := words.Load(setups.Words())
	if err != nil {
		return nil, err
	}
	offers, err := companion.Offers(played()...)
	if err != nil {
		return nil, err
	}
	tags, err := db.Tags()
	if err != nil {
		return nil, err
	}
	out.say = catalogue.In(lang)
	p := &performance{bot: bot{c.seed}, people: offers[0].Seats[:c.people], out: out, changes: make(chan hw.Change)}
	rig.Readers = slices.DeleteFunc(rig.Readers, func(r setups.Reader) bool {
		return r.Seat != "" && !slices.Contains(p.people, engine.Seat(r.Seat))
	})
	p.cards = newCards(rig, tags)
	panel := pngpanel.New(image.Pt(400, 300), filepath.Join(dir, panelFile))
	p.screen = newScreen(panelFile, panel, quickInk, catalogue, lang, slog.Default())
	p.table, err = companion.New(companion.Opts{
		Offers: offers, Store: store{db}, Readers: companion.Readers(rig), Changes: p.changes, Tags: tags,
		Panels: []companion.Panel{p.screen}, Program: c.program(), Settle: time.Millisecond,
	})
	p.cards.name = func(uid string, words []string) error { return p.table.Name(context.Background(), uid, words) }
	return p, err
}

// run starts everything; stop ends it, the panel with the last picture.
func (p *performance) run(ctx context.Context) (stop func() error) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	var table, panel error
	p.watcher = hw.Watch(ctx, []hw.Bus{p.cards.bus()}, hw.NewTracker(quickFaith), quickScans)
	all.Go(func() {
		for c := range p.watcher.Changes() {
			select {
			case p.changes <- c:
			case <-ctx.Done():
			}
		}
	})
	all.Go(func() { table = p.table.Run(ctx) })
	all.Go(func() { panel = p.screen.run(ctx) })
	return func() error {
		cancel()
		all.Wait()
		return errors.Join(table, panel)
	}
}

// begin starts a new game, or lays the cards of the one that goes on.
func (p *performance) begin(ctx context.Context, game string, c casting) error {
	if !c.goesOn {
		return p.start(ctx, game, c)
	}
	shots, err := p.see(ctx)
	if err != nil {
		return err
	}
	if shots[0].GameID == "" {
		return errors.New("the demo that was broken off cannot be read")
	}
	p.out.line("It goes on after entry #%d.", shots[0].Version)
	return p.settle(ctx, shots)
}

// start deals the start order, and lets the seed decide about the leaders.
func (p *performance) start(ctx context.Context, game string, c casting) error {
	r := rand.New(rand.NewPCG(c.seed, 0))
	n := companion.NewGame{Game: game, Order: slices.Clone(p.people)}
	for _, s := range p.people {
		n.Seats = append(n.Seats, companion.Sitting{Seat: s})
	}
	if len(p.people) == 1 {
		n.Order = append(n.Order, robot)
	}
	r.Shuffle(len(n.Order), func(i, j int) { n.Order[i], n.Order[j] = n.Order[j], n.Order[i] })
	if r.IntN(2) == 0 {
		n.Options = []string{"leaders"}
	}
	_, err := p.table.Start(ctx, n)
	return err
}

// see returns what each person sees now.
func (p *performance) see(ctx context.Context) ([]companion.Snapshot, error) {
	shots := make([]companion.Snapshot, len(p.people))
	for i, seat := range p.people {
		var err error
		if shots[i], err = p.table.Snapshot(ctx, seat); err != nil {
			return nil, err
		}
	}
	return shots, nil
}

// settle lays all cards as the game has them, and waits until the readers have
// seen it.
func (p *performance) settle(ctx context.Context, shots []companion.Snapshot) error {
	for i, seat := range p.people {
		if err := p.cards.tidy(seat, shots[i].View); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !p.cards.agree(p.watcher.Lying()) {
		select {
		case <-time.After(time.Millisecond / 2):
		case <-ctx.Done():
			return fmt.Errorf("the readers do not see what lies there: %w", ctx.Err())
		}
	}
	return nil
}

// patience is how long a demo waits for its readers and its table.
const patience = 10 * time.Second

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/hw"
	"arbiter/setups"
)

// panelFile is the picture of a demo's panel, in its folder.
const panelFile = "panel.png"

// Virtual readers have no noise that one would have to wait for.
var (
	quickScans = hw.Pace{Pause: time.Millisecond}
	quickFaith = hw.Opts{ArriveScans: 2, LeaveMisses: 2, LeaveAfter: time.Millisecond}
)

// A performance is a demo being played: a house with virtual readers, and bots
// in place of people.
type performance struct {
	*house
	people []engine.Seat
	bot    bot
	out    *transcript
}

func newPerformance(db *gamelog.DB, rig setups.Rig, c casting, dir, lang string, out *transcript) (*performance, error) {
	p := &performance{bot: bot{c.seed}, out: out}
	table, err := setups.TableOf(councilofshadows.Game.Name)
	if err != nil {
		return nil, err
	}
	for _, s := range table.Seats[:c.people] {
		p.people = append(p.people, engine.Seat(s))
	}
	rig.Readers = slices.DeleteFunc(rig.Readers, func(r setups.Reader) bool {
		return r.Seat != "" && !slices.Contains(p.people, engine.Seat(r.Seat))
	})
	rig.Panels = []setups.Panel{{Name: "panel", Driver: "png", Size: "400x300", File: panelFile}}
	p.house, err = newHouse(houseOpts{
		rig: rig, db: db, dir: dir, lang: lang, program: c.program(), wires: newBoard(), logger: slog.New(slog.DiscardHandler),
		scans: quickScans, faith: quickFaith, settle: time.Millisecond,
	})
	if err == nil {
		out.say = p.catalogue.In(lang)
	}
	return p, err
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
	n := companion.NewGame{Game: game, Box: "stand-in", Order: slices.Clone(p.people)}
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

// Package demo plays games with bots alone, through virtual cards.
package demo

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/companion"
	"arbiter/companion/gamelog"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// PanelFile is the picture of a demo's panel, in its folder.
const PanelFile = "panel.png"

// Virtual readers have no noise to wait for.
var (
	QuickScans    = hw.Pace{Pause: time.Millisecond}
	QuickEvidence = hw.Opts{ArriveScans: 2, LeaveMisses: 2, LeaveAfter: time.Millisecond}
)

// A Demo is a demo being played: an app with virtual readers, and bots in place of people.
type Demo struct {
	*app.App
	Cast
	people []engine.Seat
	solo   engine.Seat // joins a single seat; "" if none does
	out    *transcript
}

func newDemo(db *gamelog.DB, rig setups.Rig, c Cast, dir, lang string, out *transcript) (*Demo, error) {
	table, err := setups.TableOf(c.game.Name)
	if err != nil {
		return nil, err
	}
	p := &Demo{Cast: c, solo: engine.Seat(table.Solo), out: out}
	for _, s := range table.All()[:c.seats] {
		p.people = append(p.people, engine.Seat(s))
	}
	rig.Readers = slices.DeleteFunc(rig.Readers, func(r setups.Reader) bool {
		return r.Seat != "" && !slices.Contains(p.people, engine.Seat(r.Seat))
	})
	rig.Panels = []setups.Panel{{Name: "panel", Driver: "png", Size: "400x300", File: PanelFile}}
	p.App, err = app.New(app.Opts{
		Rig: rig, DB: db, Dir: dir, Lang: lang, Program: c.program(), Pins: device.Host{}, Logger: slog.New(slog.DiscardHandler),
		Scans: QuickScans, Evidence: QuickEvidence, Settle: time.Millisecond,
		Patience: 30 * time.Second, // nobody is waiting, and a memory card may be slow
	})
	if err == nil {
		out.say = p.Catalogue.In(lang)
	}
	return p, err
}

// begin starts a new game, or lays the cards of the one that is resumed.
func (p *Demo) begin(ctx context.Context, c Cast) error {
	if !c.goesOn {
		return p.start(ctx, c)
	}
	shots, err := p.see(ctx)
	if err != nil {
		return err
	}
	if shots[0].GameID == "" {
		return engine.Refuse("the demo that was broken off cannot be read")
	}
	if shots[0].Divergence != nil {
		return engine.Refuse("the rules of the program have changed since the demo was broken off; choose another folder with --data DIR")
	}
	p.out.line("It goes on after entry #%d.", shots[0].Version)
	if err := p.settle(ctx, shots); err != nil {
		return err
	}
	time.Sleep(p.Opts.Settle) // cards laid earlier would count as having lain there before
	return nil
}

// start lets the seed decide who begins and what the game is played with.
func (p *Demo) start(ctx context.Context, c Cast) error {
	r := p.dice(-1)
	n := companion.NewGame{Game: p.game.Name, Box: c.box()}
	for _, s := range p.people {
		n.Seats = append(n.Seats, companion.Seating{Seat: s})
	}
	table, err := setups.TableOf(p.game.Name)
	if err != nil {
		return err
	}
	if table.Order != "" {
		n.Order = slices.Clone(p.people)
		if len(p.people) == 1 && p.solo != "" {
			n.Order = append(n.Order, p.solo)
		}
		r.Shuffle(len(n.Order), func(i, j int) { n.Order[i], n.Order[j] = n.Order[j], n.Order[i] })
	}
	n.Options = p.setting(r)
	_, err = p.Table.Start(ctx, n)
	return err
}

// dice returns the dice for what follows an entry. They depend only on the seed and the number, so
// that a resumed game goes on as it would have. Before the game the number is -1.
func (p *Demo) dice(entry int) *rand.Rand {
	return rand.New(rand.NewPCG(p.seed, uint64(entry+1)))
}

// see returns what each person sees now.
func (p *Demo) see(ctx context.Context) ([]companion.Snapshot, error) {
	shots := make([]companion.Snapshot, len(p.people))
	for i, seat := range p.people {
		var err error
		if shots[i], err = p.Table.Snapshot(ctx, seat); err != nil {
			return nil, err
		}
	}
	return shots, nil
}

// settle lays all cards as the game has them, and waits until the table knows: a card that it
// learns of after the next entry could mean something else.
func (p *Demo) settle(ctx context.Context, shots []companion.Snapshot) error {
	for i, seat := range p.people {
		if err := p.Cards.Tidy(seat, shots[i].View, ""); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !p.Cards.Agree(p.Present.Lying()) {
		select {
		case <-time.After(time.Millisecond / 2):
		case <-ctx.Done():
			return fmt.Errorf("the table does not hear of what lies there: %w", ctx.Err())
		}
	}
	return nil
}

// patience is how long a demo waits for its readers and its table.
const patience = time.Minute

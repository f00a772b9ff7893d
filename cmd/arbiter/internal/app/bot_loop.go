package app

import (
	"context"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine/bot"
)

// How long a BotLoop waits before it acts.
const (
	BotPause     = time.Second      // so that people can follow
	UndonePause  = 5 * time.Second  // after something was taken back: more may follow
	ConsentPause = 30 * time.Second // while people are asked whether something may be taken back
	retryPause   = 10 * time.Second // after trouble

	// A bot that searches takes no longer than this for a step, and with people at the
	// table, for whom it pauses, no less: how long it thinks tells nothing of its cards.
	botThinks = 400 * time.Millisecond
)

// A BotLoop acts at the table in place of somebody: the dealer, or the bots. It
// knows nothing of the game in progress, so that restarts and other games do not
// matter to it.
type BotLoop struct {
	Table  *companion.Table
	Logger *slog.Logger
	Pause  time.Duration
	Act    func(context.Context) error // does one thing if there is one to do
}

// Seen is what a BotLoop compares to see whether something has happened.
type seen struct {
	game    string
	version int
	asked   bool // whether something may be taken back
	doubted bool // the rules have changed, and the table has not chosen yet
}

// Run acts until ctx ends.
func (s BotLoop) Run(ctx context.Context) error {
	shots, err := s.Table.Watch(ctx, "")
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	timer := time.NewTimer(s.Pause)
	defer timer.Stop()
	timer.Stop()
	last, due := seen{version: -1}, time.Time{} // due is zero while nothing is
	for {
		select {
		case shot, ok := <-shots:
			if !ok {
				return nil
			}
			now := seen{shot.GameID, shot.Version, shot.Proposal != nil, shot.Divergence != nil}
			if now == last {
				continue
			}
			last = now
			next := time.Now().Add(s.Wait(shot))
			if s.Wait(shot) > s.Pause || due.IsZero() || next.Before(due) {
				due = next
				timer.Reset(time.Until(due))
			}
		case <-timer.C:
			due = time.Time{}
			if err := s.Act(ctx); err != nil && ctx.Err() == nil {
				s.Logger.Warn("nobody acts for those who are away", "err", err)
				due = time.Now().Add(retryPause)
				timer.Reset(retryPause)
			}
		}
	}
}

// Wait is how long the loop leaves the table alone after a moment.
func (s BotLoop) Wait(shot companion.Snapshot) time.Duration {
	switch n := len(shot.Log); {
	case shot.Proposal != nil:
		return max(s.Pause, ConsentPause)
	case n > 0 && shot.Log[n-1].Seq == shot.Version && shot.Log[n-1].Undoes != 0:
		return max(s.Pause, UndonePause)
	}
	return s.Pause
}

// Attend deals and plays for the bots until ctx ends.
func (h *App) Attend(ctx context.Context, pause time.Duration) error {
	var both sync.WaitGroup
	errs := make(chan error, 2)
	dice := games.Dice()
	for _, s := range []BotLoop{
		{h.Table, h.Opts.Logger, 0, func(ctx context.Context) error {
			_, _, err := games.Dealer{Table: h.Table, Deals: games.Deals}.Deal(ctx, nil)
			return err
		}},
		{h.Table, h.Opts.Logger, pause, func(ctx context.Context) error { return playBot(ctx, h.Table, dice, min(pause, botThinks)) }},
	} {
		both.Go(func() { errs <- s.Run(ctx) })
	}
	both.Wait()
	if err := <-errs; err != nil {
		return err
	}
	return <-errs
}

// playBot lets one bot do one thing, if any may. One that searches does it after hold, or as
// soon after as it knows what; to a window all of them answer.
func playBot(ctx context.Context, table *companion.Table, r *rand.Rand, hold time.Duration) error {
	public, err := table.Snapshot(ctx, "")
	if err != nil {
		return err
	}
	game, _ := games.Find(public.Game)
	for _, seat := range slices.Sorted(maps.Keys(public.Bots)) {
		way := table.Bot(seat)
		s, err := way.Snapshot(ctx)
		if err != nil {
			return err
		}
		b := game.Bot(public.Bots[seat])
		if s.Window != nil {
			if err := games.Answer(ctx, way, b, r, s); err != nil {
				return err
			}
			continue
		}
		pick := func(rest []companion.LegalCommand) companion.LegalCommand {
			if len(rest) < len(s.Legal) { // the table has gone on: there is no sense in thinking again
				return rest[0]
			}
			return think(ctx, b, r, s, hold)
		}
		_, done, err := games.Try(s.Legal, pick, func(c companion.LegalCommand) error {
			_, err := way.Do(ctx, c.Line, s.Version)
			return err
		})
		if done || err != nil {
			return err
		}
	}
	return nil
}

// think lets a bot choose; one that searches has its time for it, used or not.
func think(ctx context.Context, b bot.Bot, r *rand.Rand, s companion.Snapshot, hold time.Duration) companion.LegalCommand {
	if _, searches := b.(bot.Thinker); !searches {
		return games.Choose(b, r, s, s.Legal)
	}
	held, release := context.WithTimeout(ctx, hold)
	defer release()
	limited, stop := context.WithTimeout(ctx, botThinks)
	defer stop()
	chosen := games.Think(limited, b, r, s, s.Legal)
	<-held.Done()
	return chosen
}

package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/contain"
)

// How long a BotLoop waits before it acts.
const (
	BotPause     = time.Second      // so that people can follow
	UndonePause  = 5 * time.Second  // after something was taken back: more may follow
	ConsentPause = 30 * time.Second // while people are asked whether something may be taken back
	retryPause   = 10 * time.Second // after trouble

	// botHolds is the least time in which a searching bot answers while people play: how long it
	// thinks must reveal nothing of its cards.
	botHolds = 400 * time.Millisecond
)

// A BotLoop acts at the table for the dealer or the bots. It keeps nothing of the game in progress,
// so restarts and new games do not matter to it.
type BotLoop struct {
	Table  *companion.Table
	Logger *slog.Logger
	Pause  time.Duration
	Act    func(context.Context) error // does one thing, if there is one to do
}

// seen is what a BotLoop compares to notice that something has happened.
type seen struct {
	game    string
	version int
	asked   bool // people are asked whether something may be taken back
	doubted bool // the rules have changed, and people have not chosen yet
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
	last, due := seen{version: -1}, time.Time{} // due is zero while nothing is planned
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
			if err := contain.Run(func() error { return s.Act(ctx) }); err != nil && ctx.Err() == nil {
				s.Table.Fault(ctx, err, "a bot or the dealer", engine.Say("a fault in the program: the bots and what the program deals wait, and are tried again in a moment; the device's log says more"))
				s.Logger.Warn("nobody acts for those who are away", "err", err)
				due = time.Now().Add(retryPause)
				timer.Reset(retryPause)
			}
		}
	}
}

// Wait returns how long the loop leaves the table alone after a snapshot.
func (s BotLoop) Wait(shot companion.Snapshot) time.Duration {
	switch n := len(shot.Log); {
	case shot.Proposal != nil:
		return max(s.Pause, ConsentPause)
	case n > 0 && shot.Log[n-1].Seq == shot.Version && shot.Log[n-1].Undoes != 0:
		return max(s.Pause, UndonePause)
	}
	return s.Pause
}

// botOf returns a bot of a game by its name.
func botOf(game, name string) bot.Bot {
	p, _ := games.Find(game)
	return p.Bot(name)
}

// Attend deals and plays for the bots until ctx ends.
func (h *App) Attend(ctx context.Context, pause time.Duration) error {
	var both sync.WaitGroup
	errs := make(chan error, 2)
	bots := &botPlayer{table: h.Table, bot: botOf, dice: games.Dice(), hold: min(pause, botHolds)}
	for _, s := range []BotLoop{
		{h.Table, h.Opts.Logger, 0, func(ctx context.Context) error {
			_, _, err := games.Dealer{Table: h.Table, Deals: games.Deals}.Deal(ctx, nil)
			return err
		}},
		{h.Table, h.Opts.Logger, pause, bots.play},
	} {
		both.Go(func() { errs <- s.Run(ctx) })
	}
	both.Wait()
	if err := <-errs; err != nil {
		return err
	}
	return <-errs
}

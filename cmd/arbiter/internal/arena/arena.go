// Package arena lets bots play each other many times, to measure how much stronger one is.
package arena

import (
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/setups"
)

// Opts says what is played.
type Opts struct {
	Game, Book string
	Seats      int
	A, B       string // names of bots
	Against    string // the game's own robot instead of B; "" if B plays
	Alone      bool   // A has one seat, B all others
	Games      int
	Seed       uint64
	Budget     time.Duration // CPU time for a decision; 0: unlimited
	Ask        int           // in how many positions of each game the judge says how likely the seat is to win
	i18n.Flag
}

// Run plays the games and prints the results; if stopped, those of the games that were over.
func (o Opts) Run(ctx context.Context, out io.Writer) error {
	say, err := o.Say(nil)
	if err != nil {
		return err
	}
	all, err := o.matches()
	if err != nil {
		return err
	}
	p := newReport(out, say)
	t, err := playAll(ctx, all, p.progress)
	if t.games() > 0 {
		p.print(o, all[0], t)
	}
	return err
}

// matches returns the games, each with its seed and the first bot's seats.
func (o Opts) matches() ([]match, error) {
	game, ok := games.Find(o.Game)
	if !ok {
		return nil, engine.Refuse("--game %s: there is %s", o.Game, games.Names())
	}
	book, err := o.book(game)
	if err != nil {
		return nil, err
	}
	table, err := setups.TableOf(game.Name)
	if err != nil {
		return nil, err
	}
	m := match{game: game, budget: o.Budget, asked: o.Ask}
	if m.bots, err = o.bots(game); err != nil {
		return nil, err
	}
	if err := o.checkSeats(table); err != nil {
		return nil, err
	}
	if m.seats, m.facts, err = game.Seating(o.Seats, box(game), book.Always); err != nil {
		return nil, err
	}
	if o.Seats == 1 {
		m.robot = engine.Seat(table.Solo)
	}
	all := make([]match, o.Games)
	for i := range all {
		all[i], all[i].seed, all[i].first = m, o.Seed+uint64(i), o.first(m.seats, i)
	}
	return all, nil
}

// book returns the book that is asked for, or the first in which bots see what they play.
func (o Opts) book(game games.Entry) (games.DemoSetting, error) {
	for _, s := range game.Demos {
		switch {
		case o.Book == "" && !s.Blind, o.Book != "" && s.Book == o.Book && !s.Blind:
			return s, nil
		case o.Book != "" && s.Book == o.Book:
			return s, engine.Refuse("--book %s: bots see no cardboard there and invent what it brings, so none is stronger than another", o.Book)
		}
	}
	return games.DemoSetting{}, engine.Refuse("--book %s: %s has no such book", o.Book, game.Title)
}

func (o Opts) bots(game games.Entry) (pair [2]bot.Bot, err error) {
	for i, name := range [2]string{o.A, o.B} {
		if !slices.Contains(game.Names(), name) {
			return pair, engine.Refuse("%s: the bots of %s are %s", name, game.Title, strings.Join(game.Names(), ", "))
		}
		pair[i] = game.Bot(name)
	}
	return pair, nil
}

func (o Opts) checkSeats(table setups.Table) error {
	switch {
	case o.Games < 1:
		return engine.Refuse("--games %d: play at least one", o.Games)
	case o.Against != "" && o.Against != table.Solo:
		return engine.Refuse("--against %s: the game has no such robot", o.Against)
	case o.Seats == 1 && o.Against == "":
		return engine.Refuse("--seats 1: alone one plays --against %s", table.Solo)
	case o.Seats != 1 && o.Against != "":
		return engine.Refuse("--against %s: one seat plays against it, not %d", o.Against, o.Seats)
	}
	return nil
}

// box returns the box with stand-in values, if the game has printed values.
func box(game games.Entry) string {
	if slices.Contains(setups.Boxes(game.Name), "stand-in") {
		return "stand-in"
	}
	return ""
}

// single reports whether the first bot has one seat: if that is asked for, or the number of seats
// is odd.
func (o Opts) single() bool { return o.Alone || o.Seats%2 != 0 }

// first returns the seats of the first bot in a game: every other one, or a single one; they move
// on by one in each game.
func (o Opts) first(seats []engine.Seat, game int) (first []engine.Seat) {
	for i, s := range seats[:o.Seats] {
		if o.single() && i == game%o.Seats || !o.single() && i%2 == game%2 {
			first = append(first, s)
		}
	}
	return first
}

// even returns the share that equal bots would have.
func (o Opts) even() float64 {
	if o.single() && o.Seats > 1 {
		return 1 / float64(o.Seats)
	}
	return 0.5
}

// playAll plays the games on all cores. The result does not depend on their order.
func playAll(ctx context.Context, all []match, progress func(tally, int)) (tally, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next, outcomes := make(chan match), make(chan outcome)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			onThread(func() {
				for m := range next {
					o, err := m.play(ctx)
					if err != nil {
						stop(err)
						return
					}
					outcomes <- o
				}
			})
		})
	}
	go func() {
		defer close(outcomes)
		defer workers.Wait()
		defer close(next)
		for _, m := range all {
			select {
			case next <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	var t tally
	for o := range outcomes {
		t.add(o)
		progress(t, len(all))
	}
	return t, context.Cause(ctx)
}

package arena

import (
	"context"
	"math"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/enginetest/tier"
)

func opts() Opts {
	return Opts{Game: "high-council", Seats: 2, A: "greedy", B: "random", Games: 4, Seed: 1, Flag: i18n.Flag{Lang: "en"}}
}

func run(t *testing.T, o Opts) string {
	t.Helper()
	var out strings.Builder
	if err := o.Run(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Greedy beats random in each of four games, and the same seeds give the same games.
func TestArena(t *testing.T) {
	got := run(t, opts())
	for _, want := range []string{"greedy against random: 4 games, seeds from 1 on\nwon 4, drawn 0, lost 0\nshare 1.000, with 95 % certainty .510 to 1.000; Elo +338\n", "\ngreedy: ", " decisions, ", "\nlength: "} {
		if !strings.Contains(got, want) {
			t.Errorf("it says\n%s\nwithout %q", got, want)
		}
	}
	if again := run(t, opts()); length(again) != length(got) {
		t.Errorf("again:\n%s", again)
	}
	other := opts()
	other.Seed = 100
	if length(run(t, other)) == length(got) {
		t.Error("control: other seeds give the same games")
	}
	o := opts()
	o.A, o.B = o.B, o.A
	if got := run(t, o); !strings.Contains(got, "won 0, drawn 0, lost 4") {
		t.Errorf("random against greedy:\n%s", got)
	}
}

func length(report string) string { return report[strings.Index(report, "length"):] }

// Both bots have each seat equally often; with Alone one of them has one seat of four.
func TestSeatsAlternate(t *testing.T) {
	for _, c := range []struct {
		seats int
		alone bool
		even  float64
		first []string
	}{
		{2, false, 0.5, []string{"white", "red"}},
		{4, false, 0.5, []string{"white yellow", "red blue"}},
		{4, true, 0.25, []string{"white", "red", "yellow", "blue"}},
	} {
		o := opts()
		o.Seats, o.Alone = c.seats, c.alone
		all, err := o.matches()
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range all {
			var first []string
			for _, s := range m.first {
				first = append(first, string(s))
			}
			if got, want := strings.Join(first, " "), c.first[i%len(c.first)]; got != want {
				t.Errorf("%d seats, game %d: %s, want %s", c.seats, i, got, want)
			}
		}
		if o.even() != c.even {
			t.Errorf("%d seats: equal bots have %v", c.seats, o.even())
		}
	}
}

// Wilson's interval and Elo match published tables.
func TestFigures(t *testing.T) {
	low, high := wilson(0.925, 60)
	if math.Abs(low-0.829) > 0.005 || math.Abs(high-0.969) > 0.005 {
		t.Errorf("55.5 of 60: %.3f to %.3f", low, high)
	}
	for share, want := range map[float64]float64{0.5: 0, 0.64: 100, 0.76: 200} {
		if got := elo(share, 0.5, 1000); math.Abs(got-want) > 2 {
			t.Errorf("a share of %v is %+.0f", share, got)
		}
	}
	if got := elo(0.25, 0.25, 1000); got != 0 {
		t.Errorf("one of four equal bots: %+.0f", got)
	}
	if got := elo(1, 0.5, 10); math.IsInf(got, 0) {
		t.Error("all games won")
	}
}

// Impossible settings are refused in words.
func TestImpossibleArenas(t *testing.T) {
	tier.Unraced(t, "one goroutine")
	for want, change := range map[string]func(*Opts){
		"--game chess":                func(o *Opts) { o.Game = "chess" },
		"--book full":                 func(o *Opts) { o.Book = "full" },
		"bots see no cardboard there": func(o *Opts) { o.Game, o.Book, o.B = "council-of-shadows", "tracks", "casual" },
		"--seats 3":                   func(o *Opts) { o.Seats = 3 },
		"bots of The High":            func(o *Opts) { o.B = "deep" },
		"--games 0":                   func(o *Opts) { o.Games = 0 },
		"--against automa":            func(o *Opts) { o.Against = "automa" },
	} {
		o := opts()
		change(&o)
		if err := o.Run(context.Background(), &strings.Builder{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

// Stopping the arena does not wait for the game in progress.
func TestStoppedArena(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := opts().Run(ctx, &strings.Builder{}); err == nil {
		t.Error("it played on")
	}
}

// Games that were over when it stopped are counted.
func TestStoppedArenaCountsFinishedGames(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	o := opts()
	o.Games = 400
	all, err := o.matches()
	if err != nil {
		t.Fatal(err)
	}
	played, err := playAll(ctx, all, func(tally, int) { stop() })
	if n := played.games(); err == nil || n == 0 || n == o.Games {
		t.Errorf("stopped after the first game: %d of %d, %v", n, o.Games, err)
	}
}

// The Brier score and the bands of forecasts match those worked out by hand.
func TestForecasts(t *testing.T) {
	tier.Unraced(t, "goroutines of games meet in TestArena")
	all := []forecast{{0.9, 1, 4}, {0.7, 0, 0}, {0.5, 0.5, 0}, {0.1, 0, 4}}
	if got := brier(all); math.Abs(got-(0.01+0.49+0+0.01)/4) > 1e-9 {
		t.Errorf("a score of %v", got)
	}
	if got := bands(all); got[4] != (band{0.9, 1, 1}) || got[3] != (band{0.7, 0, 1}) || got[0].n != 1 || got[1].n != 0 {
		t.Errorf("bands %v", got)
	}
	if got := fifths(all); math.Abs(got[0]-0.49/2) > 1e-9 || math.Abs(got[4]-0.01) > 1e-9 || got[2] != 0 {
		t.Errorf("fifths %v", got)
	}
	if got := unreliable(bands(all)); math.Abs(got-(0.01+0.49+0+0.01)/4) > 1e-9 {
		t.Errorf("told wrongly by %v", got)
	}
	if got := unreliable(bands([]forecast{{0.5, 1, 0}, {0.5, 0, 0}})); got != 0 {
		t.Errorf("one half of coins is wrong by %v", got)
	}
	o := opts()
	o.Ask = 3
	if got := run(t, o); !strings.Contains(got, "told at 12 positions: Brier score .") || length(got) != length(run(t, opts())) {
		t.Errorf("it says\n%s", got)
	}
}

// A listener is a bot that counts the windows in which it is asked, and its answers.
type listener struct {
	bot.Bot
	asked, answered *int
}

func (l listener) Choose(r bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	c := l.Bot.Choose(r, s, choices)
	if w := engine.WindowOf(s.State); w.Open() {
		*l.asked++
		if c != w.Close {
			*l.answered++
		}
	}
	return c
}

// Seats answer in windows before these close.
func TestWindowsAreAnswered(t *testing.T) {
	o := opts()
	o.Game, o.A, o.B = "casting-shadows", "greedy", "greedy"
	all, err := o.matches()
	if err != nil {
		t.Fatal(err)
	}
	asked, answered := 0, 0
	for _, m := range all {
		for i, b := range m.bots {
			m.bots[i] = listener{b, &asked, &answered}
		}
		if _, err := m.play(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if answered == 0 || answered >= asked {
		t.Errorf("%d answers in %d windows", answered, asked)
	}
}

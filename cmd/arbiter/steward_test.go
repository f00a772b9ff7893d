package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
)

// attended lets the stewards of a room work without pauses until the test ends
// or the room is left.
func (r *room) attended() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Attend(ctx, time.Millisecond) }()
	leave := r.leave
	r.leave = func() {
		cancel()
		if err := <-done; err != nil {
			r.Error("stewards:", err)
		}
		done <- nil
		leave()
	}
	r.Cleanup(r.leave)
}

// A person plays a round against a bot, and the program is started again in the
// middle of it. Nobody else sees what the bot plans.
func TestBotAtTheTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		r := virtualRoom(t, dir)
		r.attended()
		_, err := r.Table.Start(t.Context(), companion.NewGame{
			Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green", Bot: "casual"}},
			Order: []engine.Seat{"green", "purple"}, Box: "stand-in",
		})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.see("purple").View; len(v.Map) == 0 {
			t.Error("the bot sees no cardboard: it plays the tracks book")
		}
		r.turnOf("purple", "purple pass")
		r.say("purple plan 1 discover", "purple plan 2 tower")
		r.leave()

		r = virtualRoom(t, dir)
		r.attended()
		for _, c := range r.see("green").View.Zones {
			if c.Seat == "green" && strings.Contains("123", c.Name) && len(c.Cards) > 0 {
				t.Errorf("everybody sees what lies on field %s of the bot", c.Name)
			}
		}
		r.say("purple plan 3 harvest", "purple ready")
		r.until("cards of the bot", func(s companion.Snapshot) bool {
			z, _ := s.View.Zone("green", "3")
			return len(z.Cards) > 0
		})
		if lying := r.Cards.Lying("green-1"); len(lying) > 0 {
			t.Errorf("on the reader of the bot lies %v", lying)
		}
	})
}

// turnOf waits until the line may be said, and says it.
func (r *room) turnOf(seat engine.Seat, line string) {
	r.Helper()
	r.until(line, func(companion.Snapshot) bool {
		return slices.ContainsFunc(r.see(seat).Legal, func(c companion.LegalCommand) bool { return c.Line == line })
	})
	r.say(line)
}

// Bots leave the table alone while people think about taking something back.
func TestPauses(t *testing.T) {
	t.Parallel()
	s := app.BotLoop{Pause: time.Second}
	undone := companion.LogLine{Seq: 7, Undoes: 6}
	for name, c := range map[string]struct {
		shot companion.Snapshot
		want time.Duration
	}{
		"usual":          {companion.Snapshot{Version: 7, Log: []companion.LogLine{{Seq: 7}}}, time.Second},
		"nothing yet":    {companion.Snapshot{}, time.Second},
		"taken back":     {companion.Snapshot{Version: 7, Log: []companion.LogLine{undone}}, app.UndonePause},
		"played again":   {companion.Snapshot{Version: 8, Log: []companion.LogLine{undone}}, time.Second},
		"may I?":         {companion.Snapshot{Version: 7, Proposal: &companion.Proposal{Waiting: []engine.Seat{"red"}}}, app.ConsentPause},
		"may I go on so": {companion.Snapshot{Version: 7, Log: []companion.LogLine{undone}, Proposal: &companion.Proposal{Waiting: []engine.Seat{"red"}}}, app.ConsentPause},
	} {
		if got := s.Wait(c.shot); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A steward in trouble does not try again and again.
func TestStewardInTrouble(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := virtualRoom(t, t.TempDir())
		r.sit()
		var log strings.Builder
		ctx, cancel := context.WithTimeout(t.Context(), longestWait)
		defer cancel()
		tries := make(chan bool, 100)
		s := app.BotLoop{Table: r.Table, Logger: slog.New(slog.NewTextHandler(&log, nil)), Pause: 0, Act: func(context.Context) error {
			tries <- true
			time.AfterFunc(300*time.Millisecond, cancel) // a moment after the first try
			return fmt.Errorf("the disk is full")
		}}
		if err := s.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if got, want := len(tries), 1; got != want {
			t.Errorf("%d tries in a moment, want %d", got, want)
		}
		if !strings.Contains(log.String(), "the disk is full") {
			t.Errorf("the log does not tell why: %s", log.String())
		}
	})
}

// The dealer deals what the game lets it deal, and nothing else.
func TestDealer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := virtualRoom(t, t.TempDir())
		_, err := r.Table.Start(t.Context(), companion.NewGame{
			Game: "council-of-shadows", Seats: []companion.Seating{{Seat: "purple"}}, Order: []engine.Seat{"purple", "automa"}, Box: "stand-in",
		})
		if err != nil {
			t.Fatal(err)
		}
		r.say("purple pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready")
		if _, dealt, err := (games.Dealer{Table: r.Table, Deals: games.Deals}).Deal(t.Context(), games.Dice()); dealt || err != nil {
			t.Errorf("a card that people draw was dealt: %t, %v", dealt, err)
		}
		opens := func(_ companion.Snapshot, c engine.Command) bool { _, ok := c.(councilofshadows.Open); return ok }
		c, dealt, err := games.Dealer{Table: r.Table, Deals: opens}.Deal(t.Context(), games.Dice())
		if !dealt || err != nil || !strings.HasPrefix(c.Line, "table open automa-") {
			t.Errorf("dealt %q: %t, %v", c.Line, dealt, err)
		}
		if _, dealt, err := (games.Dealer{Table: r.Table, Deals: opens}).Deal(t.Context(), games.Dice()); dealt || err != nil {
			t.Errorf("dealt when nothing was asked for: %t, %v", dealt, err)
		}
	})
}

// What is refused because of something hidden is tried no second time, and what is
// left is equally likely.
func TestTriedIsFair(t *testing.T) {
	t.Parallel()
	choices := []companion.LegalCommand{{Line: "a"}, {Line: "b"}, {Line: "hidden"}, {Line: "c"}}
	r := rand.New(rand.NewPCG(1, 2))
	got := map[string]int{}
	const draws = 30000
	for range draws {
		asked := map[string]bool{}
		c, done, err := games.Try(choices, func(rest []companion.LegalCommand) companion.LegalCommand { return rest[r.IntN(len(rest))] }, func(c companion.LegalCommand) error {
			if asked[c.Line] {
				t.Fatalf("%s was tried twice", c.Line)
			}
			if asked[c.Line] = true; c.Line == "hidden" {
				return engine.Refuse("no")
			}
			return nil
		})
		if !done || err != nil {
			t.Fatal(done, err)
		}
		got[c.Line]++
	}
	for _, line := range []string{"a", "b", "c"} {
		if n := got[line]; n < draws/3-500 || n > draws/3+500 { // six standard deviations
			t.Errorf("%s came %d times of %d", line, n, draws)
		}
	}
	if _, done, err := games.Try(choices[2:3], func(rest []companion.LegalCommand) companion.LegalCommand { return rest[0] }, func(companion.LegalCommand) error { return engine.Refuse("no") }); done || err != nil {
		t.Errorf("everything is refused: %t, %v", done, err)
	}
	if _, done, err := games.Try(choices, func(rest []companion.LegalCommand) companion.LegalCommand { return rest[0] }, func(companion.LegalCommand) error { return context.Canceled }); done || err == nil {
		t.Errorf("trouble is no refusal: %t, %v", done, err)
	}
}

// A bot of an older program is played by any bot.
func TestUnknownBot(t *testing.T) {
	t.Parallel()
	p, _ := games.Find("council-of-shadows")
	if _, ok := p.Bot("casual").(shadowsbot.Casual); !ok {
		t.Error("casual is another bot")
	}
	if _, ok := p.Bot("of-yore").(bot.Random); !ok {
		t.Error("nobody plays for a bot that is gone")
	}
}

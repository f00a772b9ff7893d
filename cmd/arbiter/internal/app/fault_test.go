package app

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/engine"
	"arbiter/engine/bot"
)

// A crashing bot panics whenever it is asked, and names what it knows.
type crashing struct{}

func (crashing) Choose(_ bot.Dice, s bot.Seen, _ []engine.Command) engine.Command {
	panic(s.State.View().Zones)
}

// atWork returns a table for two without cardboard, with a person and a bot of some kind.
func atWork(t *testing.T, b bot.Bot) (table *companion.Table, play func(), journal *bytes.Buffer) {
	t.Helper()
	offers, err := companion.Offers(games.List()...)
	if err != nil {
		t.Fatal(err)
	}
	offerBots(offers, false)
	journal = &bytes.Buffer{}
	table, err = companion.New(companion.Opts{Offers: offers, Store: &companiontest.Store{}, Virtual: true, Logger: slog.New(slog.NewTextHandler(journal, nil))})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- table.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	_, err = table.Start(ctx, companion.NewGame{Game: "high-council", Options: []string{"dealt"}, Seats: []companion.Seating{{Seat: "white"}, {Seat: "red", Bot: "club"}}})
	if err != nil {
		t.Fatal(err)
	}
	bots := &botPlayer{table: table, bot: func(string, string) bot.Bot { return b }, dice: games.Dice()}
	return table, func() {
		t.Helper()
		if _, _, err := (games.Dealer{Table: table, Deals: games.Deals}).Deal(ctx, nil); err != nil {
			t.Fatal(err)
		}
		if err := bots.play(ctx); err != nil {
			t.Fatal(err)
		}
	}, journal
}

// byBot returns how many entries the bot has made, and the seat of the last entry.
func byBot(s companion.Snapshot) (n int, last engine.Seat) {
	for _, l := range s.Log {
		if last = l.By; last == "red" {
			n++
		}
	}
	return n, last
}

// If a bot panics some legal command is played for it, and everybody is told; the person plays on.
func TestABotThatPanics(t *testing.T) {
	for name, c := range map[string]struct {
		bot.Bot
		panics bool
	}{"panics": {crashing{}, true}, "control": {bot.Random{}, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.panics == false {
				c.Bot = botOf("high-council", "random")
			}
			table, play, journal := atWork(t, c.Bot)
			told, r := 0, rand.New(rand.NewPCG(1, 1))
			for range 400 {
				play()
				s, err := table.Snapshot(t.Context(), "white")
				if err != nil {
					t.Fatal(err)
				}
				n, last := byBot(s)
				for _, x := range s.Notices {
					if last == "red" && strings.Contains(x.Text.String(), "the bot at red could not think and did just anything") {
						told++
					}
				}
				if n >= 4 {
					break
				}
				if len(s.Legal) > 0 {
					l := s.Legal[r.IntN(len(s.Legal))]
					if _, err := table.Do(t.Context(), companion.Request{Seat: "white", Line: l.Line, Version: s.Version}); err != nil {
						t.Fatal(err)
					}
				}
			}
			s, err := table.Snapshot(t.Context(), "white")
			if err != nil {
				t.Fatal(err)
			}
			if n, _ := byBot(s); n < 4 {
				t.Errorf("the bot has done %d things", n)
			}
			if c.panics != (told > 0) || c.panics != strings.Contains(journal.String(), "fault_test.go:") {
				t.Errorf("told %d times; the journal has\n%s", told, journal)
			}
			if strings.Contains(journal.String(), "pro-") || strings.Contains(journal.String(), "day-") {
				t.Errorf("the journal names cards:\n%s", journal)
			}
		})
	}
}

// A loop whose work panics says so, and retries later, not at once.
func TestALoopThatPanics(t *testing.T) {
	table, _, journal := atWork(t, crashing{})
	ctx, cancel := context.WithCancel(t.Context())
	acted, ended := make(chan bool, 1000), make(chan error, 1)
	loop := BotLoop{table, slog.New(slog.DiscardHandler), 0, func(context.Context) error {
		acted <- true
		panic("a card")
	}}
	shots, err := table.Watch(ctx, "white")
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- loop.Run(ctx) }()
	<-acted
	for s := range shots {
		if len(s.Notices) > 0 {
			if got := s.Notices[0].Text.String(); !strings.HasPrefix(got, "a fault in the program: the bots and what the program deals wait") {
				t.Errorf("people read %q", got)
			}
			break
		}
	}
	cancel()
	if err := <-ended; err != nil || len(acted) > 0 {
		t.Errorf("%v, and it acted %d times more at once", err, len(acted))
	}
	if !strings.Contains(journal.String(), "fault_test.go:") || strings.Contains(journal.String(), "a card") {
		t.Errorf("the journal has\n%s", journal)
	}
}

package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

func TestDemoOfHighCouncil(t *testing.T) {
	tier.Test(t, tier.Program, "demos with their replays and exports")
	t.Parallel()
	for people := 2; people <= tier.Of(t, tier.Program, "seats", 0, 2, 4); people += 2 {
		t.Run(fmt.Sprintf("%d seats", people), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := []string{"demo", "--game", "high-council", "--seats", fmt.Sprint(people), "--seed", "2", "--data"}
			checkDemo(t, args, dir)
			checkExport(t, dir, " play night-")
		})
	}
}

// One person plays against the greedy bot at a virtual table. The device deals, and
// neither the pages nor the operator's log tell what the bot holds.
func TestHighCouncilAgainstABot(t *testing.T) {
	tier.Unraced(t, "goroutines of bots meet in TestBotAtTheTable, of dealers in TestDealer")
	t.Parallel()
	var log bytes.Buffer
	r := virtualRoomWith(t, t.TempDir(), slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	r.attended()
	_, err := r.Table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red", Bot: "greedy"}}})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		s := r.myTurn("white")
		mine, _ := s.View.Zone("white", engine.Hand)
		theirs, _ := s.View.Zone("red", engine.Hand)
		if len(mine.Cards) != 3 || mine.Cards[0].Name == "" {
			t.Errorf("white holds %v", mine.Cards)
		}
		for _, c := range theirs.Cards {
			if c.Name != "" {
				t.Errorf("white sees %s in the hand of the bot", c.Name)
			}
		}
		for _, c := range s.Legal {
			if c.By != "white" {
				t.Errorf("white may do %q", c.Line)
			}
		}
		r.say("white ponder")
	}
	s := r.myTurn("white")
	if got := fmt.Sprint(s.Log); !strings.Contains(got, "red") || strings.Contains(got, "Deal %s to %s [night") {
		t.Errorf("white reads %s", got)
	}
	r.leave()
	if text := log.String(); strings.Contains(text, "table deal") || !strings.Contains(text, "by=table command=hidden") {
		t.Errorf("the operator reads %s", text)
	}
}

// myTurn waits until the seat may do something.
func (r *room) myTurn(seat engine.Seat) companion.Snapshot {
	r.Helper()
	r.until("turn of "+string(seat), func(companion.Snapshot) bool { return len(r.see(seat).Legal) > 0 })
	return r.see(seat)
}

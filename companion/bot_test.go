package companion_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
	"arbiter/hw"
)

// withBots offers bots, and makes stars rich whenever a bot plays.
func withBots(o *companion.Opts) {
	o.Offers = slices.Clone(o.Offers)
	o.Offers[0].Bots, o.Offers[0].BotsAsk = []string{"clever", "random"}, []string{"rich"}
}

// againstBot starts a game in which purple is a person and green a bot.
func (s *stage) againstBot() *stage {
	s.Helper()
	n := companion.NewGame{Game: "hush", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green", Bot: "clever"}}}
	if err := start(s, n); err != nil {
		s.Fatal(err)
	}
	return s
}

func (s *stage) bot(seat engine.Seat, lines ...string) {
	s.Helper()
	b := s.Bot(seat)
	for _, line := range lines {
		shot, err := b.Snapshot(s.Context())
		if err != nil {
			s.Fatal(err)
		}
		if _, err := b.Do(s.Context(), line, shot.Version); err != nil {
			s.Fatalf("%s: %v", line, err)
		}
	}
}

func TestBotPlaysItsSeat(t *testing.T) {
	store := memory()
	s := open(t, store, withBots).againstBot()
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	s.bot("green", "green plan 1 moon", "green plan 2 star", "green ready")
	if got, want := fmt.Sprint(s.see("").Bots, store.Games()[0].Bots), "map[green:clever] map[green:clever]"; got != want {
		t.Errorf("bots %s, want %s", got, want)
	}
	if facts := fmt.Sprint(store.Games()[0].Setup.Facts); !strings.Contains(facts, "{star 9 rulebook}") {
		t.Errorf("facts %s lack the option that bots ask for", facts)
	}
	_, err := s.Bot("green").Do(t.Context(), "table tell moon 1", s.see("").Version)
	if got, want := s.refusal(err), "only table may do that"; got != want {
		t.Errorf("a bot speaks for the table: %q, want %q", got, want)
	}
	s.play("purple", "table tell moon 1")
}

// What a bot's seat knows and may do is for its bot alone; a Bot for a person's seat shows nothing.
func TestOnlyTheBotPlaysItsSeat(t *testing.T) {
	s := open(t, memory(), withBots).againstBot()
	s.bot("green", "green plan 1 moon")
	for _, seat := range []engine.Seat{"green", "purple", "red", "table", ""} {
		text, err := json.Marshal(s.see(seat).Log)
		if err != nil || strings.Contains(string(text), "moon") {
			t.Errorf("%q reads the bot's plan: %s %v", seat, text, err)
		}
		for _, c := range s.see(seat).Legal {
			if c.By == "green" {
				t.Errorf("%q may do %q", seat, c.Line)
			}
		}
	}
	if got, want := s.refused(companion.Request{Seat: "green", Line: "green plan 2 sun", Version: 1}), "whoever only watches cannot act"; got != want {
		t.Errorf("a person at the bot's seat: %q, want %q", got, want)
	}
	if got, want := s.refused(companion.Request{Seat: "purple", Line: "green plan 2 sun", Version: 1}), "only green may do that"; got != want {
		t.Errorf("purple for the bot: %q, want %q", got, want)
	}
	shot, err := s.Bot("green").Snapshot(t.Context())
	if err != nil || len(shot.Legal) == 0 || len(shot.Log) != 1 {
		t.Errorf("control: the bot sees %d choices, %d entries, %v", len(shot.Legal), len(shot.Log), err)
	}
	s.play("purple", "purple plan 1 star")
	for _, seat := range []engine.Seat{"purple", "red"} {
		shot, err := s.Bot(seat).Snapshot(t.Context())
		if text := fmt.Sprint(shot.Log, shot.View.Zones); err != nil || len(shot.Legal) > 0 || strings.Contains(text, "plan 1 star") {
			t.Errorf("a bot at %s sees %d choices and %s, %v", seat, len(shot.Legal), text, err)
		}
	}
}

// A card on the reader of a bot does nothing and tells nothing.
func TestReadersOfABot(t *testing.T) {
	s := open(t, memory(), withBots).againstBot()
	s.bot("green", "green plan 1 moon")
	for _, card := range []string{"moon", "sun"} {
		s.lie(hw.Arrived, "green-2", "green", card)
		if got, want := s.see("").Version, 1; got != want {
			t.Errorf("%s was played for the bot", card)
		}
		for _, seat := range []engine.Seat{"", "green", "purple"} {
			if got, want := s.notices(seat), ""; got != want {
				t.Errorf("%q reads %q about %s", seat, got, card)
			}
		}
	}
	s.lie(hw.Arrived, "purple-1", "purple", "moon")
	if got, want := s.see("").Version, 2; got != want {
		t.Errorf("control: version %d after a person's card, want %d", got, want)
	}
}

func TestUndoDoesNotWaitForBots(t *testing.T) {
	s := open(t, memory(), withBots).againstBot()
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun")
	s.bot("green", "green plan 1 moon")
	if _, err := s.undo("purple"); err != nil {
		t.Errorf("what a bot did in secret is not taken back: %v", err)
	}
	s.bot("green", "green plan 1 moon", "green plan 2 sun", "green ready")
	s.play("purple", "purple ready")
	answer, err := s.undo("purple")
	if got, want := fmt.Sprint(answer.Waiting, err, s.see("purple").Proposal), "[] <nil> <nil>"; got != want {
		t.Errorf("undo of cards that were shown: %s, want %s", got, want)
	}
}

func TestBotsAfterARestart(t *testing.T) {
	store := memory()
	s := open(t, store, withBots).againstBot()
	s.bot("green", "green plan 1 moon")
	s.leave()
	s = open(t, store, withBots)
	if got, want := fmt.Sprint(s.see("purple").Bots), "map[green:clever]"; got != want {
		t.Errorf("bots %s, want %s", got, want)
	}
	s.bot("green", "green plan 2 sun", "green ready")
}

func TestWhereBotsCannotPlay(t *testing.T) {
	for name, seats := range map[string][]companion.Seating{
		"no such bot":     {{Seat: "purple"}, {Seat: "green", Bot: "cheater"}},
		"bots only":       {{Seat: "purple", Bot: "clever"}, {Seat: "green", Bot: "random"}},
		"bot and robot":   {{Seat: "purple", Bot: "clever"}, {Seat: "robot"}},
		"bot for a robot": {{Seat: "purple"}, {Seat: "robot", Bot: "clever"}},
	} {
		if err := start(open(t, memory(), withBots), companion.NewGame{Game: "hush", Seats: seats}); err == nil {
			t.Errorf("%s: the game began", name)
		}
	}
}

// Nobody else may supply what the dealer supplies: whoever could choose cards could also find out
// which ones are in hidden hands.
func TestOnlyTheDealerDeals(t *testing.T) {
	s := open(t, memory(), func(o *companion.Opts) {
		withBots(o)
		o.Offers[0].Deals = func(_ engine.State, c engine.Command) bool { _, ok := c.(testgame.Tell); return ok }
	}).againstBot()
	s.play("purple", "purple plan 1 moon", "purple plan 2 sun", "purple ready")
	s.bot("green", "green plan 1 moon", "green plan 2 sun", "green ready")
	if got, want := s.refused(companion.Request{Seat: "purple", Line: "table tell moon 3", Version: 6}), "only table may do that"; got != want {
		t.Errorf("purple deals: %q, want %q", got, want)
	}
	for seat, want := range map[engine.Seat]int{"purple": 0, "green": 0, "table": 3} {
		if got := len(s.see(seat).Legal); got != want {
			t.Errorf("%s has %d choices, want %d", seat, got, want)
		}
	}
	s.play("table", "table tell moon 3")
}

package bot_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	casting "arbiter/engine/castingshadows/bot"
	"arbiter/engine/castingshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

var tables = []string{"kit frill", "kit frill nuzzle", "kit frill nuzzle haze"}

// TestGreedyComesToAnEnd: of games between greedy bots at least 99.5 % have a winner;
// all others are draws.
func TestGreedyComesToAnEnd(t *testing.T) {
	tier.Unraced(t, "one goroutine plays a game; the laws meet in goroutines")
	games := tier.Of(t, tier.Program, "games of each number of seats", 12, 200, 2000)
	for _, seats := range tables {
		t.Run(seats, func(t *testing.T) {
			t.Parallel()
			won, turns := map[int]int{}, []int{}
			for seed := range uint64(games) {
				end := bottest.Play(t, bottest.Start(t, seats), seed, all(seats, casting.Greedy{}))
				won[winner(end)]++
				turns = append(turns, end.View().Round())
			}
			slices.Sort(turns)
			t.Logf("%d games, draws %d, winners by seat %v, turns: median %d, most %d", games, won[-1], won, turns[len(turns)/2], turns[len(turns)-1])
			if won[-1]*200 > games {
				t.Errorf("%d of %d games are draws", won[-1], games)
			}
		})
	}
}

// TestGreedyIsStrongerThanChance: it wins mostly against a seat that does
// anything, from either seat; so does, as a control, no seat of two that do anything.
func TestGreedyIsStrongerThanChance(t *testing.T) {
	tier.Unraced(t, "one goroutine plays a game; the laws meet in goroutines")
	games := tier.Of(t, tier.Program, "games against chance", 40, 100, 1000)
	chance := bot.Random{Game: castingshadows.Game}
	for greedy, seats := range []string{"kit frill", "kit frill"} {
		won := 0
		for seed := range uint64(games) {
			bots := all(seats, chance)
			bots[engine.Seat(strings.Fields(seats)[greedy])] = casting.Greedy{}
			if winner(bottest.Play(t, bottest.Start(t, seats), seed, bots)) == greedy {
				won++
			}
		}
		if t.Logf("seat %d: %d of %d", greedy, won, games); won*100 < 80*games {
			t.Errorf("from seat %d it wins %d of %d", greedy, won, games)
		}
	}
	lost := 0
	for seed := range uint64(games) {
		if winner(bottest.Play(t, bottest.Start(t, "kit frill"), seed, all("kit frill", chance))) != 0 {
			lost++
		}
	}
	if lost*100 < 10*games {
		t.Errorf("control: chance wins %d of %d from the first seat", games-lost, games)
	}
}

// TestCasualPlaysToo: it loses to Greedy more often than not, and beats chance.
func TestCasualPlaysToo(t *testing.T) {
	tier.Unraced(t, "one goroutine plays a game; the laws meet in goroutines")
	games := tier.Of(t, tier.Program, "games of a casual bot", 40, 100, 1000)
	won := map[string]int{}
	for seed := range uint64(games) {
		for name, other := range map[string]bot.Bot{"greedy": casting.Greedy{}, "chance": bot.Random{Game: castingshadows.Game}} {
			me := int(seed % 2)
			bots := all("kit frill", other)
			bots[[]engine.Seat{"kit", "frill"}[me]] = casting.Casual{}
			if winner(bottest.Play(t, bottest.Start(t, "kit frill"), seed, bots)) == me {
				won[name]++
			}
		}
	}
	if t.Logf("%v of %d", won, games); won["greedy"]*2 > games || won["chance"]*10 < 8*games {
		t.Errorf("a casual bot wins %v of %d", won, games)
	}
}

// TestAnswers: a counterspell is turned up where it saves something worth it; what does
// not lie there as far as the seat knows never is.
func TestAnswers(t *testing.T) {
	for answer, want := range map[string]string{
		"frill trapped pointed-shield-1":  "frill answer pointed-shield-1",
		"frill trapped bees-everywhere-2": "frill answer bees-everywhere-2",
		"frill trapped safety-dome":       "frill answer safety-dome",
		"frill trapped run-away-1":        "frill answer run-away-1",
		"frill trapped":                   "table close",
	} {
		s := attacked(t, answer)
		for len(engine.BySeat("frill", s.Legal())) == 0 {
			s = played(t, s, engine.WindowOf(s).Close) // not its moment
		}
		seen := bot.Seen{Seat: "frill", State: s}
		choices := append(engine.BySeat("frill", s.Legal()), engine.WindowOf(s).Close)
		if got := notation.Format(casting.Greedy{}.Choose(first{}, seen, choices)); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", answer, got, want)
		}
	}
}

// TestCollectsCounterspells: on the desert, with a gem and an orb that it has no better use
// for; not what would be paid for a spell that hits.
func TestCollectsCounterspells(t *testing.T) {
	for faces, want := range map[string]string{
		"red-orb,red-orb,blue-gem,blue-gem,purple-gem":      "kit collect-counterspell blue-gem+red-orb",
		"red-gem,red-orb,blue-orb,blue-orb,shadow-fragment": "kit cast heat-wave-1 1 1 red-gem frill",
	} {
		s := bottest.Start(t, "kit frill", "laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3",
			"appeared companion-01", "appeared companion-02", "appeared companion-03", "kit collected heat-wave-1", "kit moved dusty-desert",
			"frill moved ancient-rune", "kit turn", "kit rolled "+faces, "phase act")
		choices := staying(s)
		if got := notation.Format(casting.Greedy{}.Choose(first{}, bot.Seen{Seat: "kit", State: s}, choices)); got != want {
			t.Errorf("%s: %s, want %s", faces, got, want)
		}
	}
}

// staying is what kit may do without rerolling or traveling.
func staying(s engine.State) []engine.Command {
	return slices.DeleteFunc(engine.BySeat("kit", s.Legal()), func(c engine.Command) bool {
		switch c.(type) {
		case castingshadows.Reroll, castingshadows.Travel:
			return true
		}
		return false
	})
}

// TestKeepsRoomForSpells: nobody can discard counterspells, so it collects no third one; of one
// it collects another, as a control.
func TestKeepsRoomForSpells(t *testing.T) {
	for trapped, collects := range map[string]bool{"kit trapped safety-dome": true, "kit trapped safety-dome, kit trapped run-away-1": false} {
		facts := append([]string{"laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3",
			"appeared companion-01", "appeared companion-02", "appeared companion-03", "kit moved dusty-desert", "frill moved ancient-rune"}, strings.Split(trapped, ", ")...)
		s := bottest.Start(t, "kit frill", append(facts, "kit turn", "kit rolled red-orb,red-orb,blue-gem,blue-gem,purple-gem", "phase act")...)
		_, got := casting.Greedy{}.Choose(first{}, bot.Seen{Seat: "kit", State: s}, staying(s)).(castingshadows.CollectCounterspell)
		if got != collects {
			t.Errorf("%s: it collects another: %t", trapped, got)
		}
	}
}

// attacked is a position in which a spell is about to hit frill.
func attacked(t *testing.T, answer string) engine.State {
	s := bottest.Start(t, "kit frill", "laid underground-volcano fatal-fronds-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3",
		"appeared companion-01", "appeared companion-02", "appeared companion-03", "kit collected heat-wave-1", answer,
		"frill moved ancient-rune", "kit turn", "kit rolled red-gem,red-gem,blue-orb,blue-orb,purple-orb", "phase act")
	c, err := castingshadows.Game.Words.Parse("kit cast heat-wave-1 1 2 2*red-gem frill")
	if err != nil {
		t.Fatal(err)
	}
	return played(t, s, c.(engine.Command))
}

func played(t *testing.T, s engine.State, c engine.Command) engine.State {
	t.Helper()
	next, _, err := engine.Step(s, c)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

type first struct{}

func (first) IntN(int) int { return 0 }

// winner is the index of the seat that has won; -1 if nobody has.
func winner(end *castingshadows.State) int { return end.Observe("kit").Winner }

func all(seats string, b bot.Bot) map[engine.Seat]bot.Bot {
	bots := map[engine.Seat]bot.Bot{}
	for _, s := range strings.Fields(seats) {
		bots[engine.Seat(s)] = b
	}
	return bots
}

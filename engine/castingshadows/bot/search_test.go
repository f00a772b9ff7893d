package bot_test

import (
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	casting "arbiter/engine/castingshadows/bot"
	"arbiter/engine/castingshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
)

// TestSearcherIsStrongerThanGreedy: looking ahead wins three of five games at least, from
// either seat.
func TestSearcherIsStrongerThanGreedy(t *testing.T) {
	tier.Long(t, tier.Program, "a decision plays a hundred rollouts")
	games, won := tier.Of(t, tier.Program, "games of a searcher", 0, 0, 100), 0
	for seed := range uint64(games) {
		me := int(seed % 2)
		bots := all("kit frill", casting.Greedy{})
		bots[[]engine.Seat{"kit", "frill"}[me]] = casting.Strong
		if winner(bottest.Play(t, bottest.Start(t, "kit frill"), seed, bots)) == me {
			won++
		}
	}
	if t.Logf("%d of %d", won, games); won*5 < games*3 {
		t.Errorf("it wins %d of %d", won, games)
	}
}

// TestSearcherPlays: it plays a game to its end, and where people hold their cards it does
// what Greedy does.
func TestSearcherPlays(t *testing.T) {
	tier.Unraced(t, "one goroutine plays a game; the laws meet in goroutines")
	few := casting.Searcher{Lines: 3, Rollouts: 6, Rounds: 1}
	if end := bottest.Play(t, bottest.Start(t, "kit frill"), 1, all("kit frill", few)); len(end.Legal()) != 0 {
		t.Error("the game is not over")
	}
	held := bottest.Start(t, "kit frill", "dealt hands", "laid underground-volcano heat-wave-1", "laid home-kit fatal-fronds-2", "laid home-frill fatal-fronds-3",
		"appeared companion-01", "appeared companion-02", "appeared companion-03", "kit turn", "kit rolled red-gem,red-gem,blue-orb,blue-orb,purple-orb", "phase act")
	seen, choices := bot.Seen{Seat: "kit", State: held}, engine.BySeat("kit", held.Legal())
	if a, b := few.Choose(first{}, seen, choices), (casting.Greedy{}).Choose(first{}, seen, choices); a != b {
		t.Errorf("%v, but Greedy does %v", a, b)
	}
}

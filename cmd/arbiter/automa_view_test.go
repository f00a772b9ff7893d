package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/companion"
	"arbiter/engine"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// What the Automa may do, and what comes of it, is the same in the eyes of whoever
// sees no hidden card: it decides from its own view. Whole solo games of both books.
func TestAutomaDecidesFromItsOwnView(t *testing.T) {
	t.Parallel()
	games, first := tier.Of(t, tier.Program, "games", 2, 12, 400), tier.Seed(t)
	decisions, hidden := 0, 0
	for i := range games {
		seed := first + uint64(i)
		facts := []string{"stacks table"}
		if seed%2 == 0 {
			facts = append(facts, "book tracks")
		}
		s, r := bottest.FullBook(t, []engine.Seat{"purple", "automa"}, facts...), rand.New(rand.NewPCG(seed, 12))
		for n := 0; len(s.State().Legal()) > 0; n++ {
			if n > 4000 {
				t.Fatal("the game does not end")
			}
			own, seen := decided(s.State(), "automa"), decided(s.Seen(""), "automa")
			if !slices.Equal(own, seen) {
				t.Fatalf("seed %d, entry %d: the Automa may do\n%q, and without a look at hidden cards\n%q", seed, n+1, own, seen)
			}
			decisions += len(own)
			if !slices.Equal(decided(s.State(), "purple"), decided(s.Seen(""), "purple")) {
				hidden++
			}
			legal := s.State().Legal()
			if _, err := s.Do(anyOf(r, legal)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d commands of the Automa; %d positions in which purple sees more than everybody", decisions, hidden)
	if decisions < 100*games/2 {
		t.Errorf("the Automa could do only %d things in %d games", decisions, games)
	}
	if hidden == 0 { // the control
		t.Error("nothing was hidden, so this test proves nothing")
	}
}

// anyOf picks a kind of command, then one of it; nobody changes the book.
func anyOf(r *rand.Rand, legal []engine.Command) engine.Command {
	var choices []companion.LegalCommand
	for _, c := range legal {
		choices = append(choices, companion.LegalCommand{By: c.By(), Line: notation.Format(c), Command: c})
	}
	return games.Choose(shadowsbot.Random(), r, companion.Snapshot{}, choices).Command
}

// decided lists what a seat may do in a state, each with what comes of it until the
// game is over: who turns its bonus cards over then decides nothing.
func decided(s engine.State, seat engine.Seat) []string {
	var all []string
	for _, c := range engine.BySeat(seat, s.Legal()) {
		line := notation.Format(c)
		if notation.Words(c)[1] == "show" {
			continue
		}
		events, err := s.Decide(c)
		if err != nil {
			line += ": " + err.Error()
		}
		for _, l := range archive.Lines(events) {
			if l == "phase final" {
				break
			}
			line += "; " + l
		}
		all = append(all, line)
	}
	return all
}

package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/cmd/arbiter/internal/games"
	gamerecord "arbiter/companion/record"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// Records that tell anything, with hashes that fit, are taken in or refused; none stops
// the program or keeps it busy.
func TestRecordsThatTellAnything(t *testing.T) {
	tier.Test(t, tier.Program, "games that are played for their records")
	for _, kind := range []string{"two", "alone", "three", "tracks"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			n, dice := tier.Of(t, tier.Program, "records", 3, 20, 300), rand.New(rand.NewPCG(tier.Seed(t), 3))
			g, err := archive.ReadRecord(playedRecord(t, drawnGames[kind], tier.Seed(t)))
			must(t, err)
			taken := 0
			for range n {
				foreign := g
				foreign.Entries = slices.Clone(g.Entries)
				for range 1 + dice.IntN(3) {
					disturb(t, dice, g, foreign.Entries)
				}
				var b bytes.Buffer
				must(t, gamerecord.Write(&b, foreign))
				switch _, err := gamerecord.Read(&b, games.Rules); {
				case err == nil:
					taken++
				case !errors.As(err, new(*gamerecord.Fault)):
					t.Errorf("%v", err)
				}
			}
			if t.Logf("%d of %d are taken in", taken, n); taken == 0 {
				t.Error("control: none is taken in")
			}
		})
	}
}

// disturb exchanges an event, or a word of it, for something else of the game, or drops it.
func disturb(t *testing.T, dice *rand.Rand, g gamerecord.Game, entries []engine.Entry) {
	t.Helper()
	e := &entries[dice.IntN(len(entries))]
	other := g.Entries[dice.IntN(len(g.Entries))]
	if len(e.Events) == 0 || len(other.Events) == 0 {
		return
	}
	at := dice.IntN(len(e.Events))
	words, others := strings.Fields(notation.Format(e.Events[at])), strings.Fields(notation.Format(other.Events[dice.IntN(len(other.Events))]))
	numbers := []string{"0", "255", "-1", "99", "+2000000000", "-2000000000"}
	switch dice.IntN(4) {
	case 0:
		words[dice.IntN(len(words))] = numbers[dice.IntN(len(numbers))]
	case 1:
		words[dice.IntN(len(words))] = others[dice.IntN(len(others))]
	case 2:
		words = others
	case 3:
		e.Events = slices.Delete(slices.Clone(e.Events), at, at+1)
		return
	}
	rules, _ := games.Rules(g.Setup.Game)
	if x, err := rules.Words.Parse(strings.Join(words, " ")); err == nil {
		e.Events = slices.Clone(e.Events)
		e.Events[at] = x
	}
}

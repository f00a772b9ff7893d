package bot

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/engine/highcouncil/bot/bottest"
)

// Who searches beats Greedy from either seat, and the game ends. The control: as often
// as this Greedy does not beat itself.
func TestSearchBeatsGreedy(t *testing.T) {
	t.Parallel()
	games, first := tier.Of(t, tier.Program, "games", 6, 20, 200), tier.Seed(t)
	won := func(b bot.Bot) (n int) {
		for i := range uint64(games) {
			seat := []engine.Seat{"white", "red"}[i%2]
			bots := map[engine.Seat]bot.Bot{"white": Greedy{}, "red": Greedy{}}
			bots[seat] = b
			if got, _ := duel(t, first+i, bots); got == seat {
				n++
			}
		}
		return n
	}
	if n := won(Strong); n*10 < games*8 {
		t.Errorf("strong wins %d of %d games against greedy, want four of five: can a seat do something now that helps nobody?", n, games)
	}
	if n := won(Greedy{}); n*10 >= games*9 {
		t.Errorf("control: greedy wins %d of %d against itself", n, games)
	}
}

// TestSearchSeesItsSeatAlone plays two games that differ only in what red holds and ponders
// away: with the same dice each strength on white does the same in both.
func TestSearchSeesItsSeatAlone(t *testing.T) {
	a, b := bottest.Position(t, "white red", nil, nil), bottest.Position(t, "white red", nil, nil)
	r := rand.New(rand.NewPCG(tier.Seed(t), 12))
	peeked := false
	for asked := 0; asked < 20; {
		legal := a.State().Legal()
		c := legal[r.IntN(len(legal))]
		d := c
		switch deal, dealt := c.(highcouncil.Deal); {
		case c.By() == "white":
			peeked = peeked || caught(a, b)
			c = alikeIn(t, a, b, r.Uint64())
			d, asked = c, asked+1
		case dealt && deal.To == "red":
			other := b.State().Legal()
			d = other[r.IntN(len(other))]
		case !dealt:
			c, d = highcouncil.Ponder{Seat: "red"}, highcouncil.Ponder{Seat: "red"}
		}
		play(t, a, c)
		play(t, b, d)
	}
	if *a.State().(*highcouncil.State) == *b.State().(*highcouncil.State) || !peeked {
		t.Error("control: the games do not differ, or a bot that sees everything is not caught")
	}
}

// peeking is a bot that would be unfair: what it does depends on all that it is shown.
type peeking struct{}

func (peeking) Choose(_ bot.Dice, s bot.Seen, choices []engine.Command) engine.Command {
	return choices[int(crc32.ChecksumIEEE(fmt.Append(nil, s.State.View().Zones)))%len(choices)]
}

// caught tells whether it does something else in each of the games if it is shown all.
func caught(a, b *engine.Session) bool {
	var did [2]engine.Command
	for i, s := range []*engine.Session{a, b} {
		seen, choices := bottest.Sees(s, "white")
		seen.State = s.State()
		did[i] = peeking{}.Choose(nil, seen, choices)
	}
	return did[0] != did[1]
}

// alikeIn is what the strengths do in both games; the choice of one of them.
func alikeIn(t *testing.T, a, b *engine.Session, dice uint64) (chosen engine.Command) {
	t.Helper()
	for _, strength := range []bot.Bot{peeking{}, Casual{}, Greedy{}, Strong, Club} {
		var did [2]engine.Command
		for i, s := range []*engine.Session{a, b} {
			seen, choices := bottest.Sees(s, "white")
			did[i] = strength.Choose(rand.New(rand.NewPCG(dice, 0)), seen, choices)
		}
		if chosen = did[0]; did[1] != chosen {
			t.Fatalf("%T can tell the games apart: %v, %v", strength, did[0], did[1])
		}
	}
	return chosen
}

func play(t *testing.T, s *engine.Session, c engine.Command) {
	t.Helper()
	if _, err := s.Do(c); err != nil {
		t.Fatal(err)
	}
}

// A thought can be broken off at once, joined from parts, and comes to its end.
func TestThoughts(t *testing.T) {
	s := bottest.Position(t, "white red", []string{
		"white dealt day-01", "white dealt day-07", "white dealt day-13", "red dealt night-01", "red dealt night-02", "red dealt night-03",
	}, nil)
	seen, choices := bottest.Sees(s, "white")
	legal := func(c engine.Command) bool {
		for _, o := range choices {
			if o == c {
				return true
			}
		}
		return false
	}
	parts := []bot.Thought{}
	for i := range uint64(2) {
		thought := Strong.Think(rand.New(rand.NewPCG(i, 0)), seen, choices, 2)
		if c := thought.Choice(); !legal(c) {
			t.Errorf("broken off at once it chooses %v", c)
		}
		moments := 1
		for ; thought.More(); moments++ {
		}
		if moments > Strong.Iterations/16 {
			t.Errorf("half a thought takes %d moments", moments)
		}
		parts = append(parts, thought)
	}
	parts[0].Join(parts[1])
	if c := parts[0].Choice(); !legal(c) {
		t.Errorf("both parts choose %v", c)
	}
}

// TestHeldHands: where people hold their cards, nobody can sample them, and it plays as Greedy.
func TestHeldHands(t *testing.T) {
	start, err := highcouncil.Game.New([]engine.Seat{"white", "red"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := bot.Seen{Seat: "white", State: start}
	choices := engine.BySeat("white", start.Legal())
	dice := func() bot.Dice { return rand.New(rand.NewPCG(1, 0)) }
	if got, want := Master.Choose(dice(), seen, choices), (Greedy{}).Choose(dice(), seen, choices); got != want {
		t.Errorf("it plays %v, not %v", got, want)
	}
}

// What was found for a decision is kept for the next one where what was chosen was done and
// nothing else; where something else was done, or taken back, it thinks anew.
func TestThoughtsAreKept(t *testing.T) {
	s := bottest.Position(t, "white red", []string{
		"white dealt day-01", "white dealt day-07", "white dealt day-13", "red dealt night-01", "red dealt night-02", "red dealt night-03",
	}, nil)
	dice := func(part int) bot.Dice { return rand.New(rand.NewPCG(uint64(part), 0)) }
	var kept bot.Kept
	think := func() []bot.Thought {
		seen, choices := bottest.Sees(s, "white")
		all := kept.Think(Strong, dice, seen, choices, 2)
		for _, part := range all {
			for part.More() {
			}
		}
		return all
	}
	first := think()
	chosen := kept.Choice()
	play(t, s, chosen)
	if again := think(); again[0] != first[0] || again[1] != first[1] {
		t.Errorf("after %v it thinks anew", chosen)
	}
	if _, choices := bottest.Sees(s, "white"); !slices.Contains(choices, kept.Choice()) {
		t.Errorf("then it chooses %v", kept.Choice())
	}
	_, choices := bottest.Sees(s, "white")
	other := choices[0]
	if other == kept.Choice() {
		other = choices[1]
	}
	play(t, s, other)
	if again := think(); again[0] == first[0] {
		t.Errorf("control: it follows %v, where %v was done", kept.Choice(), other)
	}
}

package coach_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"arbiter/companion/coach"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
)

// fond is a judge for which white's chance is a fifth better while it has one card.
type fond struct {
	councilbot.Searcher
	card engine.Term // "" if all cards are alike
}

func (f fond) Chances(_ bot.Dice, s bot.Seen, _ int) []float64 {
	hand, _ := s.State.View().Zone("white", engine.Hand)
	if slices.ContainsFunc(hand.Cards, func(c engine.Card) bool { return f.card != "" && c.Name == f.card }) {
		return []float64{0.7, 0.3}
	}
	return []float64{0.5, 0.5}
}

// firstDealt returns the first entry by which white is dealt a card.
func firstDealt(g coach.Game) (seq int, card engine.Term) {
	for _, e := range g.Entries {
		if d, ok := e.Command.(highcouncil.Deal); ok && d.To == "white" {
			return e.Seq, engine.Term(d.Card.String())
		}
	}
	return 0, ""
}

// Chance is told apart from what a seat did: being dealt a good card is a draw; playing it later is
// not.
func TestDraws(t *testing.T) {
	g := played(t, councilbot.Greedy{}, councilbot.Greedy{})
	seq, card := firstDealt(g)
	j := fond{councilbot.Searcher{Iterations: 2}, card}
	report, err := coach.Look(context.Background(), g, j, 1)
	if err != nil {
		t.Fatal(err)
	}
	if before, after := report.At(seq-1), report.At(seq); len(before) != 2 || len(after) != 2 || before[0] != 0.5 || after[0] != 0.7 || report.Steps[0].Seq != 0 {
		t.Errorf("entry %d: chances of %v before, %v after", seq, before, after)
	}
	i := slices.IndexFunc(report.Draws, func(d coach.Draw) bool { return d.Seq == seq })
	if i < 0 || report.Draws[i].Seat != "white" || math.Abs(report.Draws[i].By-0.2) > 1e-9 {
		t.Errorf("entry %d dealt %s: %+v", seq, card, report.Draws)
	}
	for _, d := range report.Draws {
		if e := g.Entries[slices.IndexFunc(g.Entries, func(e engine.Entry) bool { return e.Seq == d.Seq })]; e.By != engine.Table {
			t.Errorf("entry %d was no chance", d.Seq)
		}
	}
	j.card = ""
	if report, _ := coach.Look(context.Background(), g, j, 1); len(report.Draws) > 0 {
		t.Errorf("control: where all cards are alike, these decided: %+v", report.Draws)
	}
}

// Chances are given by round, and at the end the winner has all of them.
func TestGlance(t *testing.T) {
	g := played(t, councilbot.Greedy{}, bot.Random{Game: highcouncil.Game})
	report, err := coach.Glance(context.Background(), g, councilbot.Searcher{}, 1)
	if err != nil || report.Whole || len(report.Rounds) < 5 {
		t.Fatalf("%+v, %v", report, err)
	}
	for i, r := range report.Rounds {
		if len(r.Chances) != 2 || math.Abs(r.Chances[0]+r.Chances[1]-1) > 1e-9 {
			t.Errorf("round %d: %v", r.Number, r.Chances)
		}
		if i > 0 && r.Number <= report.Rounds[i-1].Number {
			t.Errorf("round %d follows %d", r.Number, report.Rounds[i-1].Number)
		}
	}
	if end := report.Rounds[len(report.Rounds)-1].Chances; end[0] != 1 {
		t.Errorf("greedy beat random, with chances of %v", end)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := coach.Glance(ctx, g, councilbot.Searcher{}, 1); err == nil {
		t.Error("who asks it to stop has to wait")
	}
}

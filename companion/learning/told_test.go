package learning_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/learning"
	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/castingshadows/printed/printedtest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// Whatever a box of Casting Shadows may say of what a thing does can be entered by the
// questions about it: random effects from all words of the game. A list of questions without
// purple gems (control) lacks some.
func TestEachEffectCanBeTold(t *testing.T) {
	deck, err := setups.CardListOf("casting-shadows")
	if err != nil {
		t.Fatal(err)
	}
	n := tier.Of(t, tier.Laws, "effects", 300, 1500, 20000)
	if line, told := untold(deck, n); line != "" {
		t.Errorf("no question holds %q", line)
	} else if told < n/4 {
		t.Errorf("only %d of %d lines are effects: this shows too little", told, n)
	}
	for i, q := range deck.Questions {
		deck.Questions[i].Blanks = slices.Clone(q.Blanks)
		for j, b := range q.Blanks {
			deck.Questions[i].Blanks[j].Words = slices.DeleteFunc(slices.Clone(b.Words), func(w string) bool { return w == "purple-gem" })
		}
	}
	if line, _ := untold(deck, n); !strings.Contains(line, "purple-gem") {
		t.Errorf("without purple gems %q is not told", line)
	}
}

// untold is the first of so many random effects that no question about its thing holds.
func untold(deck setups.CardList, n int) (line string, told int) {
	r := rand.New(rand.NewPCG(1, 2))
	cards := deck.Cards()
	for told < n {
		card := cards[r.IntN(len(cards))]
		var of printed.Name
		if of.UnmarshalText([]byte(card.Printed())) != nil {
			continue
		}
		e := printedtest.Effect(r, of)
		if e.Idle() != nil {
			continue
		}
		told++
		line = notation.Format(e)
		if !slices.ContainsFunc(card.Pile.Questions, func(name string) bool {
			q, _ := deck.Question(name)
			return holds(q, card.Printed(), line)
		}) {
			return line, told
		}
	}
	return "", told
}

// holds reports whether an answer to the question is the line.
func holds(q setups.Question, card, line string) bool {
	form, said := strings.Fields(strings.ReplaceAll(q.Line, "CARD", card)), strings.Fields(line)
	if len(form) != len(said) {
		return false
	}
	var answer []string
	for _, b := range q.Blanks {
		answer = append(answer, said[slices.Index(form, b.Name)])
	}
	got, err := q.Fill(card, answer)
	return err == nil && got == line
}

// What would never be carried out is refused when it is told, with what to say instead.
func TestNothingIdleIsTold(t *testing.T) {
	deck, err := setups.CardListOf("casting-shadows")
	if err != nil {
		t.Fatal(err)
	}
	offers, err := companion.Offers(castingshadows.Game)
	if err != nil {
		t.Fatal(err)
	}
	l := &lesson{t: t, store: &companiontest.TagStore{}, memory: &tagMemory{}}
	if l.Lesson, err = learning.New(learning.Opts{Offer: offers[0], Deck: deck, Tags: l.store}); err != nil {
		t.Fatal(err)
	}
	l.ok(l.Name("companion-01"))
	l.asks("companion-01: Name")
	l.ok(l.Skip())
	effect := []string{"1", "use", "-", "-", "-", "heal", "1", "-", "-", "-", "-"}
	if err := l.Tell(effect); err == nil || err.Error() != "the rules do not take that: companion-01 is not used: say the moment in which it works by itself" {
		t.Errorf("a companion that is used: %v", err)
	}
	effect[1] = "start"
	l.ok(l.Tell(effect))
}

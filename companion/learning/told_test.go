package learning_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
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

// The questions about a thing can enter whatever a box of Casting Shadows may say of what it does:
// tried with random effects from all words of the game. A list of questions without purple gems
// (control) lacks some.
func TestEachEffectCanBeTold(t *testing.T) {
	tier.Unraced(t, "one goroutine reads questions")
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

// untold returns the first of n random effects that no question about its thing can enter.
func untold(deck setups.CardList, n int) (line string, told int) {
	r := rand.New(rand.NewPCG(1, 2))
	cards := slices.DeleteFunc(deck.All(), func(c setups.CardEntry) bool { return c.Pile.Untagged })
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

// holds reports whether some answer to the question gives the line.
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

// The same holds for everything else that a box of Casting Shadows may say, except names: only a
// file can name cards that the list of cards already names.
func TestEachFactCanBeTold(t *testing.T) {
	tier.Unraced(t, "one goroutine reads questions")
	deck, err := setups.CardListOf("casting-shadows")
	if err != nil {
		t.Fatal(err)
	}
	numbers := func(from, to int) (all []string) {
		for n := from; n <= to; n++ {
			all = append(all, strconv.Itoa(n))
		}
		return all
	}
	var places, characters, things, colors []string
	for _, term := range printed.Terms() {
		var p printed.Place
		if p.UnmarshalText([]byte(term)) == nil {
			places = append(places, string(term))
		}
	}
	for _, c := range printed.Characters() {
		characters = append(characters, c.String())
	}
	for _, n := range printed.Names() {
		things = append(things, n.String())
	}
	for _, n := range []int{0, 1, 99} {
		colors = append(colors, fmt.Sprintf("%d/0/0", n), fmt.Sprintf("0/%d/%d", n, n))
	}
	colors[0], colors[1] = "-", "0/0/1"
	told := map[string]int{}
	for _, form := range [][][]string{
		{{"seats"}, numbers(1, 7), numbers(0, 7), places},
		{{"dial"}, numbers(0, 101)},
		{{"holds"}, {"gem", "orb", "shadow-fragment"}, numbers(0, 14)},
		{{"charges"}, things, numbers(0, 6)},
		{{"level"}, things, numbers(0, 4)},
		{{"lives"}, characters, things},
		{{"lies"}, things, numbers(1, 7), places},
		{{"costs"}, things, colors, colors, {"0", "99"}, numbers(0, 3)},
		{{"says"}, things, {"cast", "use", "always", "start", "spell"}, {"Be_quiet"}},
	} {
		for line := range lines(form) {
			x, err := castingshadows.Game.Words.Parse(line + "owner")
			if err != nil {
				t.Fatal(err)
			}
			if idle, may := x.(interface{ Idle() error }); x.(printed.Fact).Misfit() != nil || may && idle.Idle() != nil {
				continue
			}
			told[form[0][0]]++
			if !asked(deck, notation.Format(x)) {
				t.Fatalf("no question holds %q", line)
			}
		}
	}
	for _, verb := range []string{"seats", "dial", "holds", "charges", "level", "lives", "lies", "costs", "says"} {
		if told[verb] < 5 {
			t.Errorf("only %d lines of %s: this shows too little", told[verb], verb)
		}
	}
	if asked(deck, "dial 18 rulebook") || asked(deck, "named heat-wave Hot owner") {
		t.Error("control: a question gives a line that nobody asks for")
	}
}

// lines returns all lines with one word of each list, in order.
func lines(form [][]string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if len(form) == 0 {
			yield("")
			return
		}
		for _, word := range form[0] {
			for rest := range lines(form[1:]) {
				if !yield(word + " " + rest) {
					return
				}
			}
		}
	}
}

// asked reports whether a question about some thing can give the line.
func asked(deck setups.CardList, line string) bool {
	return slices.ContainsFunc(deck.All(), func(c setups.CardEntry) bool {
		return slices.ContainsFunc(c.Pile.Questions, func(name string) bool {
			q, _ := deck.Question(name)
			return setups.Begins(line, q.About(c.Printed())) && holds(q, c.Printed(), line)
		})
	})
}

// An effect that would never be carried out is refused when it is told, with what to say instead.
func TestIdleEffectsAreRefused(t *testing.T) {
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

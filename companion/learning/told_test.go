package learning_test

import (
	"encoding"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
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
	words := vocabulary()
	for told < n {
		card := cards[r.IntN(len(cards))]
		e, ok := effect(r, words, card.Printed())
		if !ok {
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

// vocabulary are the words of the game that each type of field can be.
func vocabulary() map[reflect.Type][]string {
	all := map[reflect.Type][]string{}
	t := reflect.TypeFor[printed.Effect]()
	words := append(castingshadows.Game.Terms, "0", "1", "0-1", "0-2", "1-2", "any")
	for i := range t.NumField() {
		for _, w := range words {
			x := reflect.New(t.Field(i).Type)
			if u, ok := x.Interface().(encoding.TextUnmarshaler); ok && u.UnmarshalText([]byte(w)) == nil && !slices.Contains(all[t.Field(i).Type], string(w)) {
				all[t.Field(i).Type] = append(all[t.Field(i).Type], string(w))
			}
		}
	}
	return all
}

// effect is a random one of a thing that the game takes; not every attempt is.
func effect(r *rand.Rand, words map[reflect.Type][]string, of string) (printed.Effect, bool) {
	var e printed.Effect
	v := reflect.ValueOf(&e).Elem()
	steps := 1 + r.IntN(4)
	for i := range v.NumField() {
		f := v.Field(i)
		word := ""
		switch x := f.Interface().(type) {
		case printed.Name:
			word = of
		case printed.Steps:
			for range []int{1, steps}[r.IntN(2)] {
				word += fmt.Sprintf("/%d", 1+r.IntN(99))
			}
			word = strings.TrimPrefix(word, "/")
		case printed.Cost:
			for _, w := range words[f.Type()] {
				if r.IntN(len(words[f.Type()])) < 2 {
					word += fmt.Sprintf("+%d*%s", 2+r.IntN(98), w)
				}
			}
			word = strings.TrimPrefix(word, "+")
		case uint8:
			f.SetUint(uint64(1 + r.IntN(99)))
			continue
		case notation.Origin:
			word = "owner"
		default:
			_ = x
			word = words[f.Type()][r.IntN(len(words[f.Type()]))]
		}
		if name := v.Type().Field(i).Name; name != "Of" && name != "Origin" && name != "When" && name != "Does" && r.IntN(2) == 0 {
			continue // none
		}
		if f.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(word)) != nil {
			return e, false
		}
	}
	if e.Part == 0 {
		e.Part = 1
	}
	return e, e.Misfit() == nil
}

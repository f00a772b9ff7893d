package learning_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/companion/learning"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/setups"
)

// A cardboard is a box whose cards show the invented values.
type cardboard struct {
	rulebook, standIn []string
	told              map[string]bool // lines that have been answered
}

func printedBox(t *testing.T) *cardboard {
	t.Helper()
	c := &cardboard{told: map[string]bool{}}
	var err1, err2 error
	c.rulebook, err1 = setups.BoxLines("council-of-shadows", "rulebook")
	c.standIn, err2 = setups.BoxLines("council-of-shadows", "stand-in")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return c
}

// questions maps the titles of questions to verbs.
var questions = map[string]string{
	"Consumption": "printed", "Price": "price", "What the card does": "effect", "Gems that the card gives": "gives",
	"Pile of the Automa card": "pile", "Actions of the Automa card": "acts", "Places that the card crosses out": "crosses",
	"How the Automa scores": "scores", "What the bonus card brings": "pays", "What the solar system shows": "system",
}

// answer reads the card: the words of its next line for the question, or none if there are no more.
func (c *cardboard) answer(t *testing.T, s learning.View) []string {
	t.Helper()
	verb := questions[s.Question.Title.String()]
	name := s.Card.String()[strings.LastIndex(s.Card.String(), " ")+1:]
	for _, line := range c.standIn {
		words := strings.Fields(line)
		if words[0] != verb || words[1] != name || c.told[line] {
			continue
		}
		c.told[line] = true
		words = words[2 : len(words)-1]
		if verb == "price" {
			words = words[1:] // the step is not asked
		}
		return words
	}
	if !s.Question.Many {
		t.Fatalf("%s: the cardboard shows no %s", s.Card, s.Question.Title)
	}
	return nil
}

// play begins a game of the full book against the Automa. What is not on cards (the
// board, prices of upgrades, energy of projects) is taken from the invented box.
func (c *cardboard) play(learned []string) error {
	deck, err := setups.CardListOf("council-of-shadows")
	if err != nil {
		return err
	}
	var names []string
	for _, card := range deck.Cards() {
		names = append(names, card.Name())
	}
	lines := slices.Concat(c.rulebook, learned, []string{"book full"})
	for _, line := range c.standIn {
		if !slices.Contains(names, strings.Fields(line)[1]) {
			lines = append(lines, line)
		}
	}
	var facts []engine.Event
	for _, line := range lines {
		fact, err := councilofshadows.Game.Words.Parse(line)
		if err != nil {
			return err
		}
		facts = append(facts, fact)
	}
	_, err = councilofshadows.Game.New([]engine.Seat{"purple", "automa"}, facts)
	return err
}

package web_test

import (
	"strings"
	"testing"
)

// The prompt of who plans tells what the plan comes to, and nobody else's does.
func TestPromptTellsThePlan(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Ben")
	ana, ben := h.browser().sit("purple"), h.browser().sit("red")
	h.play("purple pass", "red pass")
	const costs = "Costs 3: 20 → 23"
	prompt := func(b *browser, path string) string {
		_, text := b.get(path)
		return part(text, "ask")
	}
	if text := prompt(ana, "/seat/purple"); strings.Contains(text, "Costs") {
		t.Errorf("a plan of nothing is told:\n%s", text)
	}
	h.play("purple plan 1 discover")
	if text := prompt(ana, "/seat/purple"); !strings.Contains(text, costs) {
		t.Errorf("the prompt lacks %q:\n%s", costs, text)
	}
	if text := prompt(ben, "/seat/red"); text == "" || strings.Contains(text, "Costs") {
		t.Errorf("another seat is told of it:\n%s", text)
	}
	h.play("purple plan 2 tower", "purple plan 3 harvest")
	if text := prompt(ana, "/seat/purple"); !strings.Contains(text, "Costs 12: 20 → 32") {
		t.Errorf("the prompt does not tell the whole plan:\n%s", text)
	}
}

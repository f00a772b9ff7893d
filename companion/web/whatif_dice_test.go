package web_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// In a copy dice fall as people touch their faces, as on the page of a seat: no list has the
// 1,024 ways in which five of them may.
func TestDiceFallInACopy(t *testing.T) {
	t.Parallel()
	var before []string // the roll of a fight in which nobody can turn up a card
	for _, line := range fight {
		if !strings.Contains(line, " trapped ") && !strings.Contains(line, " rolled ") && line != "phase act" {
			before = append(before, strings.NewReplacer("harmed 11", "harmed 17", "harmed 10", "harmed 17").Replace(line))
		}
	}
	h, _ := placed(t, before)
	h.play("table roll red-gem,red-gem,blue-gem,blue-gem,purple-gem", "kit choose 1 0 - - - blue-gem", "kit cast spectral-slap-1 1 2 2*red-gem+blue-gem+purple-gem - ancient-rune")
	check(t, h.table.Finish(t.Context()))
	b, path := h.browser(), "/games/"+h.store.Games()[0].ID+"/whatif"
	_, text := b.get(path + "?at=0")
	if n := strings.Count(text, `type="radio" class="unseen" name="side-`); n != 5*4 || strings.Contains(text, "<option") || len(text) > 100_000 {
		t.Errorf("%d faces on a page of %d bytes:\n%s", n, len(text), text)
	}
	sides := func(last string) []string {
		return []string{"side-1", "red-orb", "side-2", "red-gem", "side-3", "cursed-crystal", "side-4", "blue-gem", "side-5", last}
	}
	for _, wrong := range []string{"red-gem", "", "nothing"} {
		if status, said := b.post(path+"?at=0", sides(wrong)...); status != http.StatusConflict {
			t.Errorf("a die that shows %q: %d %s", wrong, status, said)
		}
	}
	status, said := b.post(path+"?at=0", sides("purple-orb")...)
	var at struct{ Go string }
	if err := json.Unmarshal([]byte(said), &at); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s %v", status, said, err)
	}
	if _, text := b.get(at.Go); !strings.Contains(text, "a purple orb") || strings.Contains(text, `name="side-`) || !strings.Contains(text, "Get a blue gem") {
		t.Errorf("%s is not a copy in which they have fallen:\n%s", at.Go, text)
	}
	if status, said := b.post(path+"?at=1", sides("purple-orb")...); status != http.StatusConflict {
		t.Errorf("control: where no dice fall: %d %s", status, said)
	}
}

// What chance draws in a copy are drawn cards, one for each that may come, and no buttons
// with a sentence; a tap on one brings it.
func TestCardsAreDrawnInACopy(t *testing.T) {
	t.Parallel()
	e, _ := perform(&gallery{T: t}, "casting-shadows", castingTables[0], "no-clock")
	for !e.over() && e.step() {
	}
	check(t, e.table.Finish(t.Context()))
	b, path := e.browser(), "/games/"+e.store.Games()[0].ID+"/whatif"
	_, text := b.get(path + "?at=0")
	_, drawn, _ := strings.Cut(text, `<ul class="drawn">`)
	drawn, _, _ = strings.Cut(drawn, "</ul>")
	cards := regexp.MustCompile(`name="line" value="([^"]+)" aria-label="([^"]+)"><span class="card k-(attack|conversion|resource-card)`).FindAllStringSubmatch(drawn, -1)
	seen := map[string]bool{}
	for _, c := range cards {
		seen[c[1]] = true
	}
	if n := strings.Count(text, `name="line"`); len(cards) < 20 || len(seen) != len(cards) || n != len(cards) {
		t.Fatalf("%d cards, %d different ones, %d choices:\n%s", len(cards), len(seen), n, drawn)
	}
	if status, said := b.post(path+"?at=0", "line", html.UnescapeString(cards[3][1])); status != http.StatusOK {
		t.Errorf("%s is not drawn: %d %s", cards[3][2], status, said)
	}
}

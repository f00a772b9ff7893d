package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

// The start page says how many seats a game takes, before the rules have to.
func TestTwoOrFour(t *testing.T) {
	h := council(t, short)
	for lang, want := range map[string][]string{
		"en": {"Who plays? Seats: 2 or 4", "Choose seats: this game takes 2 or 4.", "this game takes 2 or 4 seats, not 3"},
		"de": {"Wer spielt? Plätze: 2 oder 4", "Wähle Plätze: Dieses Spiel braucht 2 oder 4.", "Dieses Spiel braucht 2 oder 4 Plätze, nicht 3"},
		"es": {"¿Quién juega? Asientos: 2 o 4", "Elige asientos: este juego necesita 2 o 4.", "Este juego necesita 2 o 4 asientos, no 3"},
	} {
		b := h.browser()
		b.post("/lang", "lang", lang)
		status, page := b.get("/new")
		if status != http.StatusOK || !strings.Contains(page, want[0]) || !strings.Contains(page, want[1]) {
			t.Errorf("the start page in %s: %d, want %q\n%s", lang, status, want[:2], page)
		}
		status, said := b.post("/start", "game", "high-council", "seat", "white", "seat", "red", "seat", "yellow")
		if status == http.StatusOK || !strings.Contains(said, want[2]) {
			t.Errorf("three start in %s: %d %s, want %q", lang, status, said, want[2])
		}
	}
}

// Three chosen seats cannot start, and the page says why; a browser without the
// script would be refused.
func TestThreeCannotStart(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := council(t, short)
	p := browse(t, true).Page(t, h.url, "de", 360, 740)
	p.Open("/new")
	for _, step := range []struct {
		click string
		can   bool
	}{{"", true}, {"#seat-yellow", false}, {"#seat-blue", true}, {"#seat-red", false}, {"#seat-white", true}, {"#seat-yellow", false}, {"#seat-blue", false}} {
		if step.click != "" {
			p.Click(step.click)
		}
		// It can start, or says what it needs.
		p.Until(fmt.Sprintf(`document.querySelector("#start-game").disabled !== %v && document.querySelector("#start-needs").hidden === %[1]v`, step.can))
		if step.click == "#seat-yellow" && !step.can {
			p.Shot("three " + step.click[1:])
		}
	}
	if got, want := p.Text("#start-needs"), "Wähle Plätze: Dieses Spiel braucht 2 oder 4."; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	p.Click("#seat-white")
	p.Click("#seat-red")
	p.Click("#start-game")
	p.Wait("#part-where, #part-headline")
}

package web_test

import (
	"net/http"
	"strings"
	"testing"
)

// A second card lies on a field: its owner may have the game follow, and nobody
// else is told that the rules would allow it.
func TestTakeItAsItLies(t *testing.T) {
	h := newHouse(t)
	h.begin()
	ana, ben := h.browser().sit("purple"), h.browser().sit("red")
	h.play("purple pass", "red pass")
	ana.lay("purple", "1", "discover")
	ana.lay("purple", "1", "tower")
	const offer = "Take it as it lies"
	_, own := ana.get("/seat/purple")
	for _, want := range []string{offer, `action="/accept"`, "Take Discover back from field 1; Lay Found a colony on field 1"} {
		if !strings.Contains(own, want) {
			t.Errorf("purple's page lacks %q:\n%s", want, own)
		}
	}
	for path, b := range map[string]*browser{"/seat/red": ben, "/table": h.browser()} {
		if _, text := b.get(path); strings.Contains(text, offer) || strings.Contains(text, "Found a colony back") {
			t.Errorf("%s tells of the offer", path)
		}
	}
	version := h.version("purple")
	if status, text := ana.post("/accept", "seat", "purple", "version", version); status != http.StatusOK || text != "{\"version\":5}\n" {
		t.Fatalf("accept: %d %s", status, text)
	}
	if _, text := ana.get("/seat/purple"); strings.Contains(text, offer) || !strings.Contains(text, "take Discover from Field 1 (P1) into the hand") {
		t.Errorf("the offer was accepted; what is left to do is missing:\n%s", text)
	}
	if status, text := ana.post("/accept", "seat", "purple", "version", h.version("purple")); status != http.StatusConflict || !strings.Contains(text, "do what the notice says") {
		t.Errorf("accept again: %d %s", status, text)
	}
	for version, want := range map[string]int{version: http.StatusConflict, "x": http.StatusBadRequest} {
		if status, _ := ana.post("/accept", "seat", "purple", "version", version); status != want {
			t.Errorf("accept of version %s: %d, want %d", version, status, want)
		}
	}
}

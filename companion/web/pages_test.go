package web_test

import (
	"net/http"
	"strings"
	"testing"

	"arbiter/engine/enginetest/tier"
)

func TestPagesOfATable(t *testing.T) {
	h := newHouse(t)
	b := h.browser()
	if status, text := b.get("/"); status != http.StatusOK || !strings.Contains(text, `id="way-alone"`) {
		t.Fatalf("home without a game: %d\n%s", status, text)
	}
	if status, text := b.get("/table"); status != http.StatusOK || !strings.Contains(text, "No game is running.") {
		t.Errorf("table without a game: %d\n%s", status, text)
	}
	h.begin("Ana <b>", "Käthe Ñuño")
	b.sit("purple")
	for path, wants := range map[string][]string{
		"/":            {"A game is waiting", "/seat/purple", "Ana &lt;b&gt;"},
		"/more":        {"Readers in the browser", "/own", "arbiter test"},
		"/table":       {"Round 1", "Phase 1: buy", "Käthe Ñuño", "part-lanes", "Sit down here"},
		"/seat/purple": {`class="prompt yours"`, "Buy", `value="purple pass"`, `value="purple buy ai-07"`, `data-thing="zone purple 1"`},
	} {
		status, text := b.get(path)
		if got, want := status, http.StatusOK; got != want {
			t.Errorf("%s: status %d, want %d", path, got, want)
		}
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q\n%s", path, want, text)
			}
		}
	}
}

func TestCivilizationsAndBoxes(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	b := h.browser()
	b.post("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "box", "stand-in", "civilization-purple", "avry")
	_, text := b.get("/table")
	for _, want := range []string{"Avry (Human)", "Stand-in values"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q\n%s", want, text)
		}
	}
	other := newHouse(t).browser()
	other.post("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "box", "rulebook")
	if _, text := other.get("/table"); strings.Contains(text, "Stand-in values") || !strings.Contains(text, "Phase 1") {
		t.Errorf("with the owner's box the table speaks of stand-ins, or there is no game\n%s", text)
	}
}

// TestBotsSitNowhere: a bot's seat is shown as one, and nobody sits down there.
func TestBotsSitNowhere(t *testing.T) {
	h := newHouse(t)
	b := h.browser()
	if _, text := b.get("/new"); !strings.Contains(text, `name="bot-red"`) {
		t.Fatalf("no bot can be chosen\n%s", text)
	}
	b.post("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "bot-red", "casual", "order", "listed")
	if status, _ := b.get("/seat/purple"); status != http.StatusOK {
		t.Errorf("the only person does not sit: %d", status)
	}
	if _, text := b.get("/table"); strings.Contains(text, `value="red"`) {
		t.Errorf("somebody may sit down for the bot\n%s", text)
	}
	if status, text := h.browser().post("/claim", "seat", "red"); status == http.StatusSeeOther && !strings.Contains(text, "nobody sits there") {
		t.Errorf("the bot's seat was taken: %d %s", status, text)
	}
}

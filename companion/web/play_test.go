package web_test

import (
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
)

func TestRefusalsAndStaleWishes(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Käthe")
	b := h.browser().sit("purple", "red")
	for _, c := range []struct {
		name, line, with, version string
		status                    int
		says                      string
	}{
		{"not a version", "purple pass", "", "x", 400, "cannot be understood"},
		{"a hole without a word", "purple buy {}", "", "0", 400, "cannot be understood"},
		{"two words in a hole", "purple buy {}", "ai-07 ai-08", "0", 400, "cannot be understood"},
		{"a word without a hole", "purple pass", "ai-07", "0", 400, "cannot be understood"},
		{"no line", "", "", "0", 400, "cannot be understood"},
		{"no command", "purple dance", "", "0", 409, "no command of this game"},
		{"another's command", "red pass", "", "0", 409, "only Käthe may do that"},
		{"against the rules", "purple ready", "", "0", 409, "cards are planned in phase 2"},
		{"from the future", "purple pass", "", "7", 409, "moved on"},
		{"good", "purple buy {}", "ai-07", "0", 200, `{"version":1}`},
		{"the same again", "purple buy ai-07", "", "0", 409, "moved on"},
	} {
		pairs := []string{"seat", "purple", "line", c.line, "version", c.version}
		if c.with != "" {
			pairs = append(pairs, "with", c.with)
		}
		if status, text := b.post("/do", pairs...); status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %s, want %d %q", c.name, status, text, c.status, c.says)
		}
	}
	if got, want := h.version(""), "1"; got != want {
		t.Errorf("version %s, want %s", got, want)
	}
}

// Without a script forms lead to pages.
func TestFormsWithoutScript(t *testing.T) {
	h := newHouse(t)
	b := h.browser()
	form := url.Values{"game": {"council-of-shadows"}, "seat": {"purple", "green"}, "order": {"chosen"}, "place-purple": {"2"}, "place-green": {"1"}, "name-green": {"Ana"}}
	status, _, header := b.do(b.request(http.MethodPost, "/start", form))
	if got, want := header.Get("Location"), "/table"; status != http.StatusSeeOther || got != want {
		t.Fatalf("start: %d to %q, want %q", status, got, want)
	}
	b.sit("green")
	status, _, header = b.do(b.request(http.MethodPost, "/do", url.Values{"seat": {"green"}, "line": {"green pass"}, "version": {"0"}, "back": {"/seat/green"}}))
	if got, want := header.Get("Location"), "/seat/green"; status != http.StatusSeeOther || got != want {
		t.Errorf("do: %d to %q, want %q", status, got, want)
	}
	status, text, _ := b.do(b.request(http.MethodPost, "/do", url.Values{"seat": {"green"}, "line": {"green pass"}, "version": {"1"}, "back": {"//evil.example"}}))
	if status != http.StatusConflict || !strings.Contains(text, `role="alert">`) || strings.Contains(text, "evil") {
		t.Errorf("a refused form: %d\n%s", status, text)
	}
	if status, text := b.post("/start", "game", "council-of-shadows", "seat", "purple"); status != http.StatusConflict || !strings.Contains(text, "still running") {
		t.Errorf("a second game: %d %s", status, text)
	}
	if status, _ := h.browser().sit("purple").post("/finish"); status != http.StatusForbidden {
		t.Errorf("somebody else at the table ends the game: %d, want 403", status)
	}
	if _, text := b.get("/table"); strings.Contains(text, `id="close"`) {
		t.Error("a game that goes on can be closed")
	}
	if status, _ := b.post("/finish"); status != http.StatusOK {
		t.Errorf("the host ends the game: %d", status)
	}
	if status, text := b.post("/start", "game", "council-of-shadows", "order", "chosen", "seat", "purple", "seat", "red", "place-purple", "1", "place-red", "1"); status != http.StatusConflict || !strings.Contains(text, "place of its own") {
		t.Errorf("one place for two: %d %s", status, text)
	}
	if status, _ := b.post("/start", "game", "chess"); status != http.StatusBadRequest {
		t.Errorf("a game that is not there: %d, want 400", status)
	}
	if status, text := b.post("/start", "game", "council-of-shadows"); status != http.StatusConflict || !strings.Contains(text, "1 to 4 seats, not 0") {
		t.Errorf("a game without players: %d %s", status, text)
	}
}

// What was shown is taken back when everybody agrees, and the page says what to
// do with the cardboard.
func TestUndoNeedsConsent(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Ben")
	ana, ben := h.browser().sit("purple"), h.browser().sit("red")
	h.play("purple pass", "red pass",
		"purple plan 1 discover", "purple plan 2 tower", "purple plan 3 harvest", "purple ready",
		"red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	if _, text := ana.get("/seat/purple"); !strings.Contains(html.UnescapeString(text), "3 + 6 + 3 = 12") || !strings.Contains(text, "highest consumption of this round goes first") {
		t.Errorf("the log does not say why:\n%s", text)
	}
	version := h.version("")
	if status, text := ana.post("/undo", "seat", "purple", "version", version); status != http.StatusOK {
		t.Fatalf("purple asks: %d %s", status, text)
	}
	if got := h.version(""); got != version {
		t.Fatalf("taken back without red: version %s", got)
	}
	_, text := ben.get("/seat/red")
	if !strings.Contains(text, "I agree") || !strings.Contains(text, "Everybody has to agree") {
		t.Errorf("red is not asked:\n%s", text)
	}
	if status, text := ben.post("/undo", "seat", "red", "version", version); status != http.StatusOK {
		t.Fatalf("red agrees: %d %s", status, text)
	}
	_, text = ana.get("/seat/purple")
	for _, want := range []string{"Put the cardboard back", "from 32 to 20", "<s>"} {
		if !strings.Contains(text, want) {
			t.Errorf("after the undo the page lacks %q:\n%s", want, text)
		}
	}
	_, text = ana.get("/games/" + h.store.Games()[0].ID + "/replay")
	for _, want := range []string{"taken back", "<s>The consumption of Ana rises by", "takes line 10 back"} {
		if !strings.Contains(text, want) {
			t.Errorf("the history lacks %q:\n%s", want, text)
		}
	}
}

// A card that is shown at the market is bought and taken off again; one that is
// of no use stays there, with a notice.
func TestTapAndTidy(t *testing.T) {
	h := newHouse(t)
	h.begin()
	b := h.browser().sit("purple", "red")
	tap := func(seat, reader, card string) (int, string) {
		return b.post("/tap", "seat", seat, "version", h.version(engine.Seat(seat)), "reader", reader, "line", seat+" buy {}", "with", card)
	}
	if status, text := tap("purple", "market", "ai-07"); status != http.StatusOK || text != "{\"version\":1}\n" {
		t.Fatalf("tap: %d %s", status, text)
	}
	if got := h.cards.Lying("market"); len(got) != 0 {
		t.Errorf("on the market lies %v", got)
	}
	if status, _ := tap("purple", "market", "ai-07"); status != http.StatusOK {
		t.Fatalf("tap again: %d", status)
	}
	_, text := b.get("/seat/purple")
	if got := h.cards.Lying("market"); len(got) != 1 || !strings.Contains(text, "of no use now") || !strings.Contains(text, "Off the reader: Colony or survey") {
		t.Errorf("on the market lies %v\n%s", got, text)
	}
	for reader, want := range map[string]int{"purple-1": 400, "red": 400, "nowhere": 400} {
		if status, _ := tap("purple", reader, "ai-08"); status != want {
			t.Errorf("purple shows a card at %s: %d, want %d", reader, status, want)
		}
	}
	h.play("purple pass", "red pass", "purple plan 1 discover", "purple plan 2 tower", "purple plan 3 ai-07")
	if _, text := b.get("/seat/purple"); !strings.Contains(text, `id="tidy"`) {
		t.Errorf("cards that were named on the phone do not lie on the readers, and nobody says so:\n%s", text)
	}
	if status, text := b.post("/tidy", "seat", "purple", "version", "0"); status != http.StatusOK {
		t.Fatalf("tidy: %d %s", status, text)
	}
	var lying []string
	for _, reader := range []string{"purple-1", "purple-2", "purple-3"} {
		for _, words := range h.cards.Lying(reader) {
			lying = append(lying, strings.Join(words, " "))
		}
	}
	if want := []string{"purple discover", "purple tower", "purple ai-07"}; !slices.Equal(lying, want) {
		t.Errorf("on the readers lie %v, want %v", lying, want)
	}
}

// One person against the Automa: its card is drawn by chance.
func TestSoloDrawsTheAutomasCard(t *testing.T) {
	h := newHouse(t)
	b := h.browser()
	status, text := b.post("/start", "game", "council-of-shadows", "seat", "purple", "order", "listed", "box", "stand-in")
	if status != http.StatusOK || !strings.Contains(text, "/seat/purple") {
		t.Fatalf("start: %d %s", status, text)
	}
	h.play("purple pass")
	for i, card := range []string{"discover", "tower", "harvest"} {
		b.lay("purple", string(rune('1'+i)), card)
	}
	h.play("purple ready")
	_, text = b.get("/seat/purple")
	if !strings.Contains(text, `name="deck" value="table open {}"`) || !strings.Contains(text, "At the table") {
		t.Fatalf("there is nothing to draw:\n%s", text)
	}
	if status, text := b.post("/deal", "seat", "purple", "version", h.version("purple"), "deck", "table open {}"); status != http.StatusOK {
		t.Fatalf("draw: %d %s", status, text)
	}
	_, text = b.get("/seat/purple")
	if !strings.Contains(text, "Automa opens") && !strings.Contains(text, "opens Automa") {
		t.Errorf("the Automa's card was not opened:\n%s", text)
	}
	if status, _ := b.post("/deal", "seat", "purple", "version", h.version("purple"), "deck", "table open {}"); status != http.StatusConflict {
		t.Errorf("a second card of the Automa: status %d, want %d", status, http.StatusConflict)
	}
}

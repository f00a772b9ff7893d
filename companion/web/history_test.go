package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/history"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

func TestPastGames(t *testing.T) {
	h := newHouse(t)
	h.begin("Ana", "Käthe")
	h.play("purple pass", "red pass", "purple plan 1 discover")
	b := h.browser().sit("red")
	id := h.store.Games()[0].ID
	_, text := b.get("/games/" + id + "/replay")
	for _, want := range []string{"Council of Shadows", "Ana, Käthe", "2026-11-21", "still running", "Phase 2: plan"} {
		if !strings.Contains(text, want) {
			t.Errorf("a running game lacks %q\n%s", want, text)
		}
	}
	if strings.Contains(text, "Discover") {
		t.Errorf("the history of a running game shows a hidden card:\n%s", text)
	}
	check(t, h.table.Finish(t.Context()))
	_, text = b.get("/")
	for _, want := range []string{`href="/games"`, "not finished", `id="way-alone"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the start page lacks %q\n%s", want, text)
		}
	}
	for _, path := range []string{"/games/nothing", "/games/%2e%2e", "/games/..%2f" + id, "/games/nothing/replay", "/games/nothing/panel.png"} {
		if status, _ := b.get(path); status != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, status)
		}
	}
}

// A council that adjourns has no winner: the pages say so, while it lies on the
// table and in the list of past games.
func TestAdjournedCouncil(t *testing.T) {
	h := council(t, short)
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}})
	check(t, err)
	h.play("white ponder")
	for range 30 {
		h.play("red ponder", "white ponder")
	}
	says := func(pages []string, texts map[string]string) {
		t.Helper()
		for lang, want := range texts {
			b := h.browser()
			b.post("/lang", "lang", lang)
			for _, path := range pages {
				if _, text := b.get(path); !strings.Contains(text, want) || strings.Contains(text, companion.Nobody+"<") {
					t.Errorf("%s in %s lacks %q, or speaks of %q", path, lang, want, companion.Nobody)
				}
			}
		}
	}
	says([]string{"/", "/table"}, map[string]string{"en": "Nobody has won.", "de": "Niemand hat gewonnen.", "es": "No ha ganado nadie."})
	check(t, h.table.Finish(t.Context()))
	past := "/games/" + h.store.Games()[0].ID
	says([]string{"/"}, map[string]string{"en": "ended without a winner", "de": "ohne Sieger beendet", "es": "terminada sin ganador"})
	says([]string{past}, map[string]string{"en": "Ended without a winner", "de": "Ohne Sieger beendet", "es": "Terminada sin ganador"})
}

// The play of a game that was played to its end is handed over to BG Stats.
func TestPlayInTheBrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := council(t, short)
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white", Name: "Wilhelmine-Theodora von und zu Waldburg"}, {Seat: "red"}}})
	check(t, err)
	h.play("white ponder")
	for range 30 {
		h.play("red ponder", "white ponder")
	}
	check(t, h.table.Finish(t.Context()))
	past := "/games/" + h.store.Games()[0].ID
	sizes := []struct{ w, h int64 }{{360, 740}, {1024, 768}, {1920, 1080}}
	for _, size := range sizes[:min(3, tier.Of(t, tier.Pages, "sizes", 1, 1, 3))] {
		p := browse(t, size.w == 360).Page(t, h.url, "de", size.w, size.h)
		p.Open(past)
		p.Wait(".drawn .chart")
		p.Shot(fmt.Sprintf("council %d", size.w))
		p.Click("#bgstats")
		p.Wait("#handover")
		p.Wait(".way .qr")
		p.Shot(fmt.Sprintf("play %d", size.w))
	}
}

// A list that cannot be read does not stop people from playing.
func TestBrokenHistory(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.Past.History = broken{} })
	if status, text := h.browser().get("/"); status != http.StatusOK || !strings.Contains(text, "cannot be read") || !strings.Contains(text, `id="way-alone"`) {
		t.Errorf("home: %d\n%s", status, text)
	}
	if status, text := h.browser().get("/games/x"); status != http.StatusInternalServerError || strings.Contains(text, "no disk") {
		t.Errorf("history: %d\n%s", status, text)
	}
}

type broken struct{}

func (broken) Find(history.Search) ([]history.Summary, int, error) {
	return nil, 0, errors.New("no disk")
}
func (broken) Summary(string) (history.Summary, error) {
	return history.Summary{}, errors.New("no disk")
}
func (broken) Saved(string) (history.Saved, error) { return history.Saved{}, errors.New("no disk") }
func (broken) Times(string) ([]time.Time, error)   { return nil, errors.New("no disk") }

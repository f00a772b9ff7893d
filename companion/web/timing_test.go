package web_test

import (
	"net/http"
	"strings"
	"testing"
)

// The host chooses a clock in the lobby, and another one in the game. Everybody sees the same time,
// by when it ends; whoever sits there may pause, everybody is told who did, and the next step ends
// the pause. Nobody else may do either.
func TestTheClockOnPages(t *testing.T) {
	t.Parallel()
	h := gathering(t)
	ana, ben := h.browser(), h.browser()
	ana.ok("/start", "game", "council-of-shadows", "way", "table")
	ben.ok("/join", "code", h.web.Invitation().Code)
	ben.ok("/claim", "seat", "red", "name", "Ben")
	ben.no(http.StatusForbidden, "/clock", "kind", "seat")
	ana.no(http.StatusBadRequest, "/clock", "kind", "hourglass")
	ana.no(http.StatusBadRequest, "/clock", "minutes", "25") // there is no clock yet
	ana.ok("/clock", "kind", "seat")
	ana.no(http.StatusBadRequest, "/clock", "minutes", "26")
	ana.ok("/clock", "minutes", "25")
	if _, text := ana.get("/table"); !strings.Contains(text, `id="clock-seat" aria-pressed="true"`) || !strings.Contains(text, "25 min") {
		t.Errorf("the lobby does not show the clock\n%s", text)
	}
	if _, text := ben.get("/table"); strings.Contains(text, `id="clock-seat"`) {
		t.Error("a guest may choose the clock")
	}
	ana.ok("/lobby", "begin", "1")
	pages := func(what string, has bool) {
		t.Helper()
		for path, b := range map[string]*browser{"/seat/purple": ana, "/seat/red": ben, "/table": h.browser()} {
			if _, text := b.get(path); strings.Contains(text, what) != has {
				t.Errorf("%s: %q: %v, want %v", path, what, !has, has)
			}
		}
	}
	pages(`title="Time left"`, true)
	pages(` data-ends="`, true)
	ben.no(http.StatusForbidden, "/pause", "seat", "purple", "pause", "on")
	ben.ok("/pause", "seat", "red", "pause", "on")
	pages("Ben has paused the game.", true)
	pages("Paused", true)
	pages(` data-ends="`, false) // the control of what runs
	snap, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	h.play(string(snap.View.Prompts[0].Seat) + " pass")
	pages("Ben has paused the game.", false)
	pages(` data-ends="`, true)
	ana.ok("/clock", "kind", "target")
	pages("Time left of what was planned", true)
	ana.ok("/clock", "kind", "none")
	pages(` data-ends="`, false)
	if _, text := ben.get("/seat/red"); strings.Contains(text, `id="clock-none"`) || !strings.Contains(text, `id="pause"`) {
		t.Error("who is not the host may choose, or cannot pause")
	}
}

// How long players thought stands on the page of a past game, with a link to the longest step, and
// in the statistics: the hour before the last entry counts for nobody.
func TestThinkingTimeOnPages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass", "purple plan 1 discover", "purple plan 2 harvest", "purple plan 3 tower")
	id := h.store.Games()[0].ID
	check(t, h.table.Finish(t.Context()))
	_, text := h.browser().get("/games/" + id)
	_, part, found := strings.Cut(text, `id="thinking"`)
	part, _, _ = strings.Cut(part, "</section>")
	if !found || !strings.Contains(part, "Ana</th><td>3:00</td>") || !strings.Contains(part, "1:00 <span") || !strings.Contains(part, "/replay?") {
		t.Errorf("the past game has no thinking times, or others:\n%s", part)
	}
}

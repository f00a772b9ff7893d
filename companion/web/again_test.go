package web_test

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"arbiter/engine"
)

// Who has played may play again with one tap: everybody keeps the seat and the name. A
// game that goes on, and one of which nobody knows how it was begun, begins no other.
func TestTheSameSeatsPlayAgain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ana, ben := h.browser(), h.browser()
	ana.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "name-purple", "Ana", "name-red", "Ben", "box", "stand-in")
	ana.sit("purple")
	ben.sit("red")
	again := []string{"game", "council-of-shadows", "way", "again"}
	ana.no(http.StatusConflict, "/start", again...)
	h.end()
	first, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	for path, b := range map[string]*browser{"/table": ben, "/seat/purple": ana} {
		if _, text := b.get(path); !strings.Contains(text, `id="play-again"`) {
			t.Errorf("%s does not offer to play again\n%s", path, text)
		}
	}
	ben.ok("/start", again...)
	second, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	if second.GameID == first.GameID || second.View.Over || second.Labels["purple"] != "Ana" || second.Labels["red"] != "Ben" {
		t.Errorf("the game %s was followed by %s with %v", first.GameID, second.GameID, second.Labels)
	}
	for path, b := range map[string]*browser{"/seat/purple": ana, "/seat/red": ben} {
		if status, text := b.get(path); status != http.StatusOK || !strings.Contains(text, `action="/free"`) {
			t.Errorf("%s is lost: %d", path, status)
		}
	}
	check(t, h.table.Finish(t.Context()))
	h.begin("Ana", "Ben") // not from a page
	h.end()
	if _, text := ana.get("/table"); strings.Contains(text, `id="play-again"`) {
		t.Error("a game is offered again of which nobody knows how it was begun")
	}
	ana.no(http.StatusConflict, "/start", again...)
}

// end plays a game of two to its end.
func (h *house) end() {
	h.t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	for n := 0; n < 3000 && !h.over(); n++ {
		h.random(r, []engine.Seat{"purple", "red"}, 1)
	}
	if !h.over() {
		h.t.Fatal("the game does not end")
	}
}

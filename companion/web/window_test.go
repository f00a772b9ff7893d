package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
	"arbiter/setups"
)

// answerable is a game in which green and red are asked what they do against purple.
func answerable(t *testing.T) (h *house, over func()) {
	t.Helper()
	seats := []engine.Seat{"purple", "green", "red"}
	ring := make(chan time.Time)
	h = &house{t: t, lying: func(o *companion.Opts) { o.After = func(time.Duration) <-chan time.Time { return ring } }}
	h.furnish(setups.Rig{}, []companion.GameOffer{{
		Game: testgame.Game(false), Seats: seats, Counts: []int{3}, Box: "all",
		Boxes: []companion.BoxChoice{{Name: "all", Lines: []string{"guards 12", "value moon 1 rulebook", "value sun 1 rulebook", "value star 1 rulebook"}}},
	}})
	g := companion.NewGame{Game: "hush"}
	for _, s := range seats {
		g.Seats = append(g.Seats, companion.Seating{Seat: s})
	}
	_, err := h.table.Start(t.Context(), g)
	check(t, err)
	for _, s := range []string{"purple", "green", "red"} {
		h.play(s+" hide spear", s+" plan 1 moon", s+" plan 2 sun", s+" ready")
	}
	h.play("purple gain 1")
	return h, func() {
		h.version("")
		ring <- time.Time{}
	}
}

// TestNobodyAnswersForOthers: who holds another seat neither answers nor lets pass for it,
// and gives it no orders; its own page alone shows what a seat has said.
func TestNobodyAnswersForOthers(t *testing.T) {
	t.Parallel()
	h, over := answerable(t)
	green, red := h.browser().sit("green"), h.browser().sit("red")
	for _, try := range [][]string{
		{"/do", "seat", "green", "line", "green answer 1", "version", h.version("")},
		{"/pass", "seat", "green", "window", "1"},
		{"/order", "seat", "green", "order", "out"},
	} {
		red.no(http.StatusForbidden, try[0], try[1:]...)
	}
	_, before := red.get("/seat/red")
	_, table := h.browser().get("/table")
	green.ok("/order", "seat", "green", "order", "out")
	green.ok("/do", "seat", "green", "line", "green answer 1", "version", h.version(""))
	if _, page := green.get("/seat/green"); !strings.Contains(page, "Kept until the time is over") || !strings.Contains(page, `value="out" selected`) {
		t.Error("green's page does not show what green has said")
	}
	if _, after := red.get("/seat/red"); after != before {
		t.Error("red's page shows what green has said")
	}
	if _, after := h.browser().get("/table"); after != table {
		t.Error("the page of everybody shows what green has said")
	}
	if !strings.Contains(before, `id="pass"`) {
		t.Error("control: red is not asked")
	}
	red.ok("/pass", "seat", "red", "window", "1")
	red.no(http.StatusConflict, "/pass", "seat", "red", "window", "2")
	over()
	if snap, err := h.table.Snapshot(t.Context(), ""); err != nil || !snap.View.Seats[0].Out {
		t.Errorf("green's spear does not put purple out (%v)", err)
	}
}

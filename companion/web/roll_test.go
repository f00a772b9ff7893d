package web_test

import (
	"net/http"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/engine"
	"arbiter/setups"
)

// TestFacesAreTouched: who has rolled dice of cardboard touches the side of each that lies
// up; a die without one, or a side that it has not, is asked for again.
func TestFacesAreTouched(t *testing.T) {
	t.Parallel()
	h := &house{t: t}
	h.furnish(setups.Rig{}, []companion.GameOffer{{
		Game: testgame.Game(false), Seats: []engine.Seat{"purple", "green"}, Counts: []int{2}, Box: "all",
		Boxes: []companion.BoxChoice{{Name: "all", Lines: []string{"dice", "value moon 1 rulebook", "value sun 1 rulebook", "value star 1 rulebook"}}},
	}})
	_, err := h.table.Start(t.Context(), companion.NewGame{Game: "hush", Seats: []companion.Seating{{Seat: "purple"}, {Seat: "green"}}})
	check(t, err)
	for _, s := range []string{"purple", "green"} {
		h.play(s+" plan 1 moon", s+" plan 2 sun", s+" ready")
	}
	green := h.browser().sit("green")
	_, page := green.get("/seat/green")
	if n := strings.Count(page, `type="radio" class="unseen" name="side-`); n != 6 || strings.Contains(page, "the dice show") {
		t.Errorf("%d faces, or a list", n)
	}
	tell := func(one, two string) []string {
		return []string{"seat", "green", "version", h.version(""), "side-1", one, "side-2", two}
	}
	h.browser().no(http.StatusForbidden, "/roll", tell("sun", "star")...)
	green.no(http.StatusConflict, "/roll", tell("sun", "")...)
	green.no(http.StatusConflict, "/roll", tell("sun", "comet")...)
	green.ok("/roll", tell("sun", "star")...)
	if _, page := green.get("/seat/green"); strings.Contains(page, `name="side-1"`) {
		t.Error("they are asked for again")
	}
	green.no(http.StatusConflict, "/roll", tell("sun", "star")...)
}

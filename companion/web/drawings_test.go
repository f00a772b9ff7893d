package web_test

import (
	"bytes"
	"math/rand/v2"
	"net/http"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// A drawing depends on nothing but its input: pages of drawings that were made before are
// those that would be drawn anew, by everybody, in any order; and what was drawn once is
// not drawn again.
func TestDrawingsAreOfOneInput(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	for game := range uint64(tier.Of(t, tier.Pages, "games", 1, 3, 30)) {
		p := born(t, rand.New(rand.NewPCG(11+tier.Seed(t), game)))
		w, pages := p.both[0], map[engine.Seat]*web.Page{}
		for moment := range 40 {
			all := p.turns(func(turn) bool { return true })
			if len(all) == 0 {
				break
			}
			next := all[p.r.IntN(len(all))]
			p.do(next.seat, next.line)
			seat := append(p.seats, "")[moment%(len(p.seats)+1)]
			if pages[seat] == nil {
				pages[seat] = web.PageOf(w.web, "de", seat)
			}
			snap := p.snap(0, seat)
			got, err := pages[seat].Event(snap)
			check(t, err)
			want, err := pages[seat].Anew(snap)
			check(t, err)
			if !bytes.Equal(got, want) {
				t.Fatalf("what was kept for %q is out of date:\n%s\n%s", seat, around(string(got), string(want)), around(string(want), string(got)))
			}
			made := web.Made(w.web, "de")
			if _, err = pages[seat].Event(snap); err != nil || web.Made(w.web, "de") != made {
				t.Fatalf("the page of %q is drawn twice (%v)", seat, err)
			}
		}
	}
}

// What was drawn of a game is forgotten when the game is put away, and drawn anew where it goes on.
func TestDrawingsGoWithTheirGame(t *testing.T) {
	h := newHouse(t)
	b := h.browser()
	b.ok("/start", "game", "council-of-shadows", "seat", "purple", "seat", "red", "box", "stand-in")
	drawn := func() int {
		t.Helper()
		before := web.Made(h.web, "en")
		if status, _ := b.get("/table"); status != http.StatusOK {
			t.Fatalf("/table: %d", status)
		}
		return web.Made(h.web, "en") - before
	}
	first := drawn()
	if again := drawn(); first == 0 || again != 0 {
		t.Errorf("%d parts are drawn first, %d again, want none again", first, again)
	}
	b.ok("/finish")
	b.ok("/reopen")
	if anew := drawn(); anew != first {
		t.Errorf("%d parts are drawn anew, want %d", anew, first)
	}
}

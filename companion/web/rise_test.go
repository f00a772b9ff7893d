package web_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// A level-up is seen on a television: the cards to choose from, each with what it does,
// and then the one that was taken, until somebody goes on. It fits beside the seats, and on
// the page of who rises.
func TestLevelUpIsSeenByEverybody(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	books := [][]string{{"full-book"}, nil}
	sizes := televisions(t)
	for _, options := range books[:tier.Of(t, tier.Pages, "books", 1, 1, len(books))] {
		h := broadcast{"council-of-shadows", []string{"purple", "red"}, options}.begin(t)
		p := browse(t, true).Page(t, h.url, "de", 1920, 1080)
		r, who := rand.New(rand.NewPCG(3, 7)), engine.Seat("")
		if options == nil { // where chance alone would gain too much for one level
			h.play("purple pass", "red pass", "purple plan 1 gems", "purple plan 2 upgrade", "purple plan 3 colonize", "purple ready",
				"red plan 1 discover", "red plan 2 tower", "red plan 3 harvest", "red ready", "red gain 40", "red slide", "red pass")
			who = "red"
		}
		for n := 0; n < 2000 && who == ""; n++ {
			h.random(r, []engine.Seat{"purple", "red"}, 1)
			snap, err := h.table.Snapshot(t.Context(), "")
			check(t, err)
			if who = snap.View.Rise.Seat; h.legal(string(who)+" choose") == "" {
				who = "" // people tell first which cards are there
			}
		}
		p.Open("/table")
		p.Wait(".rise .cards .card")
		snap, err := h.table.Snapshot(t.Context(), who)
		check(t, err)
		var cards []string
		for _, c := range snap.Legal {
			if card, ok := strings.CutPrefix(c.Line, string(who)+" choose "); ok {
				cards = append(cards, "card--"+card)
			}
		}
		shown := chromium.Ask[[]string](p, `[...document.querySelectorAll(".rise .card")].filter((e) => e.querySelector(".tx").textContent !== "").map((e) => e.dataset.key)`)
		if strings.Join(shown, " ") != strings.Join(cards, " ") {
			t.Errorf("%v: shown are %v, to choose from are %v", options, shown, cards)
		}
		fits := func(what string) {
			for _, size := range sizes {
				p.Resize(size[0], size[1])
				for _, fault := range misfitting(p) {
					t.Errorf("%v, %s, %d × %d: %s", options, what, size[0], size[1], fault)
				}
			}
			p.Keep("rise " + what + strings.Join(options, ""))
		}
		fits("choosing")
		h.seatFits(t, string(who), ".rise.own")
		h.play(string(who) + " choose " + strings.TrimPrefix(cards[0], "card--"))
		p.Wait(".rise.taken .card[data-key=" + cards[0] + "]:only-child")
		p.Until(`document.getAnimations().every((a) => a.playState !== "running")`)
		fits("taken")
		h.random(r, []engine.Seat{"purple", "red"}, 1)
		p.Until(`!document.querySelector(".rise.taken [data-key=` + cards[0] + `]")`)
		if said := p.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// The level that brings no card is a moment of its own, too: everybody who is asked nothing sees it,
// with what came of it, until somebody goes on.
func TestTheTopLevelIsSeen(t *testing.T) {
	t.Parallel()
	h := broadcast{"council-of-shadows", []string{"purple", "red"}, nil}.begin(t)
	h.play("purple pass", "red pass", "purple plan 1 gems", "purple plan 2 upgrade", "purple plan 3 colonize", "purple ready",
		"red plan 1 discover", "red plan 2 tower", "red plan 3 harvest", "red ready", "red gain 99", "red slide", "red pass")
	seen := func(when string, want bool) {
		t.Helper()
		for _, path := range []string{"/table", "/seat/red"} {
			_, page := h.owner().get(path)
			if got := strings.Contains(page, `class="rise space`) && strings.Contains(page, ">III</span>") && strings.Contains(page, "takes the throne"); got != want {
				t.Errorf("%s: level III on %s is %v, want %v", when, path, got, want)
			}
		}
	}
	for range 2 { // levels I and II
		seen("before", false)
		h.play(h.legal("red choose"))
	}
	seen("a card is carried out", false)
	h.play("red pass")
	seen("reached", true)
}

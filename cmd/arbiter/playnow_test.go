package main

import (
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"arbiter/cmd/arbiter/internal/archive"
	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// One tap after the program has started somebody plays alone: the game needs no
// cardboard, waits for a decision, and neither speaks of what lies on a table.
func TestOneTapToAGame(t *testing.T) {
	tier.Test(t, tier.Program, "a browser")
	t.Parallel()
	chrome := chromium.Start(t, true)
	for _, c := range []struct {
		game, lang, seat string
		facts            []string
		never            []string // what is not said where nothing lies on a table
	}{
		{"council-of-shadows", "en", "purple", []string{"book full", "stacks device"}, []string{"reader", "cardboard", "lide the cards", "Draw one"}},
		{"high-council", "de", "white", []string{"hands dealt"}, []string{"Kartenleser", "Pappe"}},
		{"council-of-shadows", "es", "purple", []string{"book full", "stacks device"}, []string{"lector", "cartón"}},
	} {
		dir := t.TempDir()
		s := start(t, "--data", dir)
		p := chrome.Page(t, strings.TrimSuffix(s.url, "/"), c.lang, 390, 844)
		p.Open("/?game=" + c.game)
		p.Shot("play now " + c.lang)
		p.Click("#way-alone")
		p.Until(fmt.Sprintf(`location.pathname === "/seat/%s" && document.querySelectorAll("main form[action='/do'], main form[action='/place']").length > 0`, c.seat))
		p.Shot("first decision " + c.lang)
		text := p.Text("main")
		for _, word := range c.never {
			if strings.Contains(text, word) {
				t.Errorf("%s in %s speaks of %q:\n%s", c.game, c.lang, word, text)
			}
		}
		s.end(syscall.SIGTERM)
		db := openLog(t, dir)
		list, err := db.Games()
		must(t, err)
		g, err := archive.Open(db, list[0].ID)
		must(t, err)
		must(t, db.Close())
		for _, f := range c.facts {
			if !slices.ContainsFunc(g.Setup.Facts, func(e engine.Event) bool { return notation.Format(e) == f }) {
				t.Errorf("%s begins without %q", c.game, f)
			}
		}
		if got := len(g.Setup.Seats); got != 2 {
			t.Errorf("%s begins for %v", c.game, g.Setup.Seats)
		}
	}
}

package web_test

import (
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
)

// Nobody is kept out by the pages about past games, in any language or theme.
func TestPastGamesAreAccessible(t *testing.T) {
	j := &judge{script: axe(t)}
	h := newHouse(t)
	id := h.evening("Ana", "Käthe")
	c := council(t, short)
	_, err := c.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Sitting{{Seat: "white"}, {Seat: "red"}}})
	check(t, err)
	c.play("white ponder")
	for range 30 {
		c.play("red ponder", "white ponder")
	}
	check(t, c.table.Finish(t.Context()))
	over := c.store.Games()[0].ID
	for _, theme := range []string{"dark", "light"} {
		chrome := chromium.Start(t, theme == "dark")
		for _, lang := range []string{"en", "de", "es"} {
			for _, house := range []struct {
				*house
				paths []string
			}{
				{h, []string{"/games", "/games?player=nobody", "/games/" + id, "/games/" + id + "/replay?at=11", "/games/" + id + "/replay?at=3", "/games/" + id + "/whatif?at=12", "/games/statistics", "/games/players", "/games/none"}},
				{c, []string{"/games/" + over, "/b/" + over, "/games/" + over + "/replay"}},
			} {
				p := chrome.Page(t, house.url, lang, 360, 740)
				for _, path := range house.paths {
					p.Open(path)
					chromium.Ask[bool](p, `document.querySelectorAll("details").forEach((d) => { d.open = true }); true`)
					j.judge(p, path+" "+lang+" "+theme)
				}
			}
		}
	}
	t.Logf("%d pages were judged", j.pages)
}

package web_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	"arbiter/setups"
)

// A game is called as it is in the language of the page, wherever its title stands:
// while it is played, in the lists and on the pages of games that have been, where
// cards are learned, and in what is handed to another program.
func TestTitlesFollowTheLanguage(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	rig, err := setups.LoadRig("virtual-council")
	check(t, err)
	offers, err := companion.Offers(highcouncil.Game, councilofshadows.Game)
	check(t, err)
	_, s := teaching(t)
	h := build(t, rig, offers, func(o *web.Opts) {
		o.Dealing.Chance, o.Owner.Lessons = rand.New(rand.NewPCG(short, 1)).IntN, desk{s}
	})
	says := func(paths ...string) {
		t.Helper()
		for lang, want := range map[string]string{"de": "Der Hohe Rat", "en": "The High Council", "es": "The High Council"} {
			b := h.owner()
			b.post("/lang", "lang", lang)
			for _, path := range paths {
				_, text := b.get(path)
				for _, title := range []string{"Der Hohe Rat", "The High Council"} {
					if got := strings.Contains(text, title); got != (title == want) {
						t.Errorf("%s in %s: it says %s: %t\n%s", path, lang, title, got, text)
					}
				}
			}
		}
	}
	says("/", "/?game=council-of-shadows", "/new", "/learn")
	_, err = h.table.Start(t.Context(), companion.NewGame{Game: "high-council", Seats: []companion.Seating{{Seat: "white"}, {Seat: "red"}}})
	check(t, err)
	says("/", "/table")
	h.play("white ponder")
	for range 30 {
		h.play("red ponder", "white ponder")
	}
	conclude(t, h.table)
	id := h.store.Games()[0].ID
	says("/", "/games", "/games/"+id, "/games/"+id+"/replay", "/games/"+id+"/whatif?at=3", "/games/statistics", "/b/"+id)
	b := h.browser()
	b.post("/lang", "lang", "de")
	if _, text := b.get("/b/" + id); !strings.Contains(text, "Der%20Hohe%20Rat") {
		t.Errorf("the link to the other program does not have the German title\n%s", text)
	}
}

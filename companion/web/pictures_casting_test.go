package web_test

import (
	"fmt"
	"slices"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine"
)

// castingTables are the seats of the games of Casting Shadows that are pictured.
var castingTables = [][]engine.Seat{{"kit", "frill"}, {"kit", "frill", "nuzzle", "haze"}}

// castings are games of two and of four on the hexagons, in which people tell what the dice
// show.
func (g *gallery) castings() {
	for _, seats := range castingTables {
		name := fmt.Sprint("casting-", len(seats))
		e, p := perform(g, "casting-shadows", seats, "no-clock")
		g.take(p, name, "/seat/kit", glanced)
		for _, m := range g.moments(e, p, name, castingMoments(len(seats))) {
			g.Errorf("%s-%s never comes", name, m.name)
		}
		g.ends(e, p, name)
		check(g.T, e.table.Finish(g.Context()))
		g.take(p, name+"-what-if", "/games/"+e.store.Games()[0].ID+"/whatif?at=0", readThen)
	}
}

// A moment is a state that a game is played to: after so many steps a seat may do
// something with this verb.
type moment struct {
	name, does string
	from       int
	touch      string // what is picked in a further picture; "" if nothing is
}

// castingMoments are those of Casting Shadows with so many seats.
func castingMoments(seats int) []moment {
	return []moment{
		{"turn", "collect", 0, ".leaf.may"}, {"cast", "cast", 15 * seats, "#part-dock .fields .thing.may"}, {"asked", "answer", 0, ""}, {"companion", "summon", 0, ""}, {"shadow", "use-ability", 0, ""},
	}
}

// moments takes pictures of what the seat sees that may do this, each when it first comes,
// and of the page of everybody where something may be picked. It returns the moments that
// did not come before the end of the game.
func (g *gallery) moments(e *ensemble, p *chromium.Page, name string, all []moment) []moment {
	g.Helper()
	for n := 0; len(all) > 0; n++ {
		for _, seat := range e.seats {
			snap, err := e.table.Snapshot(g.Context(), seat)
			check(g.T, err)
			all = slices.DeleteFunc(all, func(m moment) bool {
				come := n >= m.from && slices.ContainsFunc(snap.Legal, func(c companion.LegalCommand) bool { return c.By == seat && verb(c.Line) == m.does })
				if come {
					g.moment(p, name+"-"+m.name, "/seat/"+string(seat), m.touch)
				}
				return come
			})
		}
		if e.over() || !e.step() {
			break
		}
	}
	return all
}

func (g *gallery) moment(p *chromium.Page, name, path, touch string) {
	g.Helper()
	g.take(p, name, path, seated)
	if touch != "" {
		g.take(p, name+"-picked", path, seated, func() { seatpage.Ready(p) }, func() { p.Click(touch) }, func() { p.Wait(".picked") })
		g.take(p, name+"-table", "/table", watched)
	}
}

// What the gallery plays a game to comes, without a picture being taken; what no game
// comes to is missed.
func TestMomentsCome(t *testing.T) {
	t.Parallel()
	g := &gallery{T: t, dir: t.TempDir(), only: "none"}
	for _, seats := range castingTables {
		e, p := perform(g, "casting-shadows", seats, "no-clock")
		left := g.moments(e, p, "", append(castingMoments(len(seats)), moment{name: "control", does: "no-verb"}))
		if len(left) != 1 || left[0].name != "control" {
			t.Errorf("%d seats never come to %v; control is the only one that should not come", len(seats), left)
		}
	}
}

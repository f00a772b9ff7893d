package page_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/notation"
)

// What cannot be had says why, of things that no move is about, and what cannot be paid
// stays on display. Of a game that tells no wishes nothing is said.
func TestWhatCannotBeHadSaysWhy(t *testing.T) {
	t.Parallel()
	said, dear := 0, 0
	for steps := 20; steps < 140; steps += 10 {
		s := council("purple red", steps).state(t)
		for _, seat := range []engine.Seat{"purple", "red"} {
			c := acting(s, seat)
			m := page.NewMoves(c)
			for _, y := range m.Denials {
				said++
				for thing := range strings.SplitSeq(y.Things, "|") {
					if about(m, thing) || y.Text == "" {
						t.Errorf("after %d steps %s is told of %q: %q", steps, seat, thing, y.Text)
					}
				}
				if !strings.Contains(y.Text, "short of") {
					continue
				}
				dear++
				for thing := range strings.SplitSeq(y.Things, "|") {
					if strings.HasPrefix(thing, "card ") && !offered(page.NewOffers(c, m), thing) {
						t.Errorf("after %d steps %s does not see %s, which it cannot pay", steps, seat, thing)
					}
				}
			}
			c.Snap.State = silent{c.Snap.State}
			if m := page.NewMoves(c); len(m.Denials) > 0 {
				t.Errorf("control: a game without wishes says %v", m.Denials)
			}
		}
	}
	if said < 20 || dear < 2 {
		t.Errorf("%d reasons, %d of them a price: that proves little", said, dear)
	}
}

// While nothing may be taken, all displays of the table lie on a shelf. A game without
// displays has none.
func TestDisplaysLieOnAShelf(t *testing.T) {
	t.Parallel()
	shelves := 0
	for steps := 20; steps < 140; steps += 10 {
		c := acting(council("purple red", steps).state(t), "purple")
		o := page.NewOffers(c, page.NewMoves(c))
		if o.Open() {
			continue
		}
		shelves++
		market, _ := c.Snap.View.Zone(engine.Table, "market")
		for _, k := range market.Cards {
			if !offered(o, engine.CardAim(k.Name)) {
				t.Errorf("after %d steps %s lies on no shelf", steps, k.Name)
			}
		}
	}
	if shelves == 0 {
		t.Error("something may always be taken, so this proves nothing")
	}
	c := acting(ring("white red", 20).state(t), "white")
	if o := page.NewOffers(c, page.Moves{}); len(o.Tabs) > 0 {
		t.Errorf("a game without displays has a shelf: %v", o.Tabs)
	}
}

// acting is what parts are made of for a seat that acts, in English.
func acting(s engine.State, seat engine.Seat) page.Context {
	c := page.Context{
		Lang: "en", Game: councilofshadows.Game, Say: engine.Text.String,
		Snap: companion.Snapshot{GameID: "1", Game: councilofshadows.Game.Name, Seat: seat, View: s.View(), State: s},
	}
	for _, x := range engine.BySeat(seat, s.Legal()) {
		c.Snap.Legal = append(c.Snap.Legal, companion.LegalCommand{By: seat, Line: notation.Format(x), Text: c.Game.Tell(x), Command: x})
	}
	return c
}

// silent is a state that tells no wishes.
type silent struct{ engine.State }

// about tells whether a move is about a thing.
func about(m page.Moves, thing string) bool {
	for _, g := range m.Groups {
		all := slices.Clone(g.Moves)
		for _, l := range g.Lists {
			all = append(all, l.Moves...)
		}
		if slices.ContainsFunc(all, func(x page.Move) bool { return slices.Contains(strings.Split(x.Things, "|"), thing) }) {
			return true
		}
	}
	return false
}

func offered(o page.Offers, thing string) bool {
	return slices.ContainsFunc(o.Tabs, func(t page.Tab) bool {
		return slices.ContainsFunc(t.Cards, func(k page.Card) bool { return k.Thing == thing })
	})
}

package companion_test

import (
	"fmt"
	"testing"

	"arbiter/companion"
	"arbiter/hw/virtual"
)

// What people tell in a game with invented values is not about their own cards, so it is neither
// learned nor, when taken back, forgotten, also after a restart. In a game with the owner's box
// (control) it is.
func TestInventedGamesTeachNothing(t *testing.T) {
	for box, want := range map[string][2]string{
		"invented": {"[value moon 1 owner]", "[value moon 1 owner]"},
		"plain":    {"[value moon 1 owner value sun 2 owner]", "[value moon 1 owner]"},
	} {
		store := memory()
		check := func(what, want string) {
			t.Helper()
			lines, err := store.Learned("hush")
			if got := fmt.Sprint(lines); got != want || err != nil {
				t.Errorf("%s, %s: learned %s, %v, want %s", box, what, got, err, want)
			}
		}
		boxes := func(o *companion.Opts) {
			o.Offers[0].Box = box
			o.Offers[0].Boxes = append(o.Offers[0].Boxes, companion.BoxChoice{Name: "invented", Lines: []string{"value moon 1 stand-in", "value star 3 stand-in"}})
		}
		if err := store.Learn("hush", "value moon 1 owner"); err != nil {
			t.Fatal(err)
		}
		s := open(t, store, boxes).seats("purple", "green")
		s.leave()
		s = open(t, store, boxes)
		s.round("table tell sun 2")
		check("told", want[0])
		if _, err := s.undo("green"); err != nil {
			t.Fatal(err)
		}
		check("taken back", want[1])
	}
}

// The name of a virtual card is not stored, since it follows from its tag. That of any other card
// is (control).
func TestVirtualCardsAreNotKept(t *testing.T) {
	store := memory()
	s := open(t, store).seats("purple", "green")
	moon := []string{"purple", "moon"}
	for _, uid := range []string{virtual.UID(moon).String(), uid("purple", "moon").String()} {
		if err := s.Table.Name(t.Context(), uid, moon); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := fmt.Sprint(store.Tags()), fmt.Sprint(map[string][]string{uid("purple", "moon").String(): moon}); got != want {
		t.Errorf("kept: %s, want %s", got, want)
	}
}

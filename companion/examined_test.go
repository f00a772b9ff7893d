package companion_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"arbiter/companion"
	"arbiter/engine"
)

// A seat asks which card it is laying: it alone is told, and that card is not played while it
// stays. Laid again, it plays like any other card, as does one that nobody asked about. A reader
// for several fields tells it too.
func TestWhichCardIsThis(t *testing.T) { synctest.Test(t, whichCardIsThis) }

func whichCardIsThis(t *testing.T) {
	h := watched(t, func(o *companion.Opts) { delete(o.Tags, uid("purple", "star").String()) })
	h.seats("purple", "green")
	ask := func() {
		t.Helper()
		if err := h.Inquire(t.Context(), "purple"); err != nil {
			t.Fatal(err)
		}
	}
	const lay, taken = "Lay a card on your reader: you alone are told which one it is, and it is not played.", "This card is: moon. It is not played; take it up."
	first, moon := h.readers["purple-1"], uid("purple", "moon")
	ask()
	h.reads(lay)
	ask() // let it be
	h.reads("")
	ask()
	h.readers["green-1"].Place(uid("green", "sun")) // another seat's reader goes on as always
	h.readers["shared"].Place(moon)
	h.reads(taken)
	h.readers["shared"].Lift(moon)
	h.reads("")
	ask()
	first.Place(moon)
	h.reads(taken)
	for _, other := range []engine.Seat{"", "green"} {
		if got := h.notices(other); strings.Contains(got, "moon") || strings.Contains(got, "reader") {
			t.Errorf("%q reads %q", other, got)
		}
	}
	if got := strings.Join(h.lines(), "; "); strings.Contains(got, "moon") {
		t.Errorf("the card was played: %s", got)
	}
	first.Lift(moon)
	h.reads("")
	first.Place(moon)
	h.played("purple plan 1 moon") // the control
	ask()
	h.readers["purple-2"].Place(uid("purple", "star"))
	h.reads("This card has no name yet. It is not played; take it up.")
	for seat, want := range map[string]string{"robot": "whoever only watches cannot act", "": "whoever only watches cannot act"} {
		if err := h.Inquire(t.Context(), engine.Seat(seat)); h.refusal(err) != want {
			t.Errorf("%q: %v", seat, err)
		}
	}
	if err := h.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := h.notices("purple"); strings.Contains(got, "no name yet. It is not played") {
		t.Errorf("after the game purple reads %q", got)
	}
}

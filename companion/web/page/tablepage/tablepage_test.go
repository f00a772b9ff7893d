package tablepage

import (
	"testing"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
)

// moment is a game of two.
func moment() page.Context {
	return page.Context{
		Snap: companion.Snapshot{GameID: "1", View: engine.View{Seats: []engine.Place{{Seat: "purple", Color: "purple"}, {Seat: "red", Color: "red"}}}},
		Say:  engine.Text.String,
	}
}

// While an order is the last that happened, each seat tells what it had; not while it is
// another comparison, as of a majority.
func TestRowsTellWhatWasCompared(t *testing.T) {
	compares := []engine.Addend{{Name: engine.Say("%s", engine.Seat("red")), N: 16}, {Name: engine.Say("%s", engine.Seat("purple")), N: -2}}
	c := moment()
	for want, orders := range map[[2]string]bool{{"−2", "+16"}: true, {"", ""}: false} {
		c.Snap.Log = []companion.LogLine{{Events: []companion.EventLine{{Text: engine.Say("compared"), Reason: engine.Reason{Compares: compares, Orders: orders}}}}}
		if rows := NewLanes(c).Rows; rows[0].Moved != want[0] || rows[1].Moved != want[1] {
			t.Errorf("of a comparison that decides an order (%v) %q and %q are told, want %q", orders, rows[0].Moved, rows[1].Moved, want)
		}
	}
}

// What people are told stands there once, the request before the notice.
func TestCallsAreSaidOnce(t *testing.T) {
	c := moment()
	c.Room.Requests = []page.Request{{Seat: "red", What: engine.Say("Somebody asks.")}}
	c.Room.Notices = []engine.Text{engine.Say("A card is missing."), engine.Say("Somebody asks."), engine.Say("A card is missing.")}
	var got []string
	for _, x := range NewCalls(c).List {
		got = append(got, x.Kind+" "+x.Text)
	}
	if len(got) != 2 || got[0] != "request Somebody asks." || got[1] != "notice A card is missing." {
		t.Errorf("told %q", got)
	}
}

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

// While an order is the last that happened, each seat tells what it had.
func TestRowsTellWhatWasCompared(t *testing.T) {
	compares := []engine.Addend{{Name: engine.Say("%s", engine.Seat("red")), N: 16}, {Name: engine.Say("%s", engine.Seat("purple")), N: -2}}
	c := moment()
	c.Snap.Log = []companion.LogLine{{Events: []companion.EventLine{{Text: engine.Say("in order"), Reason: engine.Reason{Compares: compares}}}}}
	rows := NewLanes(c).Rows
	if rows[0].Moved != "−2" || rows[1].Moved != "+16" {
		t.Errorf("told %q and %q, want −2 and +16", rows[0].Moved, rows[1].Moved)
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

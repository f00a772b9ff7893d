package main

import (
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/web"
	"arbiter/companion/words"
	"arbiter/engine"
	"arbiter/setups"
)

// A panel in the room shows key and code while seats are free; a picture that
// everybody in the network may see never does.
func TestPanelsInvite(t *testing.T) {
	t.Parallel()
	catalogue, err := words.Load(setups.Words())
	if err != nil {
		t.Fatal(err)
	}
	offers, err := companion.Offers(played()...)
	if err != nil {
		t.Fatal(err)
	}
	table, err := companion.New(companion.Opts{Offers: offers, Store: &companiontest.Store{}})
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{join: func() string { return "http://192.168.0.9:8080/" }}
	e.server, err = web.New(web.Opts{Table: table, Words: catalogue, Address: remembered(e.join)})
	if err != nil {
		t.Fatal(err)
	}
	begun := engine.View{Opening: true, Seats: []engine.Place{{Seat: "purple"}, {Seat: "automa", Robot: true}}}
	key := e.server.Invitation()
	got := e.inviter()("ssd1683")(begun)
	if want := (invite{url: key.URL, typed: "192.168.0.9:8080 " + key.Code, playing: true}); got != want {
		t.Errorf("a panel in the room: %+v, want %+v", got, want)
	}
	later := begun
	later.Opening = false
	if e.inviter()("ssd1683")(later).playing {
		t.Error("in round 2 the code is still in the place of the board")
	}
	got = e.inviter()("web")(begun)
	if got.playing || got.typed != "" || strings.Contains(got.url, "/j/") {
		t.Errorf("the picture in the browser tells %+v", got)
	}
	e.free = true
	if got := e.inviter()("ssd1683")(begun); got.typed != "" {
		t.Errorf("where nobody needs a code the panel shows one: %+v", got)
	}
}

package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/games"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/cmd/arbiter/internal/service"
	"arbiter/companion"
	"arbiter/companion/companiontest"
	"arbiter/companion/web"
	"arbiter/companion/web/session"
	"arbiter/engine"
)

// A panel in the room shows key and code while seats are free; a picture that
// everybody in the network may see never does.
func TestPanelsInvite(t *testing.T) {
	t.Parallel()
	catalogue, err := i18n.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	offers, err := companion.Offers(games.List()...)
	if err != nil {
		t.Fatal(err)
	}
	table, err := companion.New(companion.Opts{Offers: offers, Store: &companiontest.Store{}})
	if err != nil {
		t.Fatal(err)
	}
	e := &service.Service{Join: func() string { return "http://192.168.0.9:8080/" }}
	e.Server, err = web.New(web.Opts{Table: table, Words: catalogue, Network: web.Network{Address: address.Remembered(e.Join)}})
	if err != nil {
		t.Fatal(err)
	}
	begun := engine.View{Opening: true, Seats: []engine.Place{{Seat: "purple"}, {Seat: "automa", Robot: true}}}
	key := e.Server.Invitation()
	got := e.Inviter()("ssd1683")(begun)
	if want := (app.Invitation{URL: key.URL, Typed: "192.168.0.9:8080 " + key.Code, Playing: true}); got != want {
		t.Errorf("a panel in the room: %+v, want %+v", got, want)
	}
	later := begun
	later.Opening = false
	if e.Inviter()("ssd1683")(later).Playing {
		t.Error("in round 2 the code is still in the place of the board")
	}
	got = e.Inviter()("web")(begun)
	if got.Playing || got.Typed != "" || strings.Contains(got.URL, "/j/") {
		t.Errorf("the picture in the browser tells %+v", got)
	}
	e.Free = true
	if got := e.Inviter()("ssd1683")(begun); got.Typed != "" {
		t.Errorf("where nobody needs a code the panel shows one: %+v", got)
	}
}

// The code for the owner is on panels in the room, in no picture that a browser gets, and
// there only when somebody has asked for it.
func TestPanelsShowTheOwnersCode(t *testing.T) {
	catalogue, err := i18n.Catalogue()
	must(t, err)
	offers, err := companion.Offers(games.List()...)
	must(t, err)
	table, err := companion.New(companion.Opts{Offers: offers, Store: &companiontest.Store{}})
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- table.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	e := &service.Service{Join: func() string { return "http://192.168.0.9:8080/" }}
	e.Server, err = web.New(web.Opts{Table: table, Words: catalogue, Network: web.Network{Address: address.Remembered(e.Join), Panel: true, Open: true}, Owner: web.Owner{Proof: session.Owner{Code: "ABCDEFGHIJ"}}})
	must(t, err)
	room := &app.Screen{Catalogue: catalogue, Lang: "en", Labels: func() map[engine.Seat]string { return nil }, Own: func() func(engine.Term) string { return nil }, Join: e.Inviter()("ssd1683"), Play: func() string { return "" }}
	page := &app.Screen{Catalogue: catalogue, Lang: "en", Labels: room.Labels, Own: room.Own, Join: e.Inviter()("web"), Play: room.Play}
	shows := func(s *app.Screen) bool {
		return slices.ContainsFunc(s.Opts(engine.View{}, nil).Notices, func(n string) bool { return strings.HasPrefix(n, "For the owner: ") })
	}
	if shows(room) {
		t.Error("the panel shows a code unasked")
	}
	r := httptest.NewRequest(http.MethodPost, "/proof", nil)
	r.Host = "localhost"
	answer := httptest.NewRecorder()
	e.Server.Handler().ServeHTTP(answer, r)
	if !shows(room) || shows(page) {
		t.Errorf("%d: the panel shows it: %t, the picture in the browser: %t", answer.Code, shows(room), shows(page))
	}
	e.Free = true
	room.Join = e.Inviter()("ssd1683")
	if !shows(room) {
		t.Error("where nobody needs the digits the panel shows no code for the owner")
	}
}

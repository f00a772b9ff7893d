package web_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/mqtt"
	"arbiter/companion/spectator"
	"arbiter/companion/web"
	"arbiter/engine"
)

// A brokerage keeps which broker is to be told, and tells nobody.
type brokerage struct {
	is     mqtt.Broker
	status mqtt.Status
	again  int
	refuse error
}

func (b *brokerage) Broker() (mqtt.Broker, bool) {
	shown := b.is
	shown.Password = ""
	return shown, b.is.Password != ""
}

func (b *brokerage) Change(next mqtt.Broker) error {
	if b.refuse == nil {
		b.is = next
	}
	return b.refuse
}

func (b *brokerage) Again()                              { b.again++ }
func (b *brokerage) Status() mqtt.Status                 { return b.status }
func (b *brokerage) Outcome(context.Context) mqtt.Status { return b.status }

// The owner writes down a broker and reads how it goes, in every language; the password is on no
// page. Nobody else sees the page, or has the device call at addresses.
func TestBrokerPage(t *testing.T) {
	t.Parallel()
	k := &brokerage{}
	h := newHouse(t, func(o *web.Opts) { o.Owner.Device, o.Owner.Broker = &device{}, k })
	owner := h.owner()
	if _, text := owner.get("/settings/mqtt"); !strings.Contains(text, "Nobody is told yet.") || strings.Contains(text, `id="try"`) {
		t.Errorf("before there is a broker: %s", text)
	}
	owner.ok("/settings/mqtt", "do", "save", "address", " mqtts://home.lan/ ", "user", "arbiter", "password", " pass word ", "name", "table_7", "ca", "/etc/ca.pem")
	if want := (mqtt.Broker{Address: "home.lan", TLS: true, CA: "/etc/ca.pem", User: "arbiter", Password: " pass word ", Name: "table_7"}); k.is != want {
		t.Errorf("kept is %+v, want %+v", k.is, want)
	}
	k.status = mqtt.Status{Address: "home.lan", Wrong: engine.Say("Nobody answers at %s.", "home.lan"), Fix: engine.Say("Is the broker switched on, and in the same network? Is its address right? A firewall keeps silent, too.")}
	for lang, want := range map[string][]string{
		"en": {"Nobody answers at home.lan.", "Is the broker switched on"},
		"de": {"Unter home.lan antwortet niemand.", "Ist der Broker eingeschaltet"},
		"es": {"Nadie responde en home.lan.", "¿Está encendido el broker"},
	} {
		_, text := owner.program("/settings/mqtt", "Accept-Language", lang)
		_, all := owner.program("/settings", "Accept-Language", lang)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the page does not say %q", lang, part)
			}
		}
		if !strings.Contains(all, want[0]) || !strings.Contains(all, `id="to-mqtt"`) {
			t.Errorf("%s: the settings say nothing of it", lang)
		}
		for _, part := range []string{`value="home.lan"`, `value="arbiter"`, `value="table_7"`, `value="/etc/ca.pem"`, `id="tls" checked`} {
			if !strings.Contains(text, part) {
				t.Errorf("the page does not have %s", part)
			}
		}
		if strings.Contains(text+all, "pass word") {
			t.Error("the password is on a page")
		}
	}
	owner.ok("/settings/mqtt", "do", "try")
	if k.again != 1 {
		t.Error("it is not tried again")
	}
	for _, bad := range [][]string{{"address", "home.lan/x"}, {"address", "home.lan:mqtt"}, {"address", "me@home.lan"}, {"address", "home.lan", "name", "Table 7"}, {"address", "home.lan", "ca", "ca.pem"}} {
		owner.no(http.StatusConflict, "/settings/mqtt", append([]string{"do", "save"}, bad...)...)
	}
	is := k.is
	host := h.host()
	for _, b := range []*browser{h.browser(), host} {
		if status, text := b.get("/settings/mqtt"); status != http.StatusForbidden || strings.Contains(text, "home.lan") {
			t.Errorf("somebody else sees the page: %d", status)
		}
		b.no(http.StatusForbidden, "/settings/mqtt", "do", "try")
		b.no(http.StatusForbidden, "/settings/mqtt", "do", "save", "address", "child.lan")
	}
	if k.is != is || k.again != 1 {
		t.Error("somebody else has changed the broker")
	}
}

// A broker is told what /api/table has, by the same consent, at once; where other programs may not
// ask it is told all the same, and players are asked for their names.
func TestWhatABrokerIsTold(t *testing.T) {
	h := newHouse(t, abroad)
	tables := make(chan string, 100)
	hear := func(h *house) func(part string) string {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- h.web.Abroad(ctx, "en", func(table spectator.Table) {
				text, _ := json.Marshal(table)
				tables <- string(text)
			})
		}()
		t.Cleanup(func() { cancel(); check(t, <-done) })
		return func(part string) string {
			for {
				select {
				case text := <-tables:
					if strings.Contains(text, part) {
						return text
					}
				case <-t.Context().Done():
					t.Fatalf("nobody was told %s", part)
				}
			}
		}
	}
	next := hear(h)
	next(`"id":""`)
	h.begin("Ana", "Ben")
	next(`"entry":0`)
	h.play("purple buy ai-07")
	if _, text := h.browser().program("/api/table?lang=en"); next(`"entry":1`) != text {
		t.Error("a broker is told something else than other programs")
	}
	h.browser().sit("purple").ok("/consent", "seat", "purple", "told", "1")
	if text := next(`"called":"Ana"`); strings.Contains(text, "Ben") {
		t.Errorf("a name without consent: %s", text)
	}

	for address, asked := range map[string]bool{"home.lan": true, "": false} {
		h := newHouse(t, func(o *web.Opts) { o.Owner.Broker = &brokerage{status: mqtt.Status{Address: address}} })
		h.begin("Ana", "Ben")
		if _, text := h.browser().sit("purple").get("/seat/purple"); strings.Contains(text, `id="consent"`) != asked {
			t.Errorf("with the broker %q the seat is asked for its name: %v", address, !asked)
		}
	}
}

// What is delayed for other programs is delayed for a broker: the first that it is told of a game is
// a whole round.
func TestDelayedBroker(t *testing.T) {
	h := newHouse(t, func(o *web.Opts) { o.API.Delay = spectator.Delay{Round: true} })
	told := make(chan spectator.Table, 100)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.web.Abroad(ctx, "en", func(x spectator.Table) { told <- x }) }()
	t.Cleanup(func() { cancel(); check(t, <-done) })
	<-told // nothing yet
	h.begin("Ana", "Ben")
	h.play("purple buy ai-07")
	r, now := rand.New(rand.NewPCG(1, 0)), companion.Snapshot{}
	for now.View.Round() < 2 && !now.View.Over {
		h.random(r, []engine.Seat{"purple", "red"}, 1)
		var err error
		now, err = h.table.Snapshot(t.Context(), "")
		check(t, err)
	}
	last := now.Version
	if !now.View.Over {
		last--
	}
	x := <-told
	for len(x.Seats) == 0 {
		x = <-told
	}
	if x.Entry != last {
		t.Errorf("first it is told entry %d, want all of the round, to entry %d", x.Entry, last)
	}
}

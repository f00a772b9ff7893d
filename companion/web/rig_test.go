package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"arbiter/companion/assembly"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw"
	"arbiter/setups"
)

// rigs are those of a device whose parts the test tries.
type rigs struct {
	*assembly.Assembly
	playing bool
	kept    []setups.Rig
	found   []assembly.Found
	panel   assembly.FoundPanel
	loose   bool // the rig of the device has names that do not stay
	moved   bool // and a reader that is elsewhere
}

func newRigs() *rigs { return &rigs{Assembly: assembly.New(setups.Rig{Name: "virtual"})} }

// chosen are rigs of which one is wired.
func chosen(t testing.TB) workplace {
	t.Helper()
	r := newRigs()
	check(t, r.Choose(assembly.Parts{Computer: "pi", Readers: "twelve-rc522", Panel: "7.5", Buttons: true}))
	return workplace{r}
}

func (r *rigs) making() *assembly.Assembly { return r.Assembly }

// A workplace is the rigs as the pages see them.
type workplace struct{ *rigs }

func (w workplace) Assembly() *assembly.Assembly { return w.rigs.making() }
func (w workplace) Playing() bool                { return w.playing }
func (w workplace) Keep(rig setups.Rig) (string, error) {
	w.kept = append(w.kept, rig)
	return "/etc/arbiter/rigs/" + rig.Name + ".toml", nil
}

func (w workplace) Found() []assembly.Found { return w.found }

func (w workplace) FoundPanel() assembly.FoundPanel { return w.panel }

func (w workplace) Staying() (setups.Rig, bool) {
	rig, err := setups.LoadRig("two-seats-pn532")
	for i := range min(len(rig.Readers), len(w.found)) {
		rig.Readers[i].Port = w.found[i].Reader.Port
	}
	return rig, err == nil && w.loose
}

// Moved is a rig whose first reader is in another plug.
func (w workplace) Moved() (setups.Rig, bool) {
	rig, err := setups.LoadRig("two-seats-pn532")
	rig.Readers[0].Driver, rig.Readers[0].Port = "pcsc", "usb:1-1.4"
	return rig, err == nil && w.moved
}

// Trouble is the console on a port of the header.
func (w workplace) Trouble(rig setups.Rig) []engine.Text {
	if !w.loose {
		return nil
	}
	return []engine.Text{engine.Say("a login waits on %s, which these need: %s", "/dev/ttyS0", rig.Readers[0].Name)}
}

// sees lets a reader see a card so often.
func (r *rigs) sees(t *testing.T, reader string, n byte) {
	t.Helper()
	uid, err := hw.NewUID([]byte{4, 1, 2, 3, 4, 5, n})
	check(t, err)
	for range assembly.Scans {
		r.Scan(reader, []hw.UID{uid}, nil)
	}
}

// The owner is led from parts to a rig: the wires are shown, readers that are swapped are
// put right by a tap, and the rig is shown before it is written.
func TestTheWayToARig(t *testing.T) {
	t.Parallel()
	r := newRigs()
	h := newHouse(t, func(o *web.Opts) { o.Owner.Rigs = workplace{r} })
	owner := h.owner()
	shows := func(what string, words ...string) {
		t.Helper()
		status, text := owner.get("/rig")
		for _, w := range words {
			if status != http.StatusOK || !strings.Contains(text, w) {
				t.Errorf("%s: status %d, the page does not say %q:\n%s", what, status, w, text)
			}
		}
	}
	shows("at first", "What do you have?", "Twelve RC522")
	owner.no(http.StatusConflict, "/rig", "do", "go", "to", "file")
	owner.no(http.StatusConflict, "/rig", "do", "keep")
	owner.ok("/rig", "do", "parts", "computer", "pi", "readers", "four-rc522", "panel", "4.2", "buttons", "1")
	shows("the wires", "GPIO11", "The wires as a table", "/rig/wiring.svg")
	if status, text := owner.get("/rig/wiring.svg"); status != http.StatusOK || !strings.HasPrefix(text, "<svg ") {
		t.Errorf("the drawing: %d %.80s", status, text)
	}
	owner.post("/lang", "lang", "de")
	shows("the wires in German", "Platine mit RC522", "jede Karte", "Antennen: mindestens 100 mm auseinander")
	if _, text := owner.get("/rig/wiring.svg"); !strings.Contains(text, "Jedes Kabel hat an beiden Enden dieselbe Farbe") || strings.Contains(text, "Each wire") {
		t.Error("the drawing speaks no German")
	}
	owner.post("/lang", "lang", "en")
	owner.ok("/rig", "do", "go", "to", "readers")
	shows("the first reader", "Lay any card on the reader for: Purple")
	names := []string{}
	for _, x := range r.View().Rig.Readers {
		names = append(names, x.Name)
	}
	before := r.View().Rig
	r.sees(t, names[1], 1)
	shows("another one reacts", "The card is seen by another reader: Red", "Exchange Purple and Red")
	owner.ok("/rig", "do", "swap")
	r.sees(t, names[0], 1)
	shows("the next one", "Lay any card on the reader for: Red", "works")
	owner.ok("/rig", "do", "nothing")
	shows("no card was seen", "Its chip answers, but it saw no card.")
	owner.ok("/rig", "do", "go", "to", "file")
	shows("the file", "this-device.toml", "[[reader]]", "Nothing was changed on the device until now.")
	if len(r.kept) > 0 {
		t.Fatal("it was written before anybody said so")
	}
	owner.ok("/rig", "do", "keep")
	shows("it is written", "/etc/arbiter/rigs/this-device.toml")
	if len(r.kept) != 1 || r.kept[0].Readers[0].Port != before.Readers[1].Port || r.kept[0].Readers[1].Port != before.Readers[0].Port {
		t.Errorf("what was written: %+v, before %+v", r.kept, before.Readers)
	}
	r.playing = true
	owner.ok("/rig", "do", "go", "to", "readers")
	shows("during a game", "A game is on.")
}

// Nobody but the owner sees the pages, the drawing or the stream, or changes anything.
func TestRigsAreTheOwners(t *testing.T) {
	t.Parallel()
	r := newRigs()
	h := newHouse(t, func(o *web.Opts) { o.Owner.Rigs = workplace{r} })
	host := h.host()
	version := r.View().Version
	for _, b := range []*browser{h.browser(), host} {
		for _, path := range []string{"/rig", "/rig/events", "/rig/wiring.svg"} {
			if status, text := b.get(path); status != http.StatusForbidden || strings.Contains(text, "RC522") {
				t.Errorf("%s: %d %.300s", path, status, text)
			}
		}
		b.no(http.StatusForbidden, "/rig", "do", "parts", "computer", "pi", "readers", "four-rc522", "panel", "4.2")
	}
	if r.View().Version != version || len(r.kept) > 0 {
		t.Error("somebody else has changed the rig")
	}
	if !slices.Contains(web.Routes(h.web), "POST /rig") {
		t.Error("the control: the route is not there")
	}
}

// Readers are chosen among what was found, those that answer at first; a rig with names that may
// move is mended by a tap.
func TestFoundReadersOnThePage(t *testing.T) {
	t.Parallel()
	r := newRigs()
	h := newHouse(t, func(o *web.Opts) { o.Owner.Rigs = workplace{r} })
	owner := h.owner()
	parts := []string{"do", "parts", "computer", "pi", "readers", "here", "panel", "none"}
	if _, text := owner.get("/rig"); !strings.Contains(text, "No reader was found.") || !strings.Contains(text, `id="look-again"`) || strings.Contains(text, `id="take-staying"`) {
		t.Errorf("nothing is plugged in:\n%s", text)
	}
	owner.no(http.StatusConflict, "/rig", parts...)
	const one, two = "/dev/serial/by-id/usb-FTDI-one", "/dev/serial/by-id/usb-FTDI-two"
	r.found = []assembly.Found{
		{Reader: setups.Reader{Driver: "pn532", Port: one}}, {Reader: setups.Reader{Driver: "pn532", Port: two}, Silent: true},
		{Reader: setups.Reader{Driver: "pn532", Port: "I2C1"}}, {Reader: setups.Reader{Driver: "rc522", Port: "SPI0.1", Reset: "GPIO25"}},
		{Reader: setups.Reader{Driver: "wedge", Port: "/dev/input/by-id/usb-Typist-event-kbd"}, Silent: true},
	}
	r.loose = true
	_, text := owner.get("/rig")
	for _, want := range []string{
		`value="pn532 ` + one + `" checked><span><b>PN532 on a USB serial adapter</b><small>usb-FTDI-one<`, `value="pn532 ` + two + `"><span><b>Adapter at which no PN532 answers<`,
		`value="pn532 I2C1" checked><span><b>PN532 on I2C1<`, `value="rc522 SPI0.1" checked><span><b>RC522 on SPI0.1<`, `event-kbd"><span><b>Keyboard, or reader that types<`, `id="take-staying"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s:\n%s", want, text)
		}
	}
	owner.no(http.StatusConflict, "/rig", append(parts, "found", "pn532 /etc/passwd")...)
	owner.ok("/rig", append(parts, "found", "rc522 SPI0.1", "found", "pn532 "+two)...)
	rig, err := r.Rig()
	if err != nil || len(rig.Readers) != 2 || rig.Readers[0].Port != "SPI0.1" || rig.Readers[0].Driver != "rc522" || rig.Readers[1].Port != two {
		t.Errorf("the rig: %+v, %v", rig.Readers, err)
	}
	r.found[0], r.found[1] = r.found[1], r.found[0] // as the rig of the device has them
	owner.ok("/rig", "do", "staying")
	if rig, err := r.Rig(); err != nil || rig.Readers[0].Port != two || rig.Readers[1].Port != one {
		t.Errorf("the mended rig: %+v, %v", rig.Readers, err)
	}
	if _, text := owner.get("/rig"); !strings.Contains(text, "The computer is not ready for it yet:") || !strings.Contains(text, "a login waits on /dev/ttyS0") {
		t.Errorf("the wires do not tell of a console:\n%s", text)
	}
	r.loose = false
	if _, text := owner.get("/rig"); strings.Contains(text, `id="trouble"`) {
		t.Error("control: there is trouble where there is none")
	}
	owner.no(http.StatusConflict, "/rig", "do", "staying")
}

// A panel that says what it is is selected; one that nobody can drive is told.
func TestFoundPanelOnThePage(t *testing.T) {
	t.Parallel()
	r := newRigs()
	h := newHouse(t, func(o *web.Opts) { o.Owner.Rigs = workplace{r} })
	owner := h.owner()
	for want, panel := range map[string]assembly.FoundPanel{
		`value="7.5" id="panel-7.5" checked>`:                              {},
		`value="inky-red" id="panel-inky-red" checked>`:                    {Part: "inky-red", Name: "Inky wHAT (SSD1683)"},
		"An Inky Impression 7.3 is plugged in, which Arbiter cannot drive": {Name: "Inky Impression 7.3"},
	} {
		r.panel = panel
		if _, text := owner.get("/rig"); !strings.Contains(text, want) || strings.Count(text, "Plugged in here.") != min(1, len(panel.Part)) {
			t.Errorf("with %+v the page lacks %s:\n%s", panel, want, text)
		}
	}
}

// Readers of pcscd are offered by what they are, beside serial adapters; one that was moved to
// another plug is told, and the rig is mended by a tap.
func TestReadersOfPCSCOnThePage(t *testing.T) {
	t.Parallel()
	r := newRigs()
	h := newHouse(t, func(o *web.Opts) { o.Owner.Rigs = workplace{r} })
	owner := h.owner()
	const one, two = "/dev/serial/by-id/usb-FTDI-one", "usb:1-1.3"
	r.found = []assembly.Found{{Reader: setups.Reader{Driver: "pn532", Port: one}}, {Reader: setups.Reader{Driver: "pcsc", Port: two}, Name: "ACS ACR122U PICC Interface"}}
	_, text := owner.get("/rig")
	for _, want := range []string{`value="pcsc usb:1-1.3" checked`, "<b>ACS ACR122U PICC Interface</b><small>usb:1-1.3</small>", "<b>PN532 on a USB serial adapter</b>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s:\n%s", want, text)
		}
	}
	owner.ok("/rig", "do", "parts", "computer", "pi", "readers", "here", "panel", "none", "found", "pn532 "+one, "found", "pcsc "+two)
	rig, err := r.Rig()
	if err != nil || len(rig.Readers) != 2 || rig.Readers[0].Driver != "pn532" || rig.Readers[1].Driver != "pcsc" || rig.Readers[1].Port != two {
		t.Errorf("the rig: %+v, %v", rig.Readers, err)
	}
	owner.ok("/rig", "do", "go", "to", "parts")
	if _, text := owner.get("/rig"); strings.Contains(text, `id="take-moved"`) {
		t.Error("control: a reader was moved that was not")
	}
	owner.no(http.StatusConflict, "/rig", "do", "moved")
	r.moved = true
	if _, text := owner.get("/rig"); !strings.Contains(text, `id="take-moved"`) {
		t.Errorf("a reader was moved:\n%s", text)
	}
	owner.ok("/rig", "do", "moved")
	if rig, err := r.Rig(); err != nil || rig.Readers[0].Port != "usb:1-1.4" {
		t.Errorf("the mended rig: %+v, %v", rig.Readers, err)
	}
}

// What was found is seen once somebody wants it, and not before.
func TestFoundReadersAreSeen(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	r := newRigs()
	r.found = []assembly.Found{{Reader: setups.Reader{Driver: "pn532", Port: "I2C1"}}}
	h := newHouse(t, func(o *web.Opts) { o.Owner.Rigs = workplace{r} })
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	prove(p)
	p.Open("/rig")
	const seen = `document.querySelector(".found").getClientRects().length > 0`
	if chromium.Ask[bool](p, seen) {
		t.Error("readers are shown that nobody has asked for")
	}
	p.Click("#readers-here")
	p.Until(seen)
	p.Click("#take-parts")
	p.Until(`document.querySelector("#step-wiring[aria-current]") !== null`)
	if rig, err := r.Rig(); err != nil || len(rig.Readers) != 1 || rig.Readers[0].Port != "I2C1" {
		t.Errorf("the rig is %+v, %v", rig.Readers, err)
	}
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/demo"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/cable"
	hub "arbiter/hw/emu/line"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
	"arbiter/setups"
)

// adapters are serial adapters with a PN532 at each, under names of their own: in
// sockets of a device, whose time passes in bubbles, or on pseudo-terminals.
type adapters struct {
	d     *testDevice // nil: pseudo-terminals
	dir   string
	chips map[string]*pn532.Chip
	rig   strings.Builder
}

func newAdapters(t *testing.T, d *testDevice) *adapters {
	a := &adapters{d: d, dir: t.TempDir(), chips: map[string]*pn532.Chip{}}
	t.Cleanup(func() {
		for _, c := range a.chips {
			if err := c.Unplug(); err != nil {
				t.Error(err)
			}
		}
	})
	return a
}

func (a *adapters) path(name string) string { return filepath.Join(a.dir, "tty-"+name) }

// add plugs in a reader over a field; more are lines of the rig about it.
func (a *adapters) add(t *testing.T, name string, field *picc.Field, more ...string) {
	t.Helper()
	c := pn532.New(field, uint64(len(a.chips)))
	a.chips[name] = c
	a.plug(t, name, c)
	fmt.Fprintf(&a.rig, "[[reader]]\nname = %q\ndriver = \"pn532\"\nport = %q\n%s\n", name, a.path(name), strings.Join(more, "\n"))
}

// plug connects a reader to the adapter of that name.
func (a *adapters) plug(t *testing.T, name string, p emulator.Pluggable) {
	t.Helper()
	if a.d == nil {
		must(t, p.Plug(a.path(name)))
		return
	}
	p.Connect(a.socket(name).Plug())
}

// socket is one of the device, empty at first.
func (a *adapters) socket(name string) *cable.Socket {
	if a.d.sockets[a.path(name)] == nil {
		a.d.sockets[a.path(name)] = new(cable.Socket)
	}
	return a.d.sockets[a.path(name)]
}

// save writes the rig, with a panel at a port, and returns its path.
func (a *adapters) save(t *testing.T, glass string) string {
	t.Helper()
	fmt.Fprintf(&a.rig, "[[panel]]\nname = \"panel\"\ndriver = \"waveshare2in13v2\"\nport = %q\ndc = \"GPIO22\"\nreset = \"GPIO27\"\nbusy = \"GPIO24\"\n", glass)
	return a.write(t)
}

// write writes the rig as it is and returns its path.
func (a *adapters) write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(a.dir, "rig.toml")
	if err := os.WriteFile(path, []byte(a.rig.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Four people play a whole game of The High Council with a PN532 each, at serial
// ports. In the middle somebody pulls a cable, and puts it back.
func TestHighCouncilWithFourPN532(t *testing.T) {
	tier.Test(t, tier.Readers, "a whole game")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := wire("SPI1.2", "SPI0.0", "SPI0.1", "SPI1.0", "SPI1.1")
		a := newAdapters(t, d)
		for seat, port := range councilPorts {
			a.add(t, string(seat), d.fields[port], fmt.Sprintf("seat = %q", seat), `fields = ["play"]`)
		}
		dir := t.TempDir()
		b := newCardboardOn(t, d, dir, a.save(t, "SPI1.2"))
		pulled := false
		b.evening(t, dir, func() {
			if pulled || b.cards < 20 {
				return
			}
			pulled = true
			if err := a.chips["red"].Unplug(); err != nil {
				t.Fatal(err)
			}
			b.noticed(1)
			a.plug(t, "red", a.chips["red"])
			b.noticed(0)
		})
		if !pulled {
			t.Error("no cable was pulled")
		}
	})
}

// Two people play a phase with a hub that says lines of text, one of which gets
// lost, and whose cable is pulled in between.
func TestPlanningWithAHub(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestHighCouncilWithFourReaders")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		d := wire("SPI1.0")
		h := hub.New(1, hub.Opts{Beat: 50 * time.Millisecond, Sums: true}, "left", "middle", "right")
		rig := newAdapters(t, d)
		rig.plug(t, "hub", h)
		defer h.Unplug()
		for i, address := range []string{"left", "middle", "right"} {
			fmt.Fprintf(&rig.rig, "[[reader]]\nname = \"purple-%d\"\ndriver = \"line\"\nport = %q\naddress = %q\nseat = \"purple\"\nfields = [\"%d\"]\n", i+1, rig.path("hub"), address, i+1)
		}
		names := map[string][]string{}
		for uid, card := range tagged {
			names[uid] = []string{"purple", card}
		}
		r := enterWith(t, d, dir, rig.save(t, "SPI1.0"), names, app.Opts{Scans: demo.QuickScans, Evidence: demo.QuickEvidence, Settle: time.Millisecond})
		r.sit()
		card := map[string][]byte{}
		for name, tag := range tags(t) {
			card[name] = tag.UID()
		}
		h.Place("left", card["discover"]...)
		r.planned("1", "discover")
		if err := h.Unplug(); err != nil {
			t.Fatal(err)
		}
		r.noticed(3)
		h.Place("middle", card["tower"]...)
		rig.plug(t, "hub", h)
		r.planned("2", "tower")
		r.noticed(0)
		h.Lose(1)
		h.Place("right", card["harvest"]...) // nobody hears, but the hub counts
		r.planned("3", "harvest")
		r.judge(d, wholePhase)
	})
}

// A rig whose serial readers are all missing starts, says so, and takes them when
// they come.
func TestSerialReadersThatComeLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := wire("SPI1.0")
		a := newAdapters(t, d)
		field := picc.NewField(1)
		a.add(t, "purple-1", field, `seat = "purple"`, `fields = ["1"]`)
		fmt.Fprintf(&a.rig, "[[reader]]\nname = \"purple-2\"\ndriver = \"line\"\nport = %q\naddress = \"1\"\nseat = \"purple\"\nfields = [\"2\"]\n", a.path("hub"))
		fmt.Fprintf(&a.rig, "[[reader]]\nname = \"wedge\"\ndriver = \"wedge\"\nport = %q\nseat = \"purple\"\n", a.path("event"))
		a.socket("hub")
		if err := a.chips["purple-1"].Unplug(); err != nil {
			t.Fatal(err)
		}
		r := enterWith(t, d, t.TempDir(), a.save(t, "SPI1.0"), map[string][]string{"04A2241B5C6D80": {"purple", "discover"}, "04A2241B5C6DA0": {"purple", "tower"}},
			app.Opts{Settle: time.Millisecond})
		r.noticed(3)
		r.sit()
		h := hub.New(1, hub.Opts{Beat: 50 * time.Millisecond}, "1")
		a.plug(t, "hub", h)
		defer h.Unplug()
		a.plug(t, "purple-1", a.chips["purple-1"])
		r.noticed(1) // there is no keyboard
		card := tags(t)
		field.Place(card["discover"])
		r.planned("1", "discover")
		h.Place("1", card["tower"].UID()...)
		r.planned("2", "tower")
		if _, err := device.OpenSerial(&device.Hubs{}, setups.Reader{Name: "x", Driver: "abacus"}, nil); err == nil {
			t.Error("an abacus was opened")
		}
	})
}

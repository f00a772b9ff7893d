package main

import (
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/companion"
	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/engine"
	"arbiter/hw/emu/button"
	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
)

// longestWait is how long a test waits for what must come. A busy machine may take
// minutes; nothing is said by how long it took.
const longestWait = 5 * time.Minute

// A testDevice is a board with emulated chips at its ports, RC522s and a panel, and
// buttons at its pins.
type testDevice struct {
	fields map[string]*picc.Field
	chips  map[string]*mfrc522.Chip // by port; replaced when the port is opened anew
	panel  *emu.Chip
	glass  string // the port of the panel

	keys    map[string]*button.Button // by pin
	sockets map[string]*cable.Socket  // serial ports of its own, by path
	missing atomic.Bool               // no port can be opened
}

var (
	_ device.Pins    = (*testDevice)(nil)
	_ device.Sleeper = (*testDevice)(nil)
)

// Sleep lets no time pass: the chips have finished at once.
func (d *testDevice) Sleep(time.Duration) {}

// Serial is how a port in a socket is opened.
func (d *testDevice) Serial(path string) func() (io.ReadWriteCloser, error) {
	if s := d.sockets[path]; s != nil {
		return s.Open
	}
	return nil
}

// quickPanel is a panel without the slowness of ink.
var quickPanel = emu.Opts{Full: 3 * time.Millisecond, Partial: time.Millisecond, Other: time.Millisecond}

// newDevice is the wires of testdata/three-readers.toml.
func newDevice() *testDevice { return wire("SPI1.0", "SPI0.0", "SPI0.1", "SPI0.2") }

// wire puts a panel and readers at the ports.
func wire(glass string, readers ...string) *testDevice {
	d := &testDevice{keys: map[string]*button.Button{}, sockets: map[string]*cable.Socket{}, fields: map[string]*picc.Field{}, chips: map[string]*mfrc522.Chip{}, panel: emu.New(quickPanel), glass: glass}
	for i := range 28 {
		pin := fmt.Sprint("GPIO", i)
		d.keys[pin] = button.New(pin, 3*time.Millisecond, uint64(i))
	}
	for i, port := range readers {
		d.restart(port, uint64(i))
	}
	return d
}

// restart gives a port a chip that has just got its power, in the same field.
func (d *testDevice) restart(port string, seed uint64) {
	if d.fields[port] == nil {
		d.fields[port] = picc.NewField(seed)
	}
	d.chips[port] = mfrc522.New(port, d.fields[port])
}

func (d *testDevice) Port(name string) (spi.PortCloser, error) {
	if d.missing.Load() {
		return nil, errors.New("SPI is switched off")
	}
	if name == d.glass {
		return open{d.panel.Port()}, nil
	}
	if c := d.chips[name]; c != nil {
		return c, nil
	}
	return nil, fmt.Errorf("no port %s", name)
}

// open is a port that nobody closes.
type open struct{ spi.Port }

func (open) Close() error                      { return nil }
func (open) LimitSpeed(physic.Frequency) error { return nil }

func (d *testDevice) Out(name string) (gpio.PinOut, error) {
	pins := map[string]gpio.PinOut{"GPIO22": d.panel.DC(), "GPIO26": d.panel.CS(), "GPIO27": d.panel.Reset(), "GPIO25": device.Unconnected{PinIO: gpio.INVALID}, "": device.Unconnected{PinIO: gpio.INVALID}}
	if p := pins[name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no pin %s", name)
}

func (d *testDevice) In(name string) (gpio.PinIn, error) {
	switch key := d.keys[name]; {
	case d.missing.Load():
		return nil, errors.New("GPIO is switched off")
	case name == "GPIO24":
		return d.panel.Busy(), nil
	case key == nil:
		return nil, fmt.Errorf("no pin %s", name)
	default:
		return key, nil
	}
}

// A room is a house on a device, for a test.
type room struct {
	*testing.T
	*app.App
	db    datadir.Games
	leave func()
}

func enter(t *testing.T, d *testDevice, dir string) *room {
	t.Helper()
	names := map[string][]string{}
	for uid, card := range tagged {
		names[uid] = []string{"purple", card}
	}
	return enterWith(t, d, dir, filepath.Join("testdata", "three-readers.toml"), names, app.Opts{Settle: 500 * time.Millisecond})
}

// enterWith opens a house with a rig and tags; o has its paces.
func enterWith(t *testing.T, d device.Pins, dir, rig string, tags map[string][]string, o app.Opts) *room {
	t.Helper()
	wired, err := setups.LoadRig(rig)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range wired.Panels {
		if p.Driver == "uc8179" { // whose updates take seconds, which display/uc8179 tests; here is what the device has
			wired.Panels[i].Driver, wired.Panels[i].Size, wired.Panels[i].Power = "waveshare2in13v2", "250x122", ""
		}
	}
	db, err := datadir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for uid, words := range tags {
		if err := db.Name(uid, words); err != nil {
			t.Fatal(err)
		}
	}
	if o.Lang == "" {
		o.Lang = "es"
	}
	o.Patience = longestWait
	o.Rig, o.DB, o.Dir, o.Program, o.Pins, o.Logger = wired, db.DB, dir, "test", d, slog.New(slog.DiscardHandler)
	o.Ink = display.Pace{Interval: 5 * time.Millisecond, Deadline: 5 * time.Second, Retry: 20 * time.Millisecond}
	h, err := app.New(o)
	if err != nil {
		t.Fatal(err)
	}
	stop := h.Run()
	left := false
	r := &room{T: t, App: h, db: db}
	r.leave = func() {
		if left {
			return
		}
		left = true
		if err := stop(); err != nil {
			t.Error("end of the table:", err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(r.leave)
	return r
}

// tagged are the cards of the test: NTAGs with seven bytes.
var tagged = map[string]string{"04A2241B5C6D80": "discover", "04A2241B5C6DA0": "tower", "04A2241B5C6D90": "harvest"}

// tags returns the cards themselves.
func tags(t *testing.T) map[string]*picc.Tag {
	tags := map[string]*picc.Tag{}
	for uid, card := range tagged {
		var b []byte
		if _, err := fmt.Sscanf(uid, "%X", &b); err != nil {
			t.Fatal(err)
		}
		tags[card] = picc.New(b...)
	}
	return tags
}

func (r *room) see(seat engine.Seat) companion.Snapshot {
	r.Helper()
	s, err := r.Table.Snapshot(r.Context(), seat)
	if err != nil {
		r.Fatal(err)
	}
	return s
}

func (r *room) say(lines ...string) {
	r.Helper()
	for _, line := range lines {
		var seat engine.Seat
		if _, err := fmt.Sscan(line, &seat); err != nil {
			r.Fatal(err)
		}
		if _, err := r.Table.Do(r.Context(), companion.Request{Seat: seat, Line: line, Version: r.see(seat).Version}); err != nil {
			r.Fatalf("%s: %v", line, err)
		}
	}
}

// until waits for a snapshot of purple that passes.
func (r *room) until(what string, passes func(companion.Snapshot) bool) companion.Snapshot {
	r.Helper()
	deadline := time.Now().Add(longestWait)
	for time.Now().Before(deadline) {
		if s := r.see("purple"); passes(s) {
			return s
		}
		time.Sleep(2 * time.Millisecond) // until it passes
	}
	s := r.see("purple")
	r.Fatalf("no %s; version %d, notices %v", what, s.Version, s.Notices)
	return s
}

// rests waits until so many cards lie on the readers, none of them counts as new any
// more, and nobody is told anything.
func (r *room) rests(cards int) companion.Snapshot {
	r.Helper()
	begin := time.Now()
	return r.until(fmt.Sprintf("rest with %d cards", cards), func(s companion.Snapshot) bool {
		return time.Since(begin) > 2*r.Opts.Settle && len(r.Watcher.Lying()) == cards && len(s.Notices) == 0
	})
}

// planned waits until the card lies on the field in the game.
func (r *room) planned(field, card string) {
	r.Helper()
	r.until(card+" on field "+field, func(s companion.Snapshot) bool {
		z, _ := s.View.Zone("purple", field)
		top, ok := z.Top()
		return ok && string(top.Name) == card
	})
}

// noticed waits until there are so many notices.
func (r *room) noticed(n int) []companion.Notice {
	r.Helper()
	s := r.until(fmt.Sprintf("%d notices", n), func(s companion.Snapshot) bool { return len(s.Notices) == n })
	return s.Notices
}

// shows tells whether memory and glass of the panel are the picture.
func (d *testDevice) shows(b *display.Bitmap) bool {
	return d.panel.RAM(0x24).Equal(b) && d.panel.Glass().Equal(b)
}

// drawn waits until the panel's memory and glass are the picture of what
// everybody may see.
func (r *room) drawn(d *testDevice) {
	r.Helper()
	lang := r.Opts.Lang
	picture := func(more ...string) *display.Bitmap { // as of now: a notice may end while the panel draws
		s := r.see("")
		o := display.Opts{Say: r.Catalogue.In(lang), Term: func(t engine.Term) string { return r.Catalogue.Term(lang, t) }}
		o.Label = func(seat engine.Seat) string { return r.Catalogue.Term(lang, engine.Term(seat)) }
		for _, n := range s.Notices {
			o.Notices = append(o.Notices, o.Say(n.Text))
		}
		o.Notices = append(o.Notices, more...)
		return display.Render(s.View, image.Pt(250, 122), o)
	}
	deadline := time.Now().Add(longestWait)
	for !d.shows(picture()) {
		if time.Now().After(deadline) {
			r.Fatalf("the panel differs from the picture in %v", d.panel.RAM(0x24).Diff(picture()))
		}
		time.Sleep(20 * time.Millisecond) // until the panel has drawn
	}
	if d.shows(picture("control")) {
		r.Error("one more notice makes no other picture: the comparison says nothing")
	}
	if faults := d.panel.Faults(); len(faults) > 0 {
		r.Errorf("the panel was told nonsense: %v", faults)
	}
}

package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/device"
	ink "arbiter/display/emu"
	"arbiter/hw/emu/button"
	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/line"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/spimux"
	"arbiter/hw/emu/wedge"
	"arbiter/setups"
)

// A tabletop is everything that a rig names, emulated: readers, panels, buttons,
// and the wires to them. Boards on SPI and panels are in this program; what has a
// serial port is behind a pseudo-terminal, which any program can open, or in a socket.
type tabletop struct {
	rig     setups.Rig // with the serial ports as they are called here
	spots   map[string]spot
	hubs    map[string]*line.Hub // by port
	buses   map[string]*spimux.Bus
	panels  map[string]inkPanel        // by name
	lamps   map[string]*ink.SSD1306    // by name
	oleds   map[string]*ink.SSD1306    // by bus
	glasses map[string]func() spi.Port // of panels, by port
	keys    map[string]*button.Button
	outs    map[string]gpio.PinOut
	ins     map[string]gpio.PinIn
	airs    map[string]*picc.Neighborhood
	typing  map[string]*wedge.Keyboard // by port
	ink     ink.Opts
	sockets map[string]*cable.Socket // by port
}

var (
	_ device.Pins      = (*tabletop)(nil)
	_ device.Keyboards = (*tabletop)(nil)
	_ device.Serials   = (*tabletop)(nil)
	_ device.Sleeper   = (*tabletop)(nil)
)

// bounce is how long the contacts of an emulated button bounce.
const bounce = 3 * time.Millisecond

// newTabletop emulates a rig. Serial ports get names in dir, as pseudo-terminals; ""
// keeps them within this program, in sockets. The seed decides all chance.
func newTabletop(rig setups.Rig, dir string, seed uint64) (*tabletop, error) {
	return newTabletopWith(rig, dir, seed, ink.Opts{})
}

// newTabletopWith emulates a rig whose e-ink takes its time as o says.
func newTabletopWith(rig setups.Rig, dir string, seed uint64, o ink.Opts) (*tabletop, error) {
	t := &tabletop{
		ink: o, rig: rig, spots: map[string]spot{}, hubs: map[string]*line.Hub{}, buses: map[string]*spimux.Bus{},
		panels: map[string]inkPanel{}, lamps: map[string]*ink.SSD1306{}, oleds: map[string]*ink.SSD1306{}, glasses: map[string]func() spi.Port{}, keys: map[string]*button.Button{},
		outs: map[string]gpio.PinOut{"": device.Unconnected{PinIO: gpio.INVALID}}, ins: map[string]gpio.PinIn{}, airs: map[string]*picc.Neighborhood{},
		typing: map[string]*wedge.Keyboard{}, sockets: map[string]*cable.Socket{},
	}
	t.rig.Readers, t.rig.Panels = slices.Clone(rig.Readers), slices.Clone(rig.Panels)
	for _, m := range rig.Muxes {
		t.addMux(m)
	}
	for i := range t.rig.Panels {
		t.addPanel(&t.rig.Panels[i])
	}
	for i, b := range rig.Buttons {
		k := button.New(b.Pin, bounce, seed+uint64(i))
		t.keys[strings.TrimSpace(b.Seat+" "+b.Name)], t.ins[b.Pin] = k, k
	}
	for i := range t.rig.Readers {
		if err := t.addReader(&t.rig.Readers[i], dir, seed+uint64(i)); err != nil {
			return nil, errors.Join(err, t.close())
		}
	}
	return t, nil
}

func (t *tabletop) addMux(m setups.Mux) {
	decoder := spimux.TwentyFour
	switch {
	case len(m.Pins) <= 3:
		decoder = spimux.Eight
	case len(m.Pins) == 4:
		decoder = spimux.Sixteen
	}
	bus := spimux.New(m.Port, len(m.Pins), decoder)
	t.buses[m.Port] = bus
	for i, pin := range bus.Pins() {
		t.outs[m.Pins[i]] = pin
	}
}

// close pulls every cable.
func (t *tabletop) close() error {
	var all error
	for _, s := range t.spots {
		all = errors.Join(all, s.unplug())
	}
	return all
}

// ports lists the pseudo-terminals.
func (t *tabletop) ports() []string {
	set := map[string]bool{}
	for _, r := range t.rig.Readers {
		if r.Serial() && r.Driver != "wedge" {
			set[r.Port] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// Port opens a port of a bus or of a panel.
func (t *tabletop) Port(name string) (spi.PortCloser, error) {
	if b := t.buses[name]; b != nil {
		return b.Port(), nil
	}
	if open := t.glasses[name]; open != nil {
		return glassPort{open()}, nil
	}
	return nil, fmt.Errorf("port %s: %w", name, os.ErrNotExist)
}

// Sleep lets no time pass: chips without a pace have finished at once.
func (t *tabletop) Sleep(time.Duration) {}

// Out finds a pin that the rig names.
func (t *tabletop) Out(name string) (gpio.PinOut, error) {
	if p := t.outs[name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("nothing is wired to pin %s", strconv.Quote(name))
}

// In finds a pin that the rig names.
func (t *tabletop) In(name string) (gpio.PinIn, error) {
	if p := t.ins[name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("nothing is wired to pin %s", strconv.Quote(name))
}

// Keyboard opens a reader that types.
func (t *tabletop) Keyboard(path string) (io.ReadCloser, error) {
	if k := t.typing[path]; k != nil {
		return k.Open()
	}
	return nil, fmt.Errorf("%s: %w", path, os.ErrNotExist)
}

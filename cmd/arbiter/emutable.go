package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	ink "arbiter/display/emu"
	"arbiter/hw/emu/button"
	"arbiter/hw/emu/line"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/pn532"
	"arbiter/hw/emu/spimux"
	"arbiter/hw/emu/wedge"
	"arbiter/setups"
)

// A tabletop is everything that a rig names, emulated: readers, panels, buttons,
// and the wires to them. Boards on SPI and panels are in this program; what has a
// serial port is behind a pseudo-terminal, which any program can open.
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
	airs    map[string]*picc.Air
	typing  map[string]*wedge.Keyboard // by port
	ink     ink.Opts
}

var (
	_ wires     = (*tabletop)(nil)
	_ keyboards = (*tabletop)(nil)
	_ sleeper   = (*tabletop)(nil)
)

// bounce is how long the contacts of an emulated button bounce.
const bounce = 3 * time.Millisecond

// newTabletop emulates a rig. Ports are made in dir. The seed decides all chance.
func newTabletop(rig setups.Rig, dir string, seed uint64) (*tabletop, error) {
	return newTabletopWith(rig, dir, seed, ink.Opts{})
}

// newTabletopWith emulates a rig whose e-ink takes its time as o says.
func newTabletopWith(rig setups.Rig, dir string, seed uint64, o ink.Opts) (*tabletop, error) {
	t := &tabletop{
		ink: o, rig: rig, spots: map[string]spot{}, hubs: map[string]*line.Hub{}, buses: map[string]*spimux.Bus{},
		panels: map[string]inkPanel{}, lamps: map[string]*ink.SSD1306{}, oleds: map[string]*ink.SSD1306{}, glasses: map[string]func() spi.Port{}, keys: map[string]*button.Button{},
		outs: map[string]gpio.PinOut{"": loose{gpio.INVALID}}, ins: map[string]gpio.PinIn{}, airs: map[string]*picc.Air{},
		typing: map[string]*wedge.Keyboard{},
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

func (t *tabletop) addReader(r *setups.Reader, dir string, seed uint64) error {
	switch r.Driver {
	case "rc522":
		return t.addRC522(*r, seed)
	case "pn532":
		r.Port = portIn(dir, r.Port)
		s := adapterSpot{t.antenna(*r, seed), nil, r.Port}
		s.chip = pn532.New(s.field, seed)
		t.spots[r.Name] = s
		return s.plug()
	case "line":
		r.Port = portIn(dir, r.Port)
		return t.addHub(*r, seed)
	case "wedge":
		k := wedge.New()
		t.spots[r.Name], t.typing[r.Port] = keySpot{k}, k
		return nil
	case "virtual":
		return nil
	}
	return fmt.Errorf("reader %s: driver %s cannot be emulated", r.Name, r.Driver)
}

// portIn is what a port is called here, "/dev/ttyUSB0" dev-ttyUSB0.
func portIn(dir, port string) string {
	return filepath.Join(dir, strings.ReplaceAll(strings.Trim(port, "/"), "/", "-"))
}

func (t *tabletop) antenna(r setups.Reader, seed uint64) antenna {
	field := picc.NewField(seed)
	near := neighborhood(r)
	if t.airs[near] == nil {
		t.airs[near] = &picc.Air{}
	}
	field.Share(t.airs[near])
	return antenna{field}
}

// addRC522 puts a chip at an output of a mux, or alone at its port.
func (t *tabletop) addRC522(r setups.Reader, seed uint64) error {
	m, output, decoded := t.rig.Mux(r.Port)
	bus := t.buses[m.Port]
	if !decoded {
		bus, output = spimux.New(r.Port, 0, alone), 0
		t.buses[r.Port] = bus
	}
	s := chipSpot{t.antenna(r, seed), nil, bus, output}
	s.chip = mfrc522.New(r.Name, s.field)
	bus.Attach(output, s.chip)
	t.spots[r.Name] = s
	t.outs[r.Reset] = loose{gpio.INVALID}
	return nil
}

// alone selects the one chip of a port.
func alone(cs bool, _ uint) []int {
	if cs {
		return nil
	}
	return []int{0}
}

// addHub adds a reader to the hub at its port. Hubs are plugged in with their
// first reader, and know all of them.
func (t *tabletop) addHub(r setups.Reader, seed uint64) error {
	h := t.hubs[r.Port]
	if h != nil {
		t.spots[r.Name] = hubSpot{h, r.Address, r.Port}
		return nil
	}
	var addresses []string
	for _, o := range t.rig.Readers {
		if o.Driver == "line" && (o.Port == r.Port || portIn(filepath.Dir(r.Port), o.Port) == r.Port) {
			addresses = append(addresses, o.Address)
		}
	}
	h = line.New(seed, line.Opts{Sums: true}, addresses...)
	t.hubs[r.Port] = h
	t.spots[r.Name] = hubSpot{h, r.Address, r.Port}
	return h.Plug(r.Port)
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
		if serial(r) && r.Driver != "wedge" {
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

// Package emulator is a table whose readers, tags, panels and buttons are emulated, with faults,
// and the console that controls it.
package emulator

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
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/device"
	ink "arbiter/display/emu"
	"arbiter/hw/emu/button"
	"arbiter/hw/emu/cable"
	"arbiter/hw/emu/line"
	"arbiter/hw/emu/mfrc522"
	"arbiter/hw/emu/picc"
	"arbiter/hw/emu/spimux"
	"arbiter/hw/emu/wedge"
	"arbiter/setups"
)

// An Emulator is everything that a rig names, emulated: readers, panels, buttons, and their ports
// and pins. Boards on SPI and panels are in this program; what has a serial port is behind a
// pseudo-terminal, which any program can open, or a socket.
type Emulator struct {
	Rig        setups.Rig // with the names that serial ports have here
	Slots      map[string]Slot
	hubs       map[string]*line.Hub // by port
	Buses      map[string]*spimux.Bus
	Panels     map[string]inkPanel        // by name
	OLEDs      map[string]oled            // by name
	chips      map[string][]i2c.Bus       // on I2C, by bus
	PanelPorts map[string]func() spi.Port // of panels and PN532s, by port
	Keys       map[string]*button.Button
	outs       map[string]gpio.PinOut
	Ins        map[string]gpio.PinIn
	airs       map[string]*picc.Neighborhood
	typing     map[string]*wedge.Keyboard // by port
	ink        ink.Opts
	sockets    map[string]*cable.Socket   // by port
	lines      map[string]*mfrc522.Serial // RC522s on serial ports of this program, by port
	diary      *diary
	cards      *cardService // nil: no reader is of pcscd
}

var (
	_ device.Pins      = (*Emulator)(nil)
	_ device.Keyboards = (*Emulator)(nil)
	_ device.Serials   = (*Emulator)(nil)
	_ device.Daemons   = (*Emulator)(nil)
	_ device.Sleeper   = (*Emulator)(nil)
)

// bounce is how long the contacts of an emulated button bounce.
const bounce = 3 * time.Millisecond

// New emulates a rig, with e-ink as slow as o says. Serial ports get names in dir, as
// pseudo-terminals; with "" they stay within this program, as sockets. The seed decides everything
// random.
func New(rig setups.Rig, dir string, seed uint64, o ink.Opts) (*Emulator, error) {
	t := &Emulator{
		ink: o, Rig: rig, Slots: map[string]Slot{}, hubs: map[string]*line.Hub{}, Buses: map[string]*spimux.Bus{},
		Panels: map[string]inkPanel{}, OLEDs: map[string]oled{}, chips: map[string][]i2c.Bus{}, PanelPorts: map[string]func() spi.Port{}, Keys: map[string]*button.Button{},
		outs: map[string]gpio.PinOut{"": device.Unconnected{PinIO: gpio.INVALID}}, Ins: map[string]gpio.PinIn{}, airs: map[string]*picc.Neighborhood{},
		typing: map[string]*wedge.Keyboard{}, sockets: map[string]*cable.Socket{}, lines: map[string]*mfrc522.Serial{},
		diary: &diary{last: map[string]time.Time{}},
	}
	t.Rig.Readers, t.Rig.Panels = slices.Clone(rig.Readers), slices.Clone(rig.Panels)
	for _, m := range rig.Muxes {
		t.addMux(m)
	}
	for i := range t.Rig.Panels {
		t.addPanel(&t.Rig.Panels[i])
	}
	for i, b := range rig.Buttons {
		k := button.New(b.Pin, bounce, seed+uint64(i))
		t.Keys[strings.TrimSpace(b.Seat+" "+b.Name)], t.Ins[b.Pin] = k, k
	}
	for i := range t.Rig.Readers {
		if err := t.addReader(&t.Rig.Readers[i], dir, seed+uint64(i)); err != nil {
			return nil, errors.Join(err, t.Close())
		}
	}
	return t, nil
}

func (t *Emulator) addMux(m setups.Mux) {
	decoder := spimux.TwentyFour
	switch {
	case len(m.Pins) <= 3:
		decoder = spimux.Eight
	case len(m.Pins) == 4:
		decoder = spimux.Sixteen
	}
	bus := spimux.New(m.Port, len(m.Pins), decoder)
	t.Buses[m.Port] = bus
	for i, pin := range bus.Pins() {
		t.outs[m.Pins[i]] = pin
	}
}

// Close unplugs every cable.
func (t *Emulator) Close() error {
	var all error
	for _, s := range t.Slots {
		all = errors.Join(all, s.Unplug())
	}
	if t.cards != nil {
		all = errors.Join(all, t.cards.close())
	}
	return all
}

// Ports returns the pseudo-terminals.
func (t *Emulator) Ports() []string {
	set := map[string]bool{}
	for _, r := range t.Rig.Readers {
		if r.Serial() && r.Driver != "wedge" {
			set[r.Port] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// Port opens a port of a bus or of a panel.
func (t *Emulator) Port(name string) (spi.PortCloser, error) {
	if b := t.Buses[name]; b != nil {
		return b.Port(), nil
	}
	if open := t.PanelPorts[name]; open != nil {
		return panelPort{open()}, nil
	}
	return nil, fmt.Errorf("port %s: %w", name, os.ErrNotExist)
}

// Sleep returns at once: chips without a pace have finished already.
func (t *Emulator) Sleep(time.Duration) {}

// Out returns a pin that the rig names.
func (t *Emulator) Out(name string) (gpio.PinOut, error) {
	if p := t.outs[name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("nothing is wired to pin %s", strconv.Quote(name))
}

// In returns a pin that the rig names.
func (t *Emulator) In(name string) (gpio.PinIn, error) {
	if p := t.Ins[name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("nothing is wired to pin %s", strconv.Quote(name))
}

// Keyboard opens a reader that types.
func (t *Emulator) Keyboard(path string) (io.ReadCloser, error) {
	if k := t.typing[path]; k != nil {
		return k.Open()
	}
	return nil, fmt.Errorf("%s: %w", path, os.ErrNotExist)
}

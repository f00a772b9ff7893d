// Package device opens what a rig names: readers, panels, buttons, and their ports and pins. What
// is missing at first is tried again and again.
package device

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/host/v3/sysfs"

	"arbiter/cmd/arbiter/internal/locks"
	"arbiter/hw"
	"arbiter/hw/pn532"
	"arbiter/hw/rc522"
	"arbiter/setups"
)

// Pins are the ports and pins of a device by their names in a rig.
type Pins interface {
	Port(name string) (spi.PortCloser, error)
	Out(name string) (gpio.PinOut, error) // "" is a pin that is not wired
	In(name string) (gpio.PinIn, error)
}

// Host is the device that the program runs on.
type Host struct {
	Patience time.Duration // as in Hubs
	Locks    *locks.Folder // for what it opens; may be nil
}

func (b Host) init() error {
	_, err := b.Drivers()
	return err
}

// Port opens an SPI port.
func (b Host) Port(name string) (spi.PortCloser, error) {
	if err := b.init(); err != nil {
		return nil, fmt.Errorf("this device: %w", err)
	}
	p, err := openSPI(name)
	if err != nil {
		return nil, &PortError{"port " + name, err}
	}
	release, err := b.Locks.Take(name)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return lockedPort{p, release}, nil
}

// A PortError says why a port, a bus or a pin of this device cannot be used.
type PortError struct {
	Name string // such as "port SPI0.0"
	Err  error
}

// Error names it and says why.
func (p *PortError) Error() string { return fmt.Sprintf("%s: %v", p.Name, p.Err) }

// Unwrap returns the reason.
func (p *PortError) Unwrap() error { return p.Err }

// openSPI opens a port that periph has found, or that has appeared since.
func openSPI(name string) (spi.PortCloser, error) {
	p, err := spireg.Open(name)
	if err == nil {
		return p, nil
	}
	lookAgain()
	var bus, cs int
	if _, scan := fmt.Sscanf(name, "SPI%d.%d", &bus, &cs); scan != nil {
		return nil, withErrno(err)
	}
	p, err = sysfs.NewSPI(bus, cs)
	if err != nil {
		return nil, withErrno(err)
	}
	return p, nil
}

// lockedPort gives its lock back when it is closed, and reports errors of the system as such.
type lockedPort struct {
	spi.PortCloser
	release func() error
}

// Connect connects the port.
func (p lockedPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.PortCloser.Connect(f, mode, bits)
	if err != nil {
		return nil, withErrno(err)
	}
	return portConn{c}, nil
}

// portConn reports errors of the system as such; periph passes on only their text.
type portConn struct{ spi.Conn }

// Tx sends and receives.
func (c portConn) Tx(w, r []byte) error {
	if err := withErrno(c.Conn.Tx(w, r)); err != nil {
		return &PortError{c.String(), err}
	}
	return nil
}

// MaxTxSize returns how much the port takes at once; 0 if unknown.
func (c portConn) MaxTxSize() int {
	if l, ok := c.Conn.(conn.Limits); ok {
		return l.MaxTxSize()
	}
	return 0
}

// Close closes the port.
func (p lockedPort) Close() error { return errors.Join(p.PortCloser.Close(), p.release()) }

// Out returns an output pin.
func (b Host) Out(name string) (gpio.PinOut, error) {
	if name == "" {
		return Unconnected{gpio.INVALID}, nil
	}
	return b.pin(name)
}

// In returns an input pin.
func (b Host) In(name string) (gpio.PinIn, error) { return b.pin(name) }

func (b Host) pin(name string) (gpio.PinIO, error) {
	if err := b.init(); err != nil {
		return nil, fmt.Errorf("this device: %w", err)
	}
	p := findPin(name)
	if p == nil {
		lookAgain()
		p = findPin(name)
	}
	if p != nil {
		_, err := b.Locks.Take(name) // never released: pins are not closed
		return p, err
	}
	return nil, noPin(name, chips)
}

// noPin says why there is no such pin: its chip may not be opened, or no chip has it.
func noPin(name, pattern string) error {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, file := range files {
		if f, err := os.Open(file); err != nil { // the name is fixed in this program
			return &PortError{"pin " + name, err}
		} else {
			_ = f.Close() // nothing was written
		}
	}
	return NoPin(name)
}

// A NoPin is the error for a pin that no chip of this device has.
type NoPin string

// Error names the pin.
func (n NoPin) Error() string { return "this device has no pin " + string(n) }

// findPin returns a pin that periph has found, or nil.
func findPin(name string) gpio.PinIO {
	if p := rp1Pin(name); p != nil {
		return realPin(p)
	}
	return realPin(gpioreg.ByName(name))
}

// Unconnected is a pin that is not wired.
type Unconnected struct{ gpio.PinIO }

func (Unconnected) Out(gpio.Level) error { return nil }

// Buses returns the wired readers of a rig, with neighbors together: those of a group, or else
// those on the same SPI bus or hub. Fields of neighbors disturb each other.
func Buses(rig setups.Rig, w Pins, logger *slog.Logger) []hw.Bus {
	var order []string
	byName := map[string]hw.Bus{}
	airs := map[string]*hw.Neighborhood{}
	shared, lines := &Muxes{Pins: w, Rig: rig}, NewHubs(w)
	for _, r := range rig.Readers {
		if r.Driver == "virtual" {
			continue
		}
		bus := Neighborhood(r)
		if byName[bus] == nil {
			order = append(order, bus)
			airs[bus] = hw.NewNeighborhood()
		}
		open := func() (hw.Reader, error) { return OpenReader(shared, lines, r, airs[bus]) }
		byName[bus] = append(byName[bus], &RetryingReader{name: r.Name, logger: logger, open: open, debounced: r.PCSC()})
	}
	var all []hw.Bus
	for _, name := range order {
		all = append(all, byName[name])
	}
	return all
}

// Neighborhood returns the name of the group of readers whose fields must not be on at the same
// time.
func Neighborhood(r setups.Reader) string {
	if r.Group != "" {
		return "group " + r.Group
	}
	if r.Serial() || r.PCSC() {
		return r.Port
	}
	bus, _, _ := strings.Cut(r.Port, ".")
	return bus
}

// OpenReader opens a reader that has wires.
func OpenReader(w *Muxes, h *Hubs, r setups.Reader, air *hw.Neighborhood) (hw.Reader, error) {
	switch {
	case r.Driver == "rc522":
		return OpenRC522(w, h, r, rc522.Opts{Gain: r.Gain, Neighborhood: air})
	case r.OnBus():
		return pn532.Open(r.Name, r.Port, pn532.Opts{Neighborhood: air, Ack: h.patience, Reply: 2 * h.patience, Open: func() (io.ReadWriteCloser, error) {
			return openBus(w.Pins, h, r)
		}}), nil
	case r.Serial():
		return OpenSerial(h, r, air)
	case r.PCSC():
		return h.pcscd(r), nil
	}
	return nil, fmt.Errorf("reader %s has no driver %s", r.Name, r.Driver)
}

// openBus opens the I2C bus or the SPI port of a PN532. A bus may have other chips.
func openBus(w Pins, h *Hubs, r setups.Reader) (io.ReadWriteCloser, error) {
	if !r.OnI2C() {
		port, err := w.Port(r.Port)
		if err != nil {
			return nil, err
		}
		return pn532.OnSPI(port, physic.Frequency(r.KHz)*physic.KiloHertz)
	}
	bus, err := busFor(w, h, r.Port, "PN532")
	if err != nil {
		return nil, err
	}
	return pn532.OnI2C(bus), nil
}

// busFor opens a bus for one of its chips.
func busFor(w Pins, h *Hubs, port, chip string) (i2c.BusCloser, error) {
	with, ok := w.(I2CBuses)
	if !ok {
		return nil, fmt.Errorf("this device has no bus %s", port)
	}
	release, err := h.locks.Take(port + " " + chip)
	if err != nil {
		return nil, err
	}
	bus, err := with.Bus(port)
	if err != nil {
		return nil, errors.Join(err, release())
	}
	return saidBus{bus, release}, nil
}

// saidBus reports errors of the system as such; periph passes on only their text. It gives its lock back
// when it is closed.
type saidBus struct {
	i2c.BusCloser
	release func() error
}

// Close closes the bus.
func (b saidBus) Close() error { return errors.Join(b.BusCloser.Close(), b.release()) }

// Tx sends and receives.
func (b saidBus) Tx(address uint16, w, r []byte) error {
	return withErrno(b.BusCloser.Tx(address, w, r))
}

// OpenRC522 opens an RC522 at its port, which may be behind a mux, an I2C bus or a serial port.
func OpenRC522(w *Muxes, h *Hubs, r setups.Reader, o rc522.Opts) (hw.Reader, error) {
	pin, err := w.Out(r.Reset)
	if err != nil {
		return nil, err
	}
	port, err := portOfRC522(w, h, r)
	if err != nil {
		return nil, err
	}
	o.Speed = physic.Frequency(r.KHz) * physic.KiloHertz
	if _, _, behind := w.Rig.Mux(r.Port); behind {
		o.Speed = rc522.MaxSpeed // the mux limits the speed
	}
	if s, ok := w.Pins.(Sleeper); ok {
		o.Sleep = s.Sleep
	}
	reader, err := rc522.Open(r.Name, port, pin, o)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return Wired{reader, port}, nil
}

// portOfRC522 opens the port of an RC522.
func portOfRC522(w *Muxes, h *Hubs, r setups.Reader) (spi.PortCloser, error) {
	switch {
	case r.Serial():
		return rc522.OnSerial(h.portAt(r.Port), r.Baud), nil
	case !r.OnI2C():
		return w.Port(r.Port)
	}
	bus, err := busFor(w.Pins, h, r.Port, fmt.Sprintf("0x%02X", r.At()))
	if err != nil {
		return nil, err
	}
	return rc522.OnI2C(bus, r.At()), nil
}

// A Sleeper is Pins whose chips have a clock of their own.
type Sleeper interface{ Sleep(time.Duration) }

// Wired is a reader together with its port.
type Wired struct {
	hw.Memory
	port spi.PortCloser
}

// Close closes both.
func (w Wired) Close() error { return errors.Join(w.Memory.Close(), w.port.Close()) }

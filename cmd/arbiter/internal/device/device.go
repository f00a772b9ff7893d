// Package device opens what a rig names: readers, panels, buttons, and the wires to them.
// What is missing or late is tried again and again.
package device

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/host/v3"

	"arbiter/hw"
	"arbiter/hw/rc522"
	"arbiter/setups"
)

// Pins are the ports and pins of a device by their names in a rig.
type Pins interface {
	Port(name string) (spi.PortCloser, error)
	Out(name string) (gpio.PinOut, error) // "" is a pin without a wire
	In(name string) (gpio.PinIn, error)
}

// Host is the device that the program runs on.
type Host struct {
	Patience time.Duration // as in hubs
}

// A Platform is wires that periph's drivers have found.
type Platform interface {
	Drivers() (*driverreg.State, error)
}

// Drivers are periph's, those that do not work here with the reason.
func (Host) Drivers() (*driverreg.State, error) { return host.Init() }

func (b Host) init() error {
	_, err := b.Drivers()
	return err
}

// Port opens an SPI port.
func (b Host) Port(name string) (spi.PortCloser, error) {
	if err := b.init(); err != nil {
		return nil, fmt.Errorf("this device: %w", err)
	}
	p, err := spireg.Open(name)
	if err != nil {
		return nil, fmt.Errorf("port %s: %w; is SPI switched on (dtparam=spi=on)?", name, err)
	}
	return p, nil
}

// Out finds a pin.
func (b Host) Out(name string) (gpio.PinOut, error) {
	if name == "" {
		return Unconnected{gpio.INVALID}, nil
	}
	return b.pin(name)
}

// In finds a pin.
func (b Host) In(name string) (gpio.PinIn, error) { return b.pin(name) }

func (b Host) pin(name string) (gpio.PinIO, error) {
	if err := b.init(); err != nil {
		return nil, fmt.Errorf("this device: %w", err)
	}
	if p := gpioreg.ByName(name); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("this device has no pin %s", name)
}

// Unconnected is a pin without a wire.
type Unconnected struct{ gpio.PinIO }

func (Unconnected) Out(gpio.Level) error { return nil }

// Buses returns the wired readers of a rig, neighbors together: those of a group,
// else those on the same SPI bus or hub. Neighbors share their air.
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
		open := func() (hw.Reader, error) {
			return OpenRC522(shared, r, rc522.Opts{Gain: r.Gain, Neighborhood: airs[bus]})
		}
		if r.Serial() {
			open = func() (hw.Reader, error) { return OpenSerial(lines, r, airs[bus]) }
		}
		byName[bus] = append(byName[bus], &RetryingReader{name: r.Name, logger: logger, open: open})
	}
	var all []hw.Bus
	for _, name := range order {
		all = append(all, byName[name])
	}
	return all
}

// Neighborhood names the readers whose fields must not be on at the same time.
func Neighborhood(r setups.Reader) string {
	if r.Group != "" {
		return "group " + r.Group
	}
	if r.Serial() {
		return r.Port
	}
	bus, _, _ := strings.Cut(r.Port, ".")
	return bus
}

func OpenRC522(w *Muxes, r setups.Reader, o rc522.Opts) (hw.Reader, error) {
	pin, err := w.Out(r.Reset)
	if err != nil {
		return nil, err
	}
	port, err := w.Port(r.Port)
	if err != nil {
		return nil, err
	}
	o.Speed = physic.Frequency(r.KHz) * physic.KiloHertz
	if _, _, behind := w.Rig.Mux(r.Port); behind {
		o.Speed = rc522.MaxSpeed // the mux has its own
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

// A Sleeper is wires to chips that have a time of their own.
type Sleeper interface{ Sleep(time.Duration) }

// Wired is a reader with the port that it was opened on.
type Wired struct {
	hw.Memory
	port spi.PortCloser
}

// Close closes both.
func (w Wired) Close() error { return errors.Join(w.Memory.Close(), w.port.Close()) }

// A RetryingReader is opened when it is scanned, and tried again until that works.
// So a rig with a missing board starts like any other.
type RetryingReader struct {
	name   string
	open   func() (hw.Reader, error)
	logger *slog.Logger

	mu     sync.Mutex // held during a scan, which may be given up
	reader hw.Reader
	asked  bool   // what its chip is
	told   string // the last trouble that was logged

	reach atomic.Pointer[hw.Memory] // of the opened reader, if it has one
}

// Name is the reader's name in the rig.
func (l *RetryingReader) Name() string { return l.name }

// Scan opens the reader if need be. One that cannot be opened does not answer.
func (l *RetryingReader) Scan(ctx context.Context) ([]hw.UID, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reader == nil {
		r, err := l.open()
		if err != nil {
			l.log(err)
			return nil, fmt.Errorf("%w: %w", hw.ErrNoReader, err)
		}
		l.reader = r
		if m, ok := r.(hw.Memory); ok {
			l.reach.Store(&m)
		}
	}
	uids, err := l.reader.Scan(ctx)
	if err == nil && !l.asked {
		l.asked = true
		l.warnOfCopy(ctx)
	}
	return uids, err
}

// warnOfCopy logs that the chip of a reader is another one than the driver is made
// for.
func (l *RetryingReader) warnOfCopy(ctx context.Context) {
	w, ok := l.reader.(Wired)
	if !ok {
		return
	}
	if c, ok := w.Memory.(Chipped); ok {
		if model, err := c.Chip(ctx); err == nil && IsCopy(model) {
			l.logger.Warn("the reader has a chip that is a copy of the MFRC522; these mostly work", "reader", l.name, "chip", model)
		}
	}
}

// IsCopy says whether a chip that says what it is is no MFRC522, but like one.
func IsCopy(model string) bool { return strings.HasPrefix(model, "clone") }

// Memory reaches into the cards on the reader; nil if it has not been opened yet,
// or cannot do that.
func (l *RetryingReader) Memory() hw.Memory {
	if m := l.reach.Load(); m != nil {
		return *m
	}
	return nil
}

// MemoryOf finds the memory of a reader by its name; nil if there is none.
func MemoryOf(buses []hw.Bus, reader string) hw.Memory {
	for _, bus := range buses {
		for _, r := range bus {
			if late, ok := r.(*RetryingReader); ok && late.name == reader {
				return late.Memory()
			}
		}
	}
	return nil
}

// log writes each trouble once.
func (l *RetryingReader) log(err error) {
	if l.told != err.Error() {
		l.told = err.Error()
		l.logger.Warn("reader cannot be opened; it is tried again", "reader", l.name, "err", err)
	}
}

// lastScan is how long Close waits for a scan that was given up.
const lastScan = time.Second

// Close closes the reader, unless it hangs in a scan.
func (l *RetryingReader) Close() error {
	for late := time.Now().Add(lastScan); !l.mu.TryLock(); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			return fmt.Errorf("reader %s does not come back", l.name)
		}
	}
	defer l.mu.Unlock()
	if l.reader == nil {
		return nil
	}
	return l.reader.Close()
}

// Chipped is a reader whose chip says what it is.
type Chipped interface {
	Chip(context.Context) (string, error)
}

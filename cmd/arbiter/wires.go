package main

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

// Wires are the ports and pins of a device by their names in a rig.
type wires interface {
	Port(name string) (spi.PortCloser, error)
	Out(name string) (gpio.PinOut, error) // "" is a pin without a wire
	In(name string) (gpio.PinIn, error)
}

// Board is the device that the program runs on.
type board struct {
	patience time.Duration // as in hubs
}

// A platform is wires that periph's drivers have found.
type platform interface {
	Drivers() (*driverreg.State, error)
}

// Drivers are periph's, those that do not work here with the reason.
func (board) Drivers() (*driverreg.State, error) { return host.Init() }

func (b board) init() error {
	_, err := b.Drivers()
	return err
}

// Port opens an SPI port.
func (b board) Port(name string) (spi.PortCloser, error) {
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
func (b board) Out(name string) (gpio.PinOut, error) {
	if name == "" {
		return loose{gpio.INVALID}, nil
	}
	return b.pin(name)
}

// In finds a pin.
func (b board) In(name string) (gpio.PinIn, error) { return b.pin(name) }

func (b board) pin(name string) (gpio.PinIO, error) {
	if err := b.init(); err != nil {
		return nil, fmt.Errorf("this device: %w", err)
	}
	if p := gpioreg.ByName(name); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("this device has no pin %s", name)
}

// loose is a pin without a wire.
type loose struct{ gpio.PinIO }

func (loose) Out(gpio.Level) error { return nil }

// buses returns the wired readers of a rig, neighbors together: those of a group,
// else those on the same SPI bus or hub. Neighbors share their air.
func buses(rig setups.Rig, w wires, logger *slog.Logger) []hw.Bus {
	var order []string
	byName := map[string]hw.Bus{}
	airs := map[string]*hw.Neighborhood{}
	shared, lines := &muxes{wires: w, rig: rig}, newHubs(w)
	for _, r := range rig.Readers {
		if r.Driver == "virtual" {
			continue
		}
		bus := neighborhood(r)
		if byName[bus] == nil {
			order = append(order, bus)
			airs[bus] = hw.NewNeighborhood()
		}
		open := func() (hw.Reader, error) { return openRC522(shared, r, rc522.Opts{Gain: r.Gain, Neighborhood: airs[bus]}) }
		if r.Serial() {
			open = func() (hw.Reader, error) { return openSerial(lines, r, airs[bus]) }
		}
		byName[bus] = append(byName[bus], &lateReader{name: r.Name, logger: logger, open: open})
	}
	var all []hw.Bus
	for _, name := range order {
		all = append(all, byName[name])
	}
	return all
}

// neighborhood names the readers whose fields must not be on at the same time.
func neighborhood(r setups.Reader) string {
	if r.Group != "" {
		return "group " + r.Group
	}
	if r.Serial() {
		return r.Port
	}
	bus, _, _ := strings.Cut(r.Port, ".")
	return bus
}

func openRC522(w *muxes, r setups.Reader, o rc522.Opts) (hw.Reader, error) {
	pin, err := w.Out(r.Reset)
	if err != nil {
		return nil, err
	}
	port, err := w.Port(r.Port)
	if err != nil {
		return nil, err
	}
	o.Speed = physic.Frequency(r.KHz) * physic.KiloHertz
	if _, _, behind := w.rig.Mux(r.Port); behind {
		o.Speed = rc522.MaxSpeed // the mux has its own
	}
	if s, ok := w.wires.(sleeper); ok {
		o.Sleep = s.Sleep
	}
	reader, err := rc522.Open(r.Name, port, pin, o)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return wired{reader, port}, nil
}

// A sleeper is wires to chips that have a time of their own.
type sleeper interface{ Sleep(time.Duration) }

// wired is a reader with the port that it was opened on.
type wired struct {
	hw.Memory
	port spi.PortCloser
}

// Close closes both.
func (w wired) Close() error { return errors.Join(w.Memory.Close(), w.port.Close()) }

// A lateReader is opened when it is scanned, and tried again until that works.
// So a rig with a missing board starts like any other.
type lateReader struct {
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
func (l *lateReader) Name() string { return l.name }

// Scan opens the reader if need be. One that cannot be opened does not answer.
func (l *lateReader) Scan(ctx context.Context) ([]hw.UID, error) {
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
func (l *lateReader) warnOfCopy(ctx context.Context) {
	w, ok := l.reader.(wired)
	if !ok {
		return
	}
	if c, ok := w.Memory.(chipped); ok {
		if model, err := c.Chip(ctx); err == nil && isCopy(model) {
			l.logger.Warn("the reader has a chip that is a copy of the MFRC522; these mostly work", "reader", l.name, "chip", model)
		}
	}
}

// isCopy says whether a chip that says what it is is no MFRC522, but like one.
func isCopy(model string) bool { return strings.HasPrefix(model, "clone") }

// memory reaches into the cards on the reader; nil if it has not been opened yet,
// or cannot do that.
func (l *lateReader) memory() hw.Memory {
	if m := l.reach.Load(); m != nil {
		return *m
	}
	return nil
}

// memoryOf finds the memory of a reader by its name; nil if there is none.
func memoryOf(buses []hw.Bus, reader string) hw.Memory {
	for _, bus := range buses {
		for _, r := range bus {
			if late, ok := r.(*lateReader); ok && late.name == reader {
				return late.memory()
			}
		}
	}
	return nil
}

// log writes each trouble once.
func (l *lateReader) log(err error) {
	if l.told != err.Error() {
		l.told = err.Error()
		l.logger.Warn("reader cannot be opened; it is tried again", "reader", l.name, "err", err)
	}
}

// lastScan is how long Close waits for a scan that was given up.
const lastScan = time.Second

// Close closes the reader, unless it hangs in a scan.
func (l *lateReader) Close() error {
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

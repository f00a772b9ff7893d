package device

import (
	"errors"
	"fmt"
	"image"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"

	"arbiter/display"
	"arbiter/display/ink"
	"arbiter/display/inky"
	"arbiter/display/sh1106"
	"arbiter/display/ssd1306"
	"arbiter/display/ssd168x"
	"arbiter/display/uc8179"
	"arbiter/display/waveshare"
	"arbiter/engine"
	"arbiter/setups"
)

// WiredPanels open wired panels, by their drivers in a rig.
var WiredPanels = map[string]func(Pins, setups.Panel) (display.Panel, error){
	"waveshare2in13v2": openWaveshare,
	"ssd168x":          openSSD168x,
	"uc8179":           openUC8179,
	"ssd1306":          OpenOLED,
	"sh1106":           OpenOLED,
}

// oledTiming is the pace of an OLED: it does not flash, and goes dark when the game has stood
// still, so that nothing burns in.
var oledTiming = display.Pace{
	Interval: 200 * time.Millisecond, Deadline: 5 * time.Second, Retry: 5 * time.Second,
	Idle: 30 * time.Minute, FullEach: 365 * 24 * time.Hour, Partials: 1000,
}

// paceOf returns the pace for a wired panel.
func paceOf(p setups.Panel) display.Pace {
	switch {
	case p.OLED():
		return oledTiming
	case p.Red():
		return display.Red()
	case p.Calm:
		return display.Calm()
	}
	return display.EInk()
}

// openInk opens the port and pins of an e-ink panel.
func openInk(w Pins, p setups.Panel) (spi.PortCloser, ink.Pins, error) {
	if board, ok := Inky(w); ok && (board.Model == "" || p.Busy != setups.InkyBusy) { // before any pin is driven
		return nil, ink.Pins{}, &InkyError{board}
	}
	dc, errDC := w.Out(p.DC)
	cs, errCS := w.Out(p.CS)
	reset, errReset := w.Out(p.Reset)
	busy, errBusy := w.In(p.Busy)
	pins := ink.Pins{DC: dc, CS: cs, Reset: reset, Busy: busy}
	var errPower error
	if p.Power != "" {
		pins.Power, errPower = w.Out(p.Power)
	}
	if err := errors.Join(errDC, errCS, errReset, errBusy, errPower); err != nil {
		return nil, ink.Pins{}, err
	}
	port, err := w.Port(p.Port)
	return port, pins, err
}

// An InkyError says that the rig has other pins than the HAT of the Inky family that is plugged in,
// or that there is no driver for the HAT's controller.
type InkyError struct{ Board inky.Board }

func (e *InkyError) Error() string { return e.Text().String() }

// Text says so to people, and what to do.
func (e *InkyError) Text() engine.Text {
	if e.Board.Model == "" {
		return engine.Say("an %s is plugged in, which Arbiter cannot drive: use another panel, or the picture in browsers", engine.Term(e.Board.Name))
	}
	return engine.Say("an %s is plugged in, whose pins are not those of the rig: choose it on the page /rig", engine.Term(e.Board.Name))
}

// Inky returns the HAT of the Inky family that is plugged in; false if there is none.
func Inky(w Pins) (inky.Board, bool) {
	bus, err := busOf(w, "I2C1")
	if err != nil {
		return inky.Board{}, false
	}
	defer bus.Close()
	return inky.Read(bus)
}

func openWaveshare(w Pins, p setups.Panel) (display.Panel, error) {
	port, pins, err := openInk(w, p)
	if err != nil {
		return nil, err
	}
	panel, err := waveshare.New(port, waveshare.Pins{DC: pins.DC, CS: pins.CS, Reset: pins.Reset, Busy: pins.Busy})
	return withPort(panel, port, err)
}

func openSSD168x(w Pins, p setups.Panel) (display.Panel, error) {
	model, err := ssd168x.Find(p.Model)
	if err != nil {
		return nil, err
	}
	port, pins, err := openInk(w, p)
	if err != nil {
		return nil, err
	}
	panel, err := ssd168x.New(port, pins, ssd168x.Opts{Model: model, Turned: p.Turned})
	return withPort(panel, port, err)
}

func openUC8179(w Pins, p setups.Panel) (display.Panel, error) {
	model, err := uc8179.Find(p.Model)
	if err != nil {
		return nil, err
	}
	port, pins, err := openInk(w, p)
	if err != nil {
		return nil, err
	}
	panel, err := uc8179.New(port, pins, uc8179.Opts{Model: model, Turned: p.Turned})
	return withPort(panel, port, err)
}

// withPort returns a panel that closes its port when it is closed. If the panel could not be
// opened, the port is closed at once.
func withPort(p display.Panel, port interface{ Close() error }, err error) (display.Panel, error) {
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return wiredPanel{p, port}, nil
}

// An I2CBuses is Pins with I2C.
type I2CBuses interface {
	Bus(name string) (i2c.BusCloser, error)
}

// OpenOLED opens an OLED on its I2C bus.
func OpenOLED(w Pins, p setups.Panel) (display.Panel, error) {
	bus, err := busOf(w, p.Port)
	if err != nil {
		return nil, err
	}
	if p.Driver == "sh1106" {
		return withPort(sh1106.New(bus, sh1106.Opts{Turned: p.Turned, Address: p.At()}), bus, nil)
	}
	x, y := p.Pixels()
	panel, err := ssd1306.New(bus, ssd1306.Opts{Size: image.Pt(x, y), Turned: p.Turned, Address: p.At()})
	return withPort(panel, bus, err)
}

// busOf opens an I2C bus of a device that has any.
func busOf(w Pins, name string) (i2c.BusCloser, error) {
	if m, ok := w.(*Muxes); ok {
		w = m.Pins // muxes are for SPI only
	}
	with, ok := w.(I2CBuses)
	if !ok {
		return nil, fmt.Errorf("this device has no bus %s", name)
	}
	return with.Bus(name)
}

// Bus opens an I2C bus.
func (b Host) Bus(name string) (i2c.BusCloser, error) {
	if err := b.init(); err != nil {
		return nil, fmt.Errorf("this device: %w", err)
	}
	bus, err := openI2C(name)
	if err != nil {
		return nil, &PortError{"bus " + name, err}
	}
	return bus, nil
}

// openI2C opens a bus that periph has found, or that has appeared since.
func openI2C(name string) (i2c.BusCloser, error) {
	bus, err := i2creg.Open(name)
	if err == nil {
		return bus, nil
	}
	lookAgain()
	var number int
	if _, scan := fmt.Sscanf(name, "I2C%d", &number); scan != nil {
		return nil, withErrno(err)
	}
	bus, err = sysfs.NewI2C(number)
	if err != nil {
		return nil, withErrno(err)
	}
	return bus, nil
}

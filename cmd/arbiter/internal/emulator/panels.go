package emulator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/display"
	ink "arbiter/display/emu"
	pngpanel "arbiter/display/png"
	"arbiter/setups"
)

// An inkPanel is what emulated e-ink controllers have in common.
type inkPanel interface {
	DC() gpio.PinOut
	CS() gpio.PinOut
	Reset() gpio.PinOut
	Busy() gpio.PinIn
	StickBusy(on bool)
	Glass() *display.Bitmap
}

// An oled is an emulated controller of an OLED.
type oled interface {
	i2c.Bus
	SetAddress(uint16)
	Glass() *display.Bitmap
	Unplug(on bool)
}

var _ device.I2CBuses = (*Emulator)(nil)

// mostAtOnce is how much spidev takes in one transaction.
const mostAtOnce = 4096

// addPanel connects an emulated controller to the wires of a panel. A panel without one is drawn in
// the browser.
func (t *Emulator) addPanel(p *setups.Panel) {
	model := slices.IndexFunc(ink.Models(), func(m ink.Model) bool { return m.Name == p.Model })
	switch {
	case p.Driver == "web" || p.Driver == "png":
	case p.Driver == "waveshare2in13v2":
		c := ink.New(t.ink)
		t.addInk(*p, c, c.Port)
	case p.Driver == "ssd168x" && model >= 0:
		c := ink.NewSSD168x(ink.Models()[model], t.ink)
		t.addInk(*p, c, func() spi.Port { return c.Port(mostAtOnce) })
	case p.Driver == "uc8179":
		c := ink.NewUC8179Of(cmp.Or(p.Model, "7.5v2"), t.ink)
		t.addInk(*p, c, func() spi.Port { return c.Port(mostAtOnce) })
	case p.OLED():
		_, height := p.Pixels()
		c, name := oled(ink.NewSSD1306(height)), p.Name
		if p.Driver == "sh1106" {
			c = ink.NewSH1106()
		}
		c.SetAddress(p.At())
		t.OLEDs[p.Name], t.chips[p.Port] = c, append(t.chips[p.Port], panelBus{c, p.At(), func() { t.diary.begin(name) }})
	default:
		*p = setups.Panel{Name: p.Name, Driver: "web", Size: p.Size}
	}
}

func (t *Emulator) addInk(p setups.Panel, c inkPanel, open func() spi.Port) {
	t.Panels[p.Name], t.PanelPorts[p.Port] = c, func() spi.Port { return watchedPort{open(), func() { t.diary.begin(p.Name) }} }
	t.outs[p.DC], t.outs[p.Reset], t.Ins[p.Busy] = c.DC(), c.Reset(), c.Busy()
	if p.CS != "" {
		t.outs[p.CS] = c.CS()
	}
	if gated, ok := c.(interface{ Power() gpio.PinOut }); ok && p.Power != "" {
		t.outs[p.Power] = gated.Power()
	}
}

// takePicture writes a picture of a panel. The file appears complete.
func takePicture(ctx context.Context, o *Console, args []string) error {
	if len(args) != 2 {
		return errors.New("name one panel and a file")
	}
	var seen *display.Bitmap
	if c := o.Top.Panels[args[0]]; c != nil {
		seen = c.Glass()
	} else if c := o.Top.OLEDs[args[0]]; c != nil {
		seen = c.Glass()
	} else {
		return fmt.Errorf("there is no emulated panel %q; there is %s", args[0], strings.Join(slices.Sorted(maps.Keys(o.Top.Panels)), ", "))
	}
	return pngpanel.New(seen.Bounds().Max, args[1]).Show(ctx, seen, display.Full)
}

// PanelFaults returns what can go wrong with a panel.
func (t *Emulator) PanelFaults(name string) []Fault {
	if c := t.Panels[name]; c != nil {
		return []Fault{{"stuck-busy", "BUSY tells of work for ever", 0, "", func(float64) { c.StickBusy(true) }, func() { c.StickBusy(false) }}}
	}
	if c := t.OLEDs[name]; c != nil {
		return []Fault{{"unplugged", "its wires are pulled", 0, "", func(float64) { c.Unplug(true) }, func() { c.Unplug(false) }}}
	}
	return nil
}

// panelPort is a panel's port, which may be opened several times.
type panelPort struct{ spi.Port }

// Close does nothing: the panel stays.
func (panelPort) Close() error { return nil }

// LimitSpeed accepts any speed.
func (panelPort) LimitSpeed(physic.Frequency) error { return nil }

// Bus opens an I2C bus.
func (t *Emulator) Bus(name string) (i2c.BusCloser, error) {
	if chips := t.chips[name]; chips != nil {
		return sharedBus{name, chips}, nil
	}
	return nil, fmt.Errorf("bus %s: %w", name, os.ErrNotExist)
}

// A sharedBus is an I2C bus whose chips each answer at their own address. It may be opened several
// times.
type sharedBus struct {
	name  string
	chips []i2c.Bus
}

// String returns the name of the bus.
func (b sharedBus) String() string { return b.name }

// SetSpeed sets the speed of all chips.
func (b sharedBus) SetSpeed(f physic.Frequency) (err error) {
	for _, c := range b.chips {
		err = errors.Join(err, c.SetSpeed(f))
	}
	return err
}

// Tx is answered by the first chip that has the address.
func (b sharedBus) Tx(address uint16, w, r []byte) (err error) {
	for _, c := range b.chips {
		if err = c.Tx(address, w, r); err == nil {
			return nil
		}
	}
	return err
}

// Close does nothing: the chips stay.
func (sharedBus) Close() error { return nil }

// panelBus tells when something is sent to a panel.
type panelBus struct {
	oled
	at    uint16
	begun func()
}

// Tx sends to the panel.
func (b panelBus) Tx(address uint16, w, r []byte) error {
	if address == b.at {
		b.begun()
	}
	return b.oled.Tx(address, w, r)
}

// A watchedPort calls begun before each transfer.
type watchedPort struct {
	spi.Port
	begun func()
}

func (p watchedPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.Port.Connect(f, mode, bits)
	return watchedConn{c, p.begun}, err
}

type watchedConn struct {
	spi.Conn
	begun func()
}

func (c watchedConn) Tx(w, r []byte) error {
	c.begun()
	return c.Conn.Tx(w, r)
}

// MaxTxSize returns how much the port takes at once; 0 if unknown.
func (c watchedConn) MaxTxSize() int {
	if l, ok := c.Conn.(conn.Limits); ok {
		return l.MaxTxSize()
	}
	return 0
}

package main

import (
	"fmt"
	"os"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"

	"arbiter/display"
	ink "arbiter/display/emu"
	"arbiter/setups"
)

// An inkChip is an emulated controller of e-ink.
type inkChip interface {
	DC() gpio.PinOut
	CS() gpio.PinOut
	Reset() gpio.PinOut
	Busy() gpio.PinIn
	Glass() *display.Bitmap
	StickBusy(on bool)
	Faults() []string
}

// addPanel puts a controller behind the wires of a panel. One that cannot be
// emulated is drawn in the browser.
func (t *tabletop) addPanel(p *setups.Panel) {
	switch p.Driver {
	case "web", "png":
	case "waveshare2in13v2":
		c := ink.New(ink.Opts{})
		t.glasses[p.Port] = c.Port()
		t.addInk(*p, c)
	case "ssd168x":
		for _, m := range ink.Models() {
			if m.Name == p.Model {
				c := ink.NewSSD168x(m, ink.Opts{})
				t.glasses[p.Port] = c.Port(linuxBulk)
				t.addInk(*p, c)
			}
		}
	case "ssd1306":
		_, height := p.Pixels()
		t.oleds[p.Port] = ink.NewSSD1306(height)
	default:
		*p = setups.Panel{Name: p.Name, Driver: "web", Size: p.Size}
	}
}

// linuxBulk is how many bytes Linux sends at once on SPI if nobody changes it.
const linuxBulk = 4096

// addInk connects the pins of a controller.
func (t *tabletop) addInk(p setups.Panel, c inkChip) {
	t.panels[p.Name] = c
	t.outs[p.DC], t.outs[p.Reset], t.ins[p.Busy] = c.DC(), c.Reset(), c.Busy()
	if p.CS != "" {
		t.outs[p.CS] = c.CS()
	}
}

// Bus opens the bus of an OLED.
func (t *tabletop) Bus(name string) (i2c.BusCloser, error) {
	if c := t.oleds[name]; c != nil {
		return emulatedBus{c}, nil
	}
	return nil, fmt.Errorf("bus %s: %w", name, os.ErrNotExist)
}

// emulatedBus is a bus that may be opened often.
type emulatedBus struct{ i2c.Bus }

// Close does nothing: the panel stays.
func (emulatedBus) Close() error { return nil }

package emu

import (
	"errors"
	"fmt"
	"image"
	"sync"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"

	"arbiter/display"
)

// wider is how many columns the RAM of an SH1106 has; the middle ones are on the glass, as in
// luma.oled (4f73ee3, device/sh1106).
const wider = 132

// An SH1106 is the emulated controller of an OLED of 1.3". It is an i2c.Bus with nothing else on
// it. It knows the commands of its data sheet; a command that only an SSD1306 has is a fault. Its
// methods may be called at any time.
type SH1106 struct {
	mu      sync.Mutex
	ram     [pages][wider]byte // the lowest bit is the top row
	faults  []string
	away    bool
	address uint16

	on, pump, all, invert bool
	mirror                [2]bool // columns, rows
	rows, start           int
	x, page               int
}

var _ i2c.Bus = (*SH1106)(nil)

// NewSH1106 returns a controller that has just been powered up: the RAM holds noise.
func NewSH1106() *SH1106 {
	c := &SH1106{address: oledAddress}
	c.power()
	return c
}

// SetAddress does what the resistor on the board does: 0x3C or 0x3D.
func (c *SH1106) SetAddress(address uint16) { c.do(func() { c.address = address }) }

// Blackout interrupts the power for a moment.
func (c *SH1106) Blackout() { c.do(c.power) }

// Unplug takes the module off the bus, or reconnects it.
func (c *SH1106) Unplug(on bool) { c.do(func() { c.away = on }) }

func (c *SH1106) do(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
}

func (c *SH1106) power() {
	c.on, c.pump, c.all, c.invert, c.mirror, c.rows, c.start, c.x, c.page = false, true, false, false, [2]bool{}, 64, 0, 0, 0
	for p := range pages {
		for x := range wider {
			c.ram[p][x] = byte(p*29 + x*5)
		}
	}
}

// Glass returns what people see of a module mounted the way its makers intended: lit pixels are
// black. It is empty while the display is off.
func (c *SH1106) Glass() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := display.NewBitmap(image.Pt(columns, 64))
	if !c.on || !c.pump {
		return b
	}
	for y := range c.rows {
		for x := range columns {
			row := (y + c.start) % 64
			lit := c.all || c.ram[row/8][x+(wider-columns)/2]>>(row%8)&1 == 1
			b.Set(mirrored(x, columns, c.mirror[0]), mirrored(y, 64, c.mirror[1]), lit != c.invert)
		}
	}
	return b
}

// Faults lists what was sent in violation of the data sheet.
func (c *SH1106) Faults() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.faults...)
}

func (c *SH1106) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *SH1106) String() string { return "emulated OLED" }

// SetSpeed does nothing.
func (c *SH1106) SetSpeed(physic.Frequency) error { return nil }

// Tx handles a transaction: commands after 0x00, data after 0x40. Data beyond the last column of a page
// is lost.
func (c *SH1106) Tx(address uint16, w, r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.away || address != c.address {
		return errors.New("emu: no answer on the bus")
	}
	switch {
	case len(r) > 0 || len(w) == 0:
		c.fault("the controller is read")
	case w[0] == 0x00:
		for rest := w[1:]; len(rest) > 0; {
			rest = rest[c.command(rest):]
		}
	case w[0] == 0x40:
		for _, b := range w[1:] {
			if c.x < wider {
				c.ram[c.page][c.x] = b
				c.x++
			}
		}
	default:
		c.fault("control byte %02X", w[0])
	}
	return nil
}

// command runs the first command of w and returns how many bytes it took.
func (c *SH1106) command(w []byte) int {
	switch b := w[0]; {
	case b < 0x10:
		c.x = c.x&0xF0 | int(b)
	case b < 0x20:
		c.x = c.x&0x0F | int(b&0x0F)<<4
	case b&0xFC == 0x30: // the voltage of the pump
	case b&0xC0 == 0x40:
		c.start = int(b & 0x3F)
	case b&0xFE == 0xA0:
		c.mirror[0] = b&1 == 1
	case b&0xFE == 0xA4:
		c.all = b&1 == 1
	case b&0xFE == 0xA6:
		c.invert = b&1 == 1
	case b&0xFE == 0xAE:
		c.on = b&1 == 1
	case b&0xF8 == 0xB0:
		c.page = int(b & 7)
	case b&0xF0 == 0xC0:
		c.mirror[1] = b&8 != 0
	case b == 0xE3:
	case b == 0x81, b == 0xA8, b == 0xAD, b == 0xD3, b == 0xD5, b == 0xD9, b == 0xDA, b == 0xDB:
		return c.two(w)
	default:
		c.fault("unknown command %02X", b)
	}
	return 1
}

// two runs a command of two bytes.
func (c *SH1106) two(w []byte) int {
	if len(w) < 2 {
		c.fault("command %02X has got 0 of 1 bytes", w[0])
		return 1
	}
	switch w[0] {
	case 0xA8:
		c.rows = int(w[1]&0x3F) + 1
	case 0xAD:
		if c.on {
			c.fault("the pump is switched while the display is on")
		}
		c.pump = w[1] == 0x8B
	}
	return 2
}

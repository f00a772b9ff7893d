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

const (
	columns, pages = 128, 8 // of the RAM; a page is eight rows
	oledAddress    = 0x3C
)

// An SSD1306 is the emulated controller of a small OLED. It is an i2c.Bus with
// nothing else on it. Its methods may be called at any time.
type SSD1306 struct {
	height int

	mu      sync.Mutex
	ram     [pages][columns]byte // the lowest bit is the top row
	faults  []string
	away    bool
	on      bool
	address uint16
	pump    bool
	invert  bool
	mirror  [2]bool // columns, rows
	layout  byte    // how the rows of the glass are wired
	rows    int
	mode    byte // of addressing
	x0, x1  int
	p0, p1  int
	x, page int
}

var _ i2c.Bus = (*SSD1306)(nil)

// NewSSD1306 returns a controller that has just been powered up, on glass with 64 or 32 rows: the
// RAM holds noise.
func NewSSD1306(height int) *SSD1306 {
	c := &SSD1306{height: height, address: oledAddress}
	c.power()
	return c
}

// SetAddress does what the resistor on the board does: 0x3C or 0x3D.
func (c *SSD1306) SetAddress(address uint16) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.address = address
}

// power sets the controller to its state after power-up.
func (c *SSD1306) power() {
	c.on, c.pump, c.invert, c.mirror, c.layout, c.rows = false, false, false, [2]bool{}, 0x12, 64
	c.mode, c.x0, c.x1, c.p0, c.p1, c.x, c.page = 2, 0, columns-1, 0, pages-1, 0, 0
	for p := range pages {
		for x := range columns {
			c.ram[p][x] = byte(p*31 + x*7)
		}
	}
}

// Blackout interrupts the power for a moment.
func (c *SSD1306) Blackout() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.power()
}

// Unplug takes the module off the bus, or reconnects it.
func (c *SSD1306) Unplug(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.away = on
}

// Glass returns what people see of a module mounted the way its makers intended: lit pixels are
// black. It is empty while the display is off.
func (c *SSD1306) Glass() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := display.NewBitmap(image.Pt(columns, c.height))
	if !c.on || !c.pump || c.rows != c.height || c.layout&0x10 == 0 != (c.height == 32) {
		return b
	}
	for y := range c.height {
		for x := range columns {
			lit := c.ram[y/8][x]>>(y%8)&1 == 1
			b.Set(mirrored(x, columns, c.mirror[0]), mirrored(y, c.height, c.mirror[1]), lit != c.invert)
		}
	}
	return b
}

// mirrored mirrors n unless the controller does so: modules are wired so that the picture is
// upright if both directions are reversed.
func mirrored(n, of int, reversed bool) int {
	if reversed {
		return n
	}
	return of - 1 - n
}

// Faults lists what was sent in violation of the data sheet.
func (c *SSD1306) Faults() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.faults...)
}

func (c *SSD1306) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *SSD1306) String() string { return "emulated OLED" }

// SetSpeed does nothing.
func (c *SSD1306) SetSpeed(physic.Frequency) error { return nil }

// Tx handles a transaction: commands after 0x00, data after 0x40.
func (c *SSD1306) Tx(address uint16, w, r []byte) error {
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
			c.store(b)
		}
	default:
		c.fault("control byte %02X", w[0])
	}
	return nil
}

// store writes eight pixels and advances within the window, as the addressing mode says.
func (c *SSD1306) store(b byte) {
	c.ram[c.page][c.x] = b
	if c.mode != 1 && step(&c.x, true, c.x0, c.x1) && c.mode == 0 {
		step(&c.page, true, c.p0, c.p1)
	}
	if c.mode == 1 && step(&c.page, true, c.p0, c.p1) {
		step(&c.x, true, c.x0, c.x1)
	}
}

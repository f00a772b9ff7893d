// Package sh1106 is a panel: OLEDs of 1.3" with 128 x 64 pixels and an SH1106 on I2C. Black pixels of a
// picture are lit.
//
// The controller knows no windows, as an SSD1306 does: each page of eight rows is addressed by itself
// (data sheet V2.3, commands B0h to B7h), in a memory that is four columns wider than the glass.
package sh1106

import (
	"context"
	"fmt"
	"image"

	"periph.io/x/conn/v3/i2c"

	"arbiter/display"
)

// Size is the size of the pictures.
var Size = image.Pt(128, 64)

const (
	usualAddress = 0x3C
	pages        = 8

	asCommands, asData = 0x00, 0x40 // the control byte
	page               = 0xB0
	lowColumn          = 0x00
	highColumn         = 0x10
	lights, dark       = 0xAF, 0xAE
)

// first is the column of the memory at the left edge of the glass, whichever way it is read: 2 of 132.
// To be confirmed on the panels: some glass of this kind begins at 0.
const first = 2

// upright and turned are the directions of columns and rows. To be confirmed on the panels.
var upright, turned = [2]byte{0xA1, 0xC8}, [2]byte{0xA0, 0xC0}

// setup is sent before each full update, with the display dark: the clock, 64 rows from the first one
// on, the converter that makes the voltage (ADh 8Bh; some programs send the SSD1306's 8Dh 14h, which
// the data sheet does not know), how the rows are wired, contrast, times and levels (the values of u8g2,
// "SH1106 winstar"); every pixel follows the memory, 1 is lit.
var setup = []byte{dark, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0xAD, 0x8B, 0xDA, 0x12, 0x81, 0xC8, 0xD9, 0x22, 0xDB, 0x35, 0xA4, 0xA6}

// Opts says how the module is mounted.
type Opts struct {
	Turned  bool   // upside down
	Address uint16 // on its bus; 0: 0x3C
}

// A Panel is a display.Panel. Its calls wait only for the bus.
type Panel struct {
	dev   i2c.Dev
	opts  Opts
	shown *display.Bitmap // nil if unknown
	lit   bool            // the display is on
}

// New sets up a panel and sends nothing yet.
func New(bus i2c.Bus, o Opts) *Panel {
	if o.Address == 0 {
		o.Address = usualAddress
	}
	return &Panel{dev: i2c.Dev{Bus: bus, Addr: o.Address}, opts: o}
}

// Bounds returns the size of the pictures.
func (p *Panel) Bounds() image.Rectangle { return image.Rectangle{Max: Size} }

// Show shows a picture. A partial update sends the pages that have changed; a full one also sets up
// the controller again, so that one that has lost power recovers.
func (p *Panel) Show(ctx context.Context, b *display.Bitmap, mode display.Mode) error {
	if got, want := b.Bounds(), p.Bounds(); got != want {
		return fmt.Errorf("picture of %v for a panel of %v", got.Max, want.Max)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("sh1106: %w", err)
	}
	if err := p.show(b, mode == display.Full || !p.lit || p.shown == nil); err != nil {
		p.shown, p.lit = nil, false // nobody knows what is on the glass
		return fmt.Errorf("sh1106: %w", err)
	}
	p.shown, p.lit = p.shown.Copy(b), true
	return nil
}

func (p *Panel) show(b *display.Bitmap, whole bool) error {
	if whole {
		ways := upright
		if p.opts.Turned {
			ways = turned
		}
		if err := p.send(asCommands, append(setup[:len(setup):len(setup)], ways[:]...)...); err != nil {
			return err
		}
	}
	for n := range pages {
		row := rowOf(b, n)
		if !whole && string(row) == string(rowOf(p.shown, n)) {
			continue
		}
		if err := p.send(asCommands, page+byte(n), lowColumn|first&0x0F, highColumn|first>>4); err != nil {
			return err
		}
		if err := p.send(asData, row...); err != nil {
			return err
		}
	}
	if whole {
		return p.send(asCommands, lights)
	}
	return nil
}

// rowOf returns eight rows of a picture: a byte for each column, the lowest bit at the top.
func rowOf(b *display.Bitmap, n int) []byte {
	row := make([]byte, Size.X)
	for x := range row {
		for y := range 8 {
			if b.Black(x, 8*n+y) {
				row[x] |= 1 << y
			}
		}
	}
	return row
}

func (p *Panel) send(kind byte, data ...byte) error {
	return p.dev.Tx(append([]byte{kind}, data...), nil)
}

// Sleep switches the display off, because a picture that stays for hours burns in.
func (p *Panel) Sleep(context.Context) error {
	if !p.lit {
		return nil
	}
	p.lit = false
	if err := p.send(asCommands, dark); err != nil {
		p.shown = nil
		return fmt.Errorf("sh1106: %w", err)
	}
	return nil
}

// Close sends nothing: the bus belongs to whoever opened it.
func (p *Panel) Close() error { return nil }

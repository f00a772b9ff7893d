// Package ssd1306 is a panel: small OLEDs with 128 x 64 or 128 x 32 pixels, on I2C at the address
// 0x3C, through periph's driver ssd1306. Black pixels of a picture are lit.
//
// It opens no hardware, and it is not for modules on SPI.
package ssd1306

import (
	"context"
	"fmt"
	"image"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbiter/display"
)

// Opts says which module it is and how it is mounted.
type Opts struct {
	Size   image.Point // 128x64 or 128x32
	Turned bool        // upside down
	// Address is the module's address on its bus; 0: the usual one, 0x3C.
	Address uint16
}

// at is a bus for a module at an address other than 0x3C, the only one that periph's driver uses.
type at struct {
	i2c.Bus
	address uint16
}

// Tx sends to the module.
func (a at) Tx(_ uint16, w, r []byte) error { return a.Bus.Tx(a.address, w, r) }

// A Panel is a display.Panel. Its calls wait only for the bus.
type Panel struct {
	bus  i2c.Bus
	opts ssd1306.Opts

	dev   *ssd1306.Dev // nil before the first picture, after Sleep and after an error
	frame *image1bit.VerticalLSB
}

// New sets up a panel and sends nothing yet.
func New(bus i2c.Bus, o Opts) (*Panel, error) {
	if o.Size != image.Pt(128, 64) && o.Size != image.Pt(128, 32) {
		return nil, fmt.Errorf("ssd1306: no module has %v pixels; there are 128x64 and 128x32", o.Size)
	}
	if o.Address != 0 {
		bus = at{bus, o.Address}
	}
	p := &Panel{bus: bus, frame: image1bit.NewVerticalLSB(image.Rectangle{Max: o.Size})}
	p.opts = ssd1306.Opts{W: o.Size.X, H: o.Size.Y, MirrorVertical: o.Turned, MirrorHorizontal: o.Turned}
	p.opts.Sequential = o.Size.Y == 32 // how the rows of the smaller glass are wired
	return p, nil
}

// Bounds returns the size of the pictures.
func (p *Panel) Bounds() image.Rectangle { return p.frame.Rect }

// Show shows a picture. A partial update sends what has changed; a full one also sets up the
// controller again, so that one that has lost power recovers.
func (p *Panel) Show(ctx context.Context, b *display.Bitmap, mode display.Mode) error {
	if got, want := b.Bounds(), p.Bounds(); got != want {
		return fmt.Errorf("picture of %v for a panel of %v", got.Max, want.Max)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("ssd1306: %w", err)
	}
	if p.dev == nil || mode == display.Full {
		dev, err := ssd1306.NewI2C(p.bus, &p.opts)
		if err != nil {
			p.dev = nil
			return fmt.Errorf("ssd1306: %w", err)
		}
		p.dev = dev
	}
	p.light(b)
	if err := p.dev.Draw(p.frame.Rect, p.frame, image.Point{}); err != nil {
		p.dev = nil // it may be wrong about what is on the glass
		return fmt.Errorf("ssd1306: %w", err)
	}
	return nil
}

// light converts a picture to the order of the controller.
func (p *Panel) light(b *display.Bitmap) {
	for y := range p.frame.Rect.Max.Y {
		for x := range p.frame.Rect.Max.X {
			p.frame.SetBit(x, y, image1bit.Bit(b.Black(x, y)))
		}
	}
}

// Sleep switches the display off, because a picture that stays for hours burns in.
func (p *Panel) Sleep(context.Context) error {
	if p.dev == nil {
		return nil
	}
	dev := p.dev
	p.dev = nil
	if err := dev.Halt(); err != nil {
		return fmt.Errorf("ssd1306: %w", err)
	}
	return nil
}

// Close sends nothing: the bus belongs to whoever opened it.
func (p *Panel) Close() error { return nil }

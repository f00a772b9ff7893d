// Package waveshare is a panel: Waveshare's 2.13" black and white e-ink HAT, version 2 (250 x 122
// pixels in landscape), through periph's driver waveshare2in13v2.
//
// It opens no hardware, and it is not for versions 1, 3 and 4 of the panel, which have other
// controllers.
package waveshare

import (
	"context"
	"fmt"
	"image"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/waveshare2in13v2"

	"arbiter/display"
)

// mounting says where on the panel, which its makers hold upright, the upper left corner of the
// picture is. To be confirmed on the panel; the other orientation is BottomLeft.
const mounting = waveshare2in13v2.TopRight

// Pins are the wires beside the bus. CS is driven in addition to the chip select of the bus; if
// that is enough, CS is a pin without a wire.
type Pins struct {
	DC, CS, Reset gpio.PinOut
	Busy          gpio.PinIn
}

// A Panel is a display.Panel. Each call returns soon after its context ends,
// even if BUSY hangs.
type Panel struct {
	dev   *waveshare2in13v2.Dev
	guard *guard
	turn  chan struct{} // one call at a time

	awake bool            // set up, and nothing has failed since
	mode  display.Mode    // mode the controller is set to
	shown *display.Bitmap // what is on the panel, if awake
}

// New sets up a panel and sends nothing yet.
func New(port spi.Port, pins Pins) (*Panel, error) {
	g := &guard{ctx: context.Background()}
	opts := waveshare2in13v2.EPD2in13v2
	opts.Origin = mounting
	dev, err := waveshare2in13v2.New(guardedPort{port, g}, pins.DC, pins.CS, pins.Reset, guardedPin{pins.Busy, g}, &opts)
	if err != nil {
		return nil, fmt.Errorf("waveshare2in13v2: %w", err)
	}
	return &Panel{dev: dev, guard: g, turn: make(chan struct{}, 1)}, nil
}

// Bounds returns 250 x 122.
func (p *Panel) Bounds() image.Rectangle { return p.dev.Bounds() }

// Show shows a picture. A partial update sends only the rectangle that has changed. After Sleep and
// after an error, the panel is set up again and the update is a full one.
func (p *Panel) Show(ctx context.Context, b *display.Bitmap, mode display.Mode) error {
	if got, want := b.Bounds(), p.Bounds(); got != want {
		return fmt.Errorf("picture of %v for a panel of %v", got.Max, want.Max)
	}
	return p.call(ctx, func() error { return p.show(b, mode) })
}

// call lets f use the driver until ctx ends. Calls wait for each other.
func (p *Panel) call(ctx context.Context, f func() error) error {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return fmt.Errorf("waveshare2in13v2: another call goes on: %w", ctx.Err())
	}
	p.guard.begin(ctx)
	err := f()
	if e := p.guard.failure(); e != nil {
		err = e
	}
	if err != nil {
		p.awake = false
		return fmt.Errorf("waveshare2in13v2: %w", err)
	}
	return nil
}

func (p *Panel) show(b *display.Bitmap, mode display.Mode) error {
	if !p.awake {
		if err := p.wake(); err != nil {
			return err
		}
		mode = display.Full
	}
	area := p.Bounds()
	if mode == display.Partial {
		if area = p.shown.Diff(b); area.Empty() {
			return nil
		}
	}
	if err := p.set(mode); err != nil {
		return err
	}
	if err := p.dev.Draw(area, b, area.Min); err != nil {
		return err
	}
	p.awake, p.shown = true, p.shown.Copy(b)
	return nil
}

// wake resets the controller and sets it up, in 0.6 seconds.
func (p *Panel) wake() error {
	if err := p.guard.over("wake"); err != nil {
		return err
	}
	if err := p.dev.Init(); err != nil {
		return err
	}
	return p.guard.failure()
}

// set loads the waveform of a mode unless it is loaded.
func (p *Panel) set(mode display.Mode) error {
	if p.awake && p.mode == mode {
		return nil
	}
	p.mode = mode
	return p.dev.SetUpdateMode(waveshare2in13v2.PartialUpdate(mode == display.Partial))
}

// Sleep puts the controller into deep sleep; the picture stays.
func (p *Panel) Sleep(ctx context.Context) error {
	return p.call(ctx, func() error {
		if !p.awake {
			return nil
		}
		p.awake = false
		return p.dev.Sleep()
	})
}

// Close sends nothing: port and pins belong to whoever opened them.
func (p *Panel) Close() error { return nil }

// Package ssd168x drives black and white e-ink panels with a controller of the
// SSD168x family: 1.54" (SSD1681), 2.13" versions 3 and 4 and 2.9" version 2
// (SSD1680), 4.2" version 2 (SSD1683).
//
// Every update sends everything: settings, the picture on the glass and the new
// one. So an update needs nothing to be left of the one before, and a controller
// that has lost its memory shows the right picture next time.
//
// It opens no hardware, has no say in when an update is a full one, and is not
// for panels with a third color or with other controllers (version 2 of the
// 2.13" panel: package waveshare).
package ssd168x

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/display"
)

// Commands of the controllers, as their data sheets name them.
const (
	driverOutput   = 0x01
	deepSleep      = 0x10
	dataEntry      = 0x11
	softReset      = 0x12
	sensorChoice   = 0x18
	activation     = 0x20
	updateControl1 = 0x21
	updateControl2 = 0x22
	writeNew       = 0x24
	writeOld       = 0x26
	writeWaveform  = 0x32
	border         = 0x3C
	windowX        = 0x44
	windowY        = 0x45
	counterX       = 0x4E
	counterY       = 0x4F
)

// Values for them.
const (
	rightAndDown  = 0x03 // data entry: both counters go up
	sensorInside  = 0x80
	borderFull    = 0x05 // follows the waveform for white
	borderPartial = 0x80 // stays as it is
	oldIgnored    = 0x40 // the RAM of the old picture is read as 0
	oldUsed       = 0x00
	showFull      = 0xF7 // clock, voltage, temperature, waveform 1, display, all off
	showPartial   = 0xFF // the same with waveform 2
	showWaveform  = 0xCF // the same with the waveform that was sent
	sleepKeepsRAM = 0x01
)

// takes is how long updates take at most in a room, by mode. To be confirmed on the
// panels.
var takes = [...]time.Duration{display.Full: 3 * time.Second, display.Partial: time.Second}

// Pins are the wires beside the bus. CS is nil if the bus drives it.
type Pins struct {
	DC, CS, Reset gpio.PinOut
	Busy          gpio.PinIn
}

// Opts says which panel it is and how it hangs.
type Opts struct {
	Model  Model
	Turned bool // upside down
}

// A Panel is a display.Panel. A call returns soon after its context ends, and
// after half a minute without a sign of the panel, even if BUSY hangs.
type Panel struct {
	model Model
	turn  display.Turn
	wires *wires
	calls chan struct{} // one at a time

	awake      bool            // the controller listens
	shown      *display.Bitmap // what is on the glass, if known
	known      bool
	silent     bool   // BUSY was missing, and no update has been seen from its beginning since
	old, fresh []byte // packed
}

// New takes a panel into use. It sends nothing yet.
func New(port spi.Port, pins Pins, o Opts) (*Panel, error) {
	if o.Model.gates == 0 {
		return nil, fmt.Errorf("ssd168x: which panel? Find knows them")
	}
	w, err := connect(port, pins)
	if err != nil {
		return nil, fmt.Errorf("ssd168x: %w", err)
	}
	p := &Panel{model: o.Model, turn: o.Model.lying, wires: w, calls: make(chan struct{}, 1)}
	if o.Turned {
		p.turn = p.turn.Then(display.Around)
	}
	return p, nil
}

// Bounds is the size of the pictures, as people see them.
func (p *Panel) Bounds() image.Rectangle { return image.Rectangle{Max: p.model.Size()} }

// Show shows a picture. The first update, and the first one after an error, is a
// full one, whatever the mode. One after Sleep may be partial: the panel knows
// what is on the glass. A partial update that would change nothing is left out.
func (p *Panel) Show(ctx context.Context, b *display.Bitmap, mode display.Mode) error {
	if got, want := b.Bounds(), p.Bounds(); got != want {
		return fmt.Errorf("picture of %v for a panel of %v", got.Max, want.Max)
	}
	return p.call(ctx, func() { p.show(b, mode) })
}

// Sleep puts the controller into deep sleep; the picture stays.
func (p *Panel) Sleep(ctx context.Context) error {
	return p.call(ctx, func() {
		if p.awake {
			p.wires.ready()
			p.wires.command(deepSleep, sleepKeepsRAM)
			p.awake = false
		}
	})
}

// Close sends nothing: port and pins belong to whoever opened them.
func (p *Panel) Close() error { return nil }

// call lets f use the wires until ctx ends. Calls wait for each other.
func (p *Panel) call(ctx context.Context, f func()) error {
	select {
	case p.calls <- struct{}{}:
		defer func() { <-p.calls }()
	case <-ctx.Done():
		return fmt.Errorf("ssd168x: another call goes on: %w", ctx.Err())
	}
	p.wires.begin(ctx)
	f()
	if err := p.wires.err; err != nil {
		p.awake, p.known = false, false
		p.silent = p.silent || errors.Is(err, ErrSilent)
		return fmt.Errorf("ssd168x: %w", err)
	}
	return nil
}

func (p *Panel) show(b *display.Bitmap, mode display.Mode) {
	if !p.known {
		mode = display.Full
	}
	if mode == display.Partial && p.shown.Equal(b) {
		return
	}
	p.send(b, mode)
	if p.silent && p.wires.err == nil { // BUSY is back, perhaps in the middle of this update
		p.awake = false
		p.send(b, display.Full)
	}
	if p.wires.err == nil {
		p.awake, p.known, p.silent, p.shown = true, true, false, p.shown.Copy(b)
	}
}

// send brings a picture to the glass.
func (p *Panel) send(b *display.Bitmap, mode display.Mode) {
	if p.awake {
		p.wires.ready()
	} else {
		p.wires.reset()
	}
	p.fresh = b.Pack(p.fresh, p.turn)
	old := p.fresh
	if mode == display.Partial {
		p.old = p.shown.Pack(p.old, p.turn)
		old = p.old
	}
	p.set(mode)
	p.write(writeOld, old)
	p.write(writeNew, p.fresh)
	p.update(mode)
}

// set sends all settings.
func (p *Panel) set(mode display.Mode) {
	w, rows := p.wires, p.model.gates-1
	w.command(driverOutput, byte(rows), byte(rows>>8), 0)
	w.command(dataEntry, rightAndDown)
	w.command(sensorChoice, sensorInside)
	if mode == display.Full {
		w.command(border, borderFull)
		w.command(updateControl1, oldIgnored, p.model.output)
	} else {
		w.command(border, borderPartial)
		w.command(updateControl1, oldUsed, p.model.output)
	}
	w.command(windowX, 0, byte((p.model.sources-1)/8))
	w.command(windowY, 0, 0, byte(rows), byte(rows>>8))
}

// write fills one of the two memories.
func (p *Panel) write(command byte, picture []byte) {
	p.wires.command(counterX, 0)
	p.wires.command(counterY, 0, 0)
	p.wires.command(command, picture...)
}

// update moves the ink and waits until it has settled.
func (p *Panel) update(mode display.Mode) {
	stages := byte(showFull)
	switch {
	case mode == display.Partial && p.model.own:
		p.wires.command(writeWaveform, waveform()...)
		stages = showWaveform
	case mode == display.Partial:
		stages = showPartial
	}
	p.wires.command(updateControl2, stages)
	p.wires.command(activation)
	p.wires.worked(takes[mode])
}

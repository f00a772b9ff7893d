// Package ssd168x drives black and white e-ink panels with a controller of the
// SSD168x family: 1.54" (SSD1681), 2.13" versions 3 and 4 and 2.9" version 2
// (SSD1680), 4.2" version 2 (SSD1683), 4.26" (SSD1677).
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
	"arbiter/display/ink"
)

// Commands of the controllers, as their data sheets name them.
const (
	driverOutput   = 0x01
	softStart      = 0x0C
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
	rightAndUp    = 0x01 // that of rows goes down
	sensorInside  = 0x80
	borderPartial = 0x80 // stays as it is
	oldIgnored    = 0x40 // the RAM of the old picture is read as 0
	oldUsed       = 0x00
	showFull      = 0xF7 // clock, voltage, temperature, waveform 1, display, all off
	showPartial   = 0xFF // the same with waveform 2
	showWaveform  = 0xCF // the same with the waveform that was sent
)

// takes is how long updates take at most in a room, by mode. To be confirmed on the
// panels.
var takes = [...]time.Duration{display.Full: 3 * time.Second, display.Partial: time.Second}

// ErrSilent is that of the wires.
var ErrSilent = ink.ErrSilent

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
	wires *ink.Wires
	calls chan struct{} // one at a time

	awake      bool            // the controller listens
	shown      *display.Bitmap // what is on the glass, if known
	known      bool
	silent     bool   // BUSY was missing, and no update has been seen from its beginning since
	old, fresh []byte // packed
}

// New takes a panel into use. It sends nothing yet.
func New(port spi.Port, pins ink.Pins, o Opts) (*Panel, error) {
	if o.Model.gates == 0 {
		return nil, fmt.Errorf("ssd168x: which panel? Find knows them")
	}
	w, err := ink.Connect(port, pins, gpio.High)
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
			p.wires.Ready()
			p.wires.Command(deepSleep, p.model.sleep)
			p.wires.PowerDown()
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
	p.wires.Begin(ctx)
	f()
	if err := p.wires.Err(); err != nil {
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
	if p.silent && p.wires.Err() == nil { // BUSY is back, perhaps in the middle of this update
		p.awake = false
		p.send(b, display.Full)
	}
	if p.wires.Err() == nil {
		p.awake, p.known, p.silent, p.shown = true, true, false, p.shown.Copy(b)
	}
}

// send brings a picture to the glass.
func (p *Panel) send(b *display.Bitmap, mode display.Mode) {
	if p.awake {
		p.wires.Ready()
	} else {
		p.reset()
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

// reset wakes the controller and clears its registers.
func (p *Panel) reset() {
	p.wires.Reset()
	p.wires.Command(softReset)
	p.wires.Pause(ink.Settle)
	p.wires.Ready()
}

// set sends all settings.
func (p *Panel) set(mode display.Mode) {
	w, m := p.wires, p.model
	first, last := m.rows()
	w.Command(driverOutput, byte(m.gates-1), byte((m.gates-1)>>8), m.scan)
	w.Command(dataEntry, m.entry())
	w.Command(sensorChoice, sensorInside)
	if m.booster != nil {
		w.Command(softStart, m.booster...)
	}
	if mode == display.Full {
		w.Command(border, m.border)
		w.Command(updateControl1, oldIgnored, p.model.output)
	} else {
		w.Command(border, borderPartial)
		w.Command(updateControl1, oldUsed, p.model.output)
	}
	w.Command(windowX, m.columns()...)
	w.Command(windowY, byte(first), byte(first>>8), byte(last), byte(last>>8))
}

// write fills one of the two memories.
func (p *Panel) write(command byte, picture []byte) {
	first, _ := p.model.rows()
	p.wires.Command(counterX, p.model.leftmost()...)
	p.wires.Command(counterY, byte(first), byte(first>>8))
	p.wires.Command(command, picture...)
}

// update moves the ink and waits until it has settled.
func (p *Panel) update(mode display.Mode) {
	stages := byte(showFull)
	switch {
	case mode == display.Partial && p.model.own:
		p.wires.Command(writeWaveform, waveform()...)
		stages = showWaveform
	case mode == display.Partial:
		stages = showPartial
	}
	p.wires.Command(updateControl2, stages)
	p.wires.Command(activation)
	p.wires.Worked(takes[mode])
}

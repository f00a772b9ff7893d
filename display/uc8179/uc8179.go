// Package uc8179 drives the black and white e-ink panel of 7.5", version 2
// (800x480), whose controller is a UC8179 or its likes (GD7965).
//
// Every update sends everything: settings, the picture on the glass and the new
// one. So an update needs nothing to be left of the one before, and a controller
// that has lost its memory shows the right picture next time.
//
// It opens no hardware and has no say in when an update is a full one. It is not for
// the panels of 7.5" with a third color.
package uc8179

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

// Size is that of the pictures, as people see them.
var Size = image.Pt(800, 480)

// Commands of the controller, as its data sheet names them.
const (
	panelSetting  = 0x00
	powerSetting  = 0x01
	powerOff      = 0x02
	powerOn       = 0x04
	booster       = 0x06
	deepSleep     = 0x07
	writeOld      = 0x10
	refresh       = 0x12
	writeNew      = 0x13
	dualSPI       = 0x15
	interval      = 0x50
	nonOverlap    = 0x60
	resolution    = 0x61
	cascade       = 0xE0
	temperatureIs = 0xE5
)

// Values for them.
const (
	blackAndWhite = 0x1F // of two colors, scanned down and to the right, waveform from the chip's memory
	borderWhite   = 0x21 // the border goes white, in the memory 1 is white, and nothing is copied from new to old
	borderStays   = 0xA1 // the same, with a border that is left alone
	tenLines      = 0x07 // between two frames
	senseWarmth   = 0x00 // the waveform is for the temperature that the chip measures
	sayWarmth     = 0x02 // it is for the temperature that is said
	quickWarmth   = 0x6E // one under which the memory has the waveform for partial updates
	sleepCode     = 0xA5 // without it there is no sleep
)

// takes is how long updates take at most in a room, by mode. Panels made before
// autumn 2023 have no waveform for partial updates: they flash, and take as long
// as for a full one. To be confirmed on the panels.
var takes = [...]time.Duration{display.Full: 6 * time.Second, display.Partial: 2 * time.Second}

// told is how long after a command BUSY tells of it at the latest; the data sheet has
// 200 µs.
const told = time.Millisecond

// Opts says how the panel hangs.
type Opts struct {
	Turned bool // upside down
}

// A Panel is a display.Panel. A call returns soon after its context ends, and
// after half a minute without a sign of the panel, even if BUSY hangs.
type Panel struct {
	turn  display.Turn
	wires *ink.Wires
	calls chan struct{} // one at a time

	shown      *display.Bitmap // what is on the glass, if known
	awake      bool            // the controller listens
	known      bool
	silent     bool   // BUSY was missing, and no update has been seen from its beginning since
	old, fresh []byte // packed
}

// New takes a panel into use. It sends nothing yet.
func New(port spi.Port, pins ink.Pins, o Opts) (*Panel, error) {
	w, err := ink.Connect(port, pins, gpio.Low)
	if err != nil {
		return nil, fmt.Errorf("uc8179: %w", err)
	}
	p := &Panel{wires: w, calls: make(chan struct{}, 1)}
	if o.Turned {
		p.turn = display.Around
	}
	return p, nil
}

// Bounds is the size of the pictures, as people see them.
func (p *Panel) Bounds() image.Rectangle { return image.Rectangle{Max: Size} }

// Show shows a picture. The first update, and the first one after an error, is a
// full one, whatever the mode. One after Sleep may be partial: the panel knows
// what is on the glass. A partial update that would change nothing is left out.
func (p *Panel) Show(ctx context.Context, b *display.Bitmap, mode display.Mode) error {
	if got, want := b.Bounds(), p.Bounds(); got != want {
		return fmt.Errorf("picture of %v for a panel of %v", got.Max, want.Max)
	}
	return p.call(ctx, func() { p.show(b, mode) })
}

// Sleep puts the controller into deep sleep and shuts the power gate, if there is
// one; the picture stays.
func (p *Panel) Sleep(ctx context.Context) error {
	return p.call(ctx, func() {
		if p.awake {
			p.wires.Ready()
			p.wires.Command(deepSleep, sleepCode)
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
		return fmt.Errorf("uc8179: another call goes on: %w", ctx.Err())
	}
	p.wires.Begin(ctx)
	f()
	if err := p.wires.Err(); err != nil {
		p.awake, p.known = false, false
		p.silent = p.silent || errors.Is(err, ink.ErrSilent)
		return fmt.Errorf("uc8179: %w", err)
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

// send brings a picture to the glass. A full update says of every pixel that it was
// the other color: so each is driven, whatever the waveform makes of those that
// stay.
func (p *Panel) send(b *display.Bitmap, mode display.Mode) {
	if p.awake {
		p.wires.Ready()
	} else {
		p.wires.Reset()
	}
	p.fresh = b.Pack(p.fresh, p.turn)
	if mode == display.Partial {
		p.old = p.shown.Pack(p.old, p.turn)
	} else {
		p.old = append(p.old[:0], p.fresh...)
		for i := range p.old {
			p.old[i] = ^p.old[i]
		}
	}
	p.set(mode)
	p.wires.Command(writeOld, p.old...)
	p.wires.Command(writeNew, p.fresh...)
	p.update(mode)
}

// set sends all settings. Voltages and the phases of the booster are those that the
// maker gives for this glass.
func (p *Panel) set(mode display.Mode) {
	w := p.wires
	w.Command(powerSetting, 0x07, 0x07, 0x3F, 0x3F)
	w.Command(booster, 0x17, 0x17, 0x28, 0x17)
	w.Command(panelSetting, blackAndWhite)
	w.Command(resolution, byte(Size.X>>8), byte(Size.X&0xFF), byte(Size.Y>>8), byte(Size.Y&0xFF))
	w.Command(dualSPI, 0)
	w.Command(nonOverlap, 0x22)
	if mode == display.Full {
		w.Command(interval, borderWhite, tenLines)
		w.Command(cascade, senseWarmth)
		return
	}
	w.Command(interval, borderStays, tenLines)
	w.Command(cascade, sayWarmth)
	w.Command(temperatureIs, quickWarmth)
}

// update moves the ink and waits until it has settled. The high voltages are there
// for that time only.
func (p *Panel) update(mode display.Mode) {
	p.wires.Command(powerOn)
	p.wires.Worked(0)
	p.wires.Command(refresh)
	p.wires.Worked(takes[mode])
	p.wires.Command(powerOff)
	p.wires.Pause(told)
	p.wires.Ready()
}

// Package uc8179 drives the black and white 7.5" e-ink panel, version 2 (800x480), whose controller
// is a UC8179 or a compatible one (GD7965).
//
// Every update sends settings, the picture on the glass and the new one; a partial update sends
// only the window in which they differ, outside of which no pixel is driven. So an update does not
// depend on what is left of the previous one, and a controller that has lost its memory shows the
// right picture next time.
//
// It opens no hardware and does not decide when an update is a full one. It is not for 7.5" panels
// with a third color.
package uc8179

import (
	"fmt"
	"image"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/display"
	"arbiter/display/ink"
)

// Size is the size of the pictures, as people see them.
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
	window        = 0x90
	windowOn      = 0x91
	windowOff     = 0x92
	cascade       = 0xE0
	temperatureIs = 0xE5
)

// Values for the commands.
const (
	blackAndWhite = 0x1F // of two colors, scanned down and to the right, waveform from the chip's memory
	borderWhite   = 0x21 // the border goes white, in the memory 1 is white, and nothing is copied from new to old
	borderStays   = 0xA1 // the same, with a border that is left alone
	tenLines      = 0x07 // between two frames
	senseWarmth   = 0x00 // the waveform is for the temperature that the chip measures
	sayWarmth     = 0x02 // the waveform is for the temperature that is sent
	quickWarmth   = 0x6E // a temperature for which the memory has the waveform for partial updates
	sleepCode     = 0xA5 // the check code that deep sleep requires
	scanAll       = 0x01 // gates outside the window are scanned too
)

// takes is the longest that updates take at room temperature, by mode. Panels made before autumn
// 2023 have no waveform for partial updates: they flash, and take as long as for a full one. To be
// confirmed on the panels.
var takes = [...]time.Duration{display.Full: 6 * time.Second, display.Partial: 2 * time.Second}

// told is how long after a command BUSY reacts to it at the latest; the data sheet says 200 µs.
const told = time.Millisecond

// Opts says how the panel is mounted.
type Opts struct {
	Turned bool // upside down
}

// A chip is a controller and the wires to it.
type chip struct {
	turn       display.Turn
	wires      *ink.Wires
	old, fresh []byte // packed
	part       []byte // of one of them, in the window
}

// New sets up a panel and sends nothing yet.
func New(port spi.Port, pins ink.Pins, o Opts) (*ink.Panel, error) {
	w, err := ink.Connect(port, pins, gpio.Low)
	if err != nil {
		return nil, fmt.Errorf("uc8179: %w", err)
	}
	c := &chip{wires: w}
	if o.Turned {
		c.turn = display.Around
	}
	return ink.NewPanel("uc8179", Size, c, w), nil
}

// Wake resets the controller.
func (c *chip) Wake() { c.wires.Reset() }

// Rest puts the controller into deep sleep.
func (c *chip) Rest() { c.wires.Command(deepSleep, sleepCode) }

// Update brings a picture to the glass. A full update claims that every pixel had the other color,
// so that each is driven, whatever the waveform does with pixels that stay.
func (c *chip) Update(shown, b *display.Bitmap, mode display.Mode) {
	c.fresh = b.Pack(c.fresh, c.turn)
	if mode == display.Partial {
		c.old = shown.Pack(c.old, c.turn)
	} else {
		c.old = append(c.old[:0], c.fresh...)
		for i := range c.old {
			c.old[i] = ^c.old[i]
		}
	}
	c.set(mode)
	area := image.Rectangle{Max: Size}
	if mode == display.Partial {
		area = c.windowOf(shown.Diff(b))
		first, last := area.Min, area.Max.Sub(image.Pt(1, 1))
		c.wires.Command(window, high(first.X), low(first.X), high(last.X), low(last.X), high(first.Y), low(first.Y), high(last.Y), low(last.Y), scanAll)
		c.wires.Command(windowOn)
	} else {
		c.wires.Command(windowOff)
	}
	c.wires.Command(writeOld, c.in(area, c.old)...)
	c.wires.Command(writeNew, c.in(area, c.fresh)...)
	c.update(mode)
}

// windowOf returns an area of the picture in the coordinates of the glass, widened to whole bytes.
func (c *chip) windowOf(r image.Rectangle) image.Rectangle {
	if c.turn == display.Around {
		r = image.Rectangle{Min: Size.Sub(r.Max), Max: Size.Sub(r.Min)}
	}
	r.Min.X, r.Max.X = r.Min.X&^7, (r.Max.X+7)&^7
	return r
}

// in returns the part of a packed picture that is in a window.
func (c *chip) in(r image.Rectangle, packed []byte) []byte {
	c.part = c.part[:0]
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := packed[y*Size.X/8:]
		c.part = append(c.part, row[r.Min.X/8:r.Max.X/8]...)
	}
	return c.part
}

func high(n int) byte { return byte(n >> 8) }
func low(n int) byte  { return byte(n) }

// set sends all settings. Voltages and the phases of the booster are those that the maker
// recommends for this glass.
func (c *chip) set(mode display.Mode) {
	w := c.wires
	w.Command(powerSetting, 0x07, 0x07, 0x3F, 0x3F)
	w.Command(booster, 0x17, 0x17, 0x28, 0x17)
	w.Command(panelSetting, blackAndWhite)
	w.Command(resolution, high(Size.X), low(Size.X), high(Size.Y), low(Size.Y))
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

// update moves the ink and waits until it has settled. The high voltages are on only for that time.
func (c *chip) update(mode display.Mode) {
	c.wires.Command(powerOn)
	c.wires.Worked(0)
	c.wires.Command(refresh)
	c.wires.Worked(takes[mode])
	c.wires.Command(powerOff)
	c.wires.Pause(told)
	c.wires.Ready()
}

// Package uc8179 drives e-ink panels whose controller is a UC8179 or a compatible one (GD7965): 7.5"
// version 2 (800x480) and 5.83" version 2 (648x480), both also with red as a third color.
//
// Every update sends settings, the picture on the glass and the new one; a partial update sends
// only the window in which they differ, outside of which no pixel is driven. So an update does not
// depend on what is left of the previous one, and a controller that has lost its memory shows the
// right picture next time.
//
// Panels with red have full updates only: the second memory holds what is red.
//
// It opens no hardware and does not decide when an update is a full one. It is not for version 1 of
// these panels.
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

// A Model is a panel.
type Model struct {
	name string
	size image.Point // of the glass, which lies as people see it
	red  bool        // the ink has a third color
}

// models is the table of panels. The 5.83" was read in GxEPD2 (de82887, GxEPD2_583_T8), those with red
// in the maker's programs (e-Paper 86aa993, epd5in83b_V2.py, epd7in5b_V2.py).
var models = [...]Model{
	{"7.5v2", image.Pt(800, 480), false},
	{"7.5bv2", image.Pt(800, 480), true},
	{"5.83v2", image.Pt(648, 480), false},
	{"5.83bv2", image.Pt(648, 480), true},
}

// Models lists all panels, the usual one first.
func Models() []Model { return append([]Model(nil), models[:]...) }

// Find returns the model with a name; that of "" is the usual one.
func Find(name string) (Model, error) {
	if name == "" {
		return models[0], nil
	}
	for _, m := range models {
		if m.name == name {
			return m, nil
		}
	}
	return Model{}, fmt.Errorf("uc8179: no panel %q is known", name)
}

// String returns the name of the model.
func (m Model) String() string { return m.name }

// Size returns the size of the pictures, as people see them.
func (m Model) Size() image.Point { return m.size }

// Red reports whether the panel has a third color.
func (m Model) Red() bool { return m.red }

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
	withRed       = 0x0F // of three colors, otherwise the same
	redData       = 0x11 // the border goes white, 1 is white in the one memory and red in the other
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

// redTakes is the same for panels with red: GxEPD2 measured 17 to 26 s.
const redTakes = 28 * time.Second

// told is the longest time from a command until BUSY reacts; the data sheet says 200 µs.
const told = time.Millisecond

// Opts says which panel it is and how it is mounted.
type Opts struct {
	Model  Model // the zero Model is the usual one
	Turned bool  // upside down
}

// A chip is a controller and the wires to it.
type chip struct {
	model      Model
	turn       display.Turn
	wires      *ink.Wires
	old, fresh []byte // packed
	part       []byte // of one of them, in the window

	black, red display.Bitmap // the parts of the picture, if there is a third color
}

// New sets up a panel and sends nothing yet.
func New(port spi.Port, pins ink.Pins, o Opts) (*ink.Panel, error) {
	w, err := ink.Connect(port, pins, gpio.Low)
	if err != nil {
		return nil, fmt.Errorf("uc8179: %w", err)
	}
	if o.Model.size.X == 0 {
		o.Model = models[0]
	}
	c := &chip{model: o.Model, wires: w}
	if o.Turned {
		c.turn = display.Around
	}
	p := ink.NewPanel("uc8179", c.model.size, c, w)
	if c.model.red {
		p.ThirdColor()
	}
	return p, nil
}

// Wake resets the controller.
func (c *chip) Wake() { c.wires.Reset() }

// Rest puts the controller into deep sleep.
func (c *chip) Rest() { c.wires.Command(deepSleep, sleepCode) }

// Update brings a picture to the glass. A full update claims that every pixel had the other color,
// so that each is driven, whatever the waveform does with pixels that stay.
func (c *chip) Update(shown, b *display.Bitmap, mode display.Mode) {
	if c.model.red {
		c.updateRed(b)
		return
	}
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
	area := image.Rectangle{Max: c.model.size}
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

// updateRed brings a picture with a third color to the glass.
func (c *chip) updateRed(b *display.Bitmap) {
	b.Separate(&c.black, &c.red)
	c.old, c.fresh = c.black.Pack(c.old, c.turn), c.red.Pack(c.fresh, c.turn)
	for i := range c.fresh {
		c.fresh[i] = ^c.fresh[i]
	}
	c.set(display.Full)
	c.wires.Command(windowOff)
	c.wires.Command(writeOld, c.old...)
	c.wires.Command(writeNew, c.fresh...)
	c.update(display.Full)
}

// windowOf returns an area of the picture in the coordinates of the glass, widened to whole bytes.
func (c *chip) windowOf(r image.Rectangle) image.Rectangle {
	if c.turn == display.Around {
		r = image.Rectangle{Min: c.model.size.Sub(r.Max), Max: c.model.size.Sub(r.Min)}
	}
	r.Min.X, r.Max.X = r.Min.X&^7, (r.Max.X+7)&^7
	return r
}

// in returns the part of a packed picture that is in a window.
func (c *chip) in(r image.Rectangle, packed []byte) []byte {
	c.part = c.part[:0]
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := packed[y*c.model.size.X/8:]
		c.part = append(c.part, row[r.Min.X/8:r.Max.X/8]...)
	}
	return c.part
}

func high(n int) byte { return byte(n >> 8) }
func low(n int) byte  { return byte(n) }

// set sends all settings. Voltages and the phases of the booster are those that the maker
// recommends for this glass.
func (c *chip) set(mode display.Mode) {
	w, size := c.wires, c.model.size
	w.Command(powerSetting, 0x07, 0x07, 0x3F, 0x3F)
	w.Command(booster, 0x17, 0x17, 0x28, 0x17)
	if c.model.red {
		w.Command(panelSetting, withRed)
	} else {
		w.Command(panelSetting, blackAndWhite)
	}
	w.Command(resolution, high(size.X), low(size.X), high(size.Y), low(size.Y))
	w.Command(dualSPI, 0)
	w.Command(nonOverlap, 0x22)
	if c.model.red {
		w.Command(interval, redData, tenLines)
		w.Command(cascade, senseWarmth)
		return
	}
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
	if c.model.red {
		c.wires.Worked(redTakes)
	} else {
		c.wires.Worked(takes[mode])
	}
	c.wires.Command(powerOff)
	c.wires.Pause(told)
	c.wires.Ready()
}

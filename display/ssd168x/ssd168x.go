// Package ssd168x drives e-ink panels with a controller of the SSD168x family: 1.54" (SSD1681), 2.13"
// versions 3 and 4, 2.7" and 2.9" version 2 (SSD1680), 4.2" version 2 (SSD1683), 4.26" (SSD1677); and
// with red as a third color 2.13" B version 4, 2.66" B, 2.9" B version 4 (SSD1680), 4.2" B version 2
// (SSD1683).
//
// Every update sends everything: settings, the picture on the glass and the new one. So an update
// does not depend on what is left of the previous one, and a controller that has lost its memory
// shows the right picture next time. Panels with red have full updates only: the second memory holds
// what is red in place of the old picture.
//
// It opens no hardware, does not decide when an update is a full one, and is not for panels with other
// controllers (version 2 of the 2.13" panel: package waveshare).
package ssd168x

import (
	"fmt"
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

// Values for the commands.
const (
	rightAndDown  = 0x03 // data entry: both counters increment
	rightAndUp    = 0x01 // data entry: the row counter decrements
	sensorInside  = 0x80
	borderPartial = 0x80 // the border stays as it is
	oldIgnored    = 0x40 // the RAM of the old picture is read as 0
	oldUsed       = 0x00
	redUsed       = 0x00 // the other RAM is read as it is: 1 is red
	showFull      = 0xF7 // clock, voltage, temperature, waveform 1, display, all off
	showPartial   = 0xFF // the same with waveform 2
	showWaveform  = 0xCF // the same with the waveform that was sent
)

// takes is the longest that updates take at room temperature, by mode. To be confirmed on the
// panels.
var takes = [...]time.Duration{display.Full: 3 * time.Second, display.Partial: time.Second}

// redTakes is the same for panels with red: the 2.9" takes 26 s (GxEPD2, GxEPD2_290_C90c.h).
const redTakes = 28 * time.Second

// ErrSilent is ink.ErrSilent.
var ErrSilent = ink.ErrSilent

// Opts says which panel it is and how it is mounted.
type Opts struct {
	Model  Model
	Turned bool // upside down
}

// A chip is a controller and the wires to it.
type chip struct {
	model      Model
	turn       display.Turn
	wires      *ink.Wires
	old, fresh []byte // packed

	black, red display.Bitmap // the parts of the picture, if there is a third color
}

// New sets up a panel and sends nothing yet.
func New(port spi.Port, pins ink.Pins, o Opts) (*ink.Panel, error) {
	if o.Model.gates == 0 {
		return nil, fmt.Errorf("ssd168x: which panel? Find knows them")
	}
	w, err := ink.Connect(port, pins, gpio.High)
	if err != nil {
		return nil, fmt.Errorf("ssd168x: %w", err)
	}
	c := &chip{model: o.Model, turn: o.Model.lying, wires: w}
	if o.Turned {
		c.turn = c.turn.Then(display.Around)
	}
	p := ink.NewPanel("ssd168x", o.Model.Size(), c, w)
	if o.Model.red {
		p.ThirdColor()
	}
	return p, nil
}

// Rest puts the controller into deep sleep.
func (c *chip) Rest() { c.wires.Command(deepSleep, c.model.sleep) }

// Update brings a picture to the glass.
func (c *chip) Update(shown, b *display.Bitmap, mode display.Mode) {
	if c.model.red {
		c.updateRed(b)
		return
	}
	c.fresh = b.Pack(c.fresh, c.turn)
	old := c.fresh
	if mode == display.Partial {
		c.old = shown.Pack(c.old, c.turn)
		old = c.old
	}
	c.set(mode)
	c.write(writeOld, old)
	c.write(writeNew, c.fresh)
	c.update(mode)
}

// updateRed brings a picture with a third color to the glass. In the second memory 1 is red, which
// wins over the first one; the maker's program for the 2.13" B has 0 for it and 0x21 invert that.
func (c *chip) updateRed(b *display.Bitmap) {
	b.Separate(&c.black, &c.red)
	c.fresh, c.old = c.black.Pack(c.fresh, c.turn), c.red.Pack(c.old, c.turn)
	for i := range c.old {
		c.old[i] = ^c.old[i]
	}
	c.set(display.Full)
	c.write(writeOld, c.old)
	c.write(writeNew, c.fresh)
	c.update(display.Full)
}

// Wake resets the controller and clears its registers.
func (c *chip) Wake() {
	c.wires.Reset()
	c.wires.Command(softReset)
	c.wires.Pause(ink.Settle)
	c.wires.Ready()
}

// set sends all settings.
func (c *chip) set(mode display.Mode) {
	w, m := c.wires, c.model
	first, last := m.rows()
	w.Command(driverOutput, byte(m.gates-1), byte((m.gates-1)>>8), m.scan)
	w.Command(dataEntry, m.entry())
	w.Command(sensorChoice, sensorInside)
	if m.booster != nil {
		w.Command(softStart, m.booster...)
	}
	switch {
	case m.red:
		w.Command(border, m.border)
		w.Command(updateControl1, redUsed, m.output)
	case mode == display.Full:
		w.Command(border, m.border)
		w.Command(updateControl1, oldIgnored, m.output)
	default:
		w.Command(border, borderPartial)
		w.Command(updateControl1, oldUsed, m.output)
	}
	w.Command(windowX, m.columns()...)
	w.Command(windowY, byte(first), byte(first>>8), byte(last), byte(last>>8))
}

// write fills one of the two memories.
func (c *chip) write(command byte, picture []byte) {
	first, _ := c.model.rows()
	c.wires.Command(counterX, c.model.leftmost()...)
	c.wires.Command(counterY, byte(first), byte(first>>8))
	c.wires.Command(command, picture...)
}

// update moves the ink and waits until it has settled.
func (c *chip) update(mode display.Mode) {
	stages := byte(showFull)
	switch {
	case mode == display.Partial && c.model.own:
		c.wires.Command(writeWaveform, waveform()...)
		stages = showWaveform
	case mode == display.Partial:
		stages = showPartial
	}
	c.wires.Command(updateControl2, stages)
	c.wires.Command(activation)
	if c.model.red {
		c.wires.Worked(redTakes)
		return
	}
	c.wires.Worked(takes[mode])
}

package emu

import (
	"time"

	"arbiter/display"
)

// The stages of an update, bits of register 0x22, in the order in which the controller runs them.
// Both display modes are one stage; the mode bit tells them apart.
const (
	stageClock     = 0x80
	stageAnalog    = 0x40
	stageSense     = 0x20 // read the temperature
	stageLoad      = 0x10 // load the waveform from the chip's own memory
	stageSecond    = 0x08 // display mode 2, for both
	stageShow      = 0x04
	stageAnalogOff = 0x02
	stageClockOff  = 0x01
	sensorInside   = 0x80
	groups         = 12   // of a waveform that is given
	redIgnored     = 0x40 // 0x21: the RAM of 0x26 reads as 0
	redInverted    = 0x80
	optionOfRed    = 0xF0
)

// activate runs the requested stages.
func (c *SSD168x) activate() {
	took := c.opts.Other
	c.clock = c.clock || c.stages&stageClock != 0
	c.analog = c.analog || c.stages&stageAnalog != 0
	if !c.clock {
		c.fault("command 20 with the clock switched off")
	}
	if c.stages&stageSense != 0 {
		if c.warm = c.sensor == sensorInside; !c.warm {
			c.fault("the temperature is read from a sensor that is not there")
		}
	}
	if c.stages&stageLoad != 0 {
		c.load()
	}
	if c.stages&stageShow != 0 {
		took = c.show()
	}
	c.analog = c.analog && c.stages&stageAnalogOff == 0
	c.clock = c.clock && c.stages&stageClockOff == 0
	c.until = time.Now().Add(took)
}

// load selects the waveform for the temperature.
func (c *SSD168x) load() {
	if !c.warm {
		c.fault("a waveform is loaded for a temperature that was not read")
	}
	c.wave = first
	if c.stages&stageSecond != 0 {
		c.wave = second
	}
}

// show moves the ink and returns how long that takes.
func (c *SSD168x) show() time.Duration {
	if !c.analog || c.wave == none {
		c.fault("a display without voltage or without a waveform")
		return c.opts.Other
	}
	mode, took := display.Full, c.opts.Full
	if c.wave == second || c.wave == given && !c.drives(false, false) {
		mode, took = display.Partial, c.opts.Partial
	}
	if c.model.red && mode == display.Partial {
		c.fault("a partial update of a panel with red")
	}
	c.updates[mode]++
	for g := range min(c.lines, c.model.gates) {
		for s := range c.model.sources {
			was, is := c.red(g, s), c.white(0, g, s)
			switch at := g*c.model.sources + s; {
			case c.model.red:
				c.reds[at], c.glass[at] = was, was || !is
			case c.drives(was, is):
				c.glass[at] = !is
			}
		}
	}
	return took
}

// red returns the bit of the second RAM, read as 0x21 says.
func (c *SSD168x) red(gate, source int) bool {
	switch c.option[0] & optionOfRed {
	case redIgnored:
		return false
	case redInverted:
		return !c.white(1, gate, source)
	}
	return c.white(1, gate, source)
}

// drives reports whether the waveform drives pixels with these bits in the two RAMs. That of mode 1
// drives what is 0 in the second RAM, which means nothing on panels of two colors; that of mode 2
// drives what differs. A waveform that was sent has a row of groups of phases for each case: black
// to black, black to white, white to black, white to white.
func (c *SSD168x) drives(was, is bool) bool {
	switch c.wave {
	case first:
		return !was
	case second:
		return was != is
	}
	row := 0
	if was {
		row += 2
	}
	if is {
		row++
	}
	for g, voltages := range c.lut[row*groups : (row+1)*groups] {
		timing := c.lut[5*groups+7*g:]
		if voltages != 0 && (timing[0] != 0 || timing[1] != 0 || timing[3] != 0 || timing[4] != 0) {
			return true
		}
	}
	return false
}

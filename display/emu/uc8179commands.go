package emu

import (
	"image"
	"time"

	"arbiter/display"
)

// nothing is the current command before the first one.
const nothing = 0xFF

// length8179 returns how many bytes of data follow a command.
func length8179(command byte) int {
	switch command {
	case 0x02, 0x04, 0x12, 0x91, 0x92:
		return 0
	case 0x00, 0x07, 0x15, 0x60, 0xE0, 0xE5:
		return 1
	case 0x50:
		return 2
	case 0x01, 0x06, 0x61:
		return 4
	case 0x90:
		return 9
	case 0x10, 0x13:
		return picture
	}
	return unknown
}

// receive handles bytes from the bus.
func (c *UC8179) receive(w []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hear(w, c.asleep, c.busy(), c.begin, c.take)
}

// begin starts a command.
func (c *UC8179) begin(command byte) {
	c.filled = 0
	if !c.next(command, length8179) {
		return
	}
	switch command {
	case 0x02:
		c.on = false
		c.work(c.opts.Other)
	case 0x04:
		c.on = true
		c.work(c.opts.Other)
	case 0x12:
		c.refresh()
	case 0x91, 0x92:
		c.part = command == 0x91
	}
}

// take handles a byte of data.
func (c *UC8179) take(b byte) { c.operand(b, length8179, c.fill, c.set) }

// fill writes the next eight pixels.
func (c *UC8179) fill(b byte) {
	area := c.area()
	across := area.Dx() / 8
	if c.filled == across*area.Dy() {
		c.fault("command %02X has got more than a picture", c.command)
		return
	}
	ram, n := c.old, 0
	if c.command == 0x13 {
		ram, n = c.fresh, 1
	}
	if !c.ignore[c.command] {
		ram[(area.Min.Y+c.filled/across)*c.wide/8+area.Min.X/8+c.filled%across] = b
	}
	c.filled++
	c.whole[n] = c.filled == across*area.Dy()
}

// set puts complete data into the registers.
func (c *UC8179) set(p []byte) {
	switch c.command {
	case 0x00:
		c.panel = p[0]
	case 0x07:
		if c.asleep = p[0] == 0xA5; !c.asleep {
			c.fault("command 07: %02X is not the word for sleep", p[0])
		}
	case 0x15:
		if p[0] != 0 {
			c.fault("command 15: there is one data wire")
		}
	case 0x50:
		c.data = p[0]
	case 0x61:
		c.across, c.down = int(p[0])<<8|int(p[1]), int(p[2])<<8|int(p[3])
	case 0x90:
		c.setWindow(p)
	case 0xE0:
		c.said = p[0]&2 != 0
	case 0xE5:
		c.degrees = p[0]
	}
}

// setWindow sets the first and the last pixel across and down.
func (c *UC8179) setWindow(p []byte) {
	two := func(i int) int { return int(p[i])<<8 | int(p[i+1]) }
	c.window = image.Rect(two(0), two(4), two(2)+1, two(6)+1)
	if c.window.Min.X%8 != 0 || c.window.Max.X%8 != 0 || c.window.Empty() || !c.window.In(image.Rect(0, 0, c.wide, high)) {
		c.fault("command 90: %v is no window of whole bytes", c.window)
		c.window = image.Rect(0, 0, c.wide, high)
	}
}

// Bits of register 0x00, and the temperature from which on the memory has a quick waveform.
const (
	lutGiven   = 0x20
	twoColors  = 0x10
	scanDown   = 0x08
	shiftRight = 0x04
	boosterOn  = 0x02
	noReset    = 0x01
	hottest    = 0x64
)

// refresh moves the ink: of pixels that change with the quick waveform, of all pixels with the
// usual one.
func (c *UC8179) refresh() {
	colors := byte(twoColors)
	if c.red {
		colors = 0 // three
	}
	switch {
	case !c.on:
		c.fault("command 12 without the high voltages")
		return
	case c.panel&^lutGiven != colors|scanDown|shiftRight|boosterOn|noReset || c.panel&lutGiven != 0:
		c.fault("command 12 with panel setting %02X", c.panel)
	case c.across != c.wide || c.down != high:
		c.fault("command 12 for %d x %d pixels", c.across, c.down)
	case !c.whole[0] && !c.ignore[0x10] || !c.whole[1] && !c.ignore[0x13]:
		c.fault("command 12 after a part of a picture")
	}
	if c.red {
		c.refreshRed()
		return
	}
	quick := c.said && c.degrees >= hottest
	for i := range c.glass {
		if !image.Pt(i%c.wide, i/c.wide).In(c.area()) {
			continue
		}
		if is := c.black(c.fresh, i); !quick || is != c.black(c.old, i) {
			c.glass[i] = is
		}
	}
	mode, took := display.Full, c.opts.Full
	if quick {
		mode, took = display.Partial, c.opts.Partial
	}
	if c.data&8 != 0 {
		copy(c.old, c.fresh)
	}
	c.updates[mode]++
	c.work(took)
}

// refreshRed moves ink of three colors. By the table of 0x50 in the data sheet (KWR mode) bit 1 says
// what is red in the memory behind 0x13, 1 or 0, and bit 0 what is white in the one behind 0x10; red
// wins.
func (c *UC8179) refreshRed() {
	if c.part || c.said {
		c.fault("a partial update of a panel with red")
	}
	for i := range c.glass {
		c.reds[i] = (c.fresh[i/8]>>(7-i%8)&1 == 1) != (c.data&2 != 0)
		c.glass[i] = c.reds[i] || c.black(c.old, i)
	}
	c.updates[display.Full]++
	c.work(c.opts.Full)
}

func (c *UC8179) work(d time.Duration) {
	c.begun = time.Now()
	c.until = c.begun.Add(d)
}

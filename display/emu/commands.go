package emu

import (
	"time"

	"arbiter/display"
)

// length returns how many bytes of data follow a command.
func length(command byte) int {
	switch command {
	case 0x12, 0x20:
		return 0
	case 0x03, 0x10, 0x11, 0x21, 0x22, 0x2C, 0x3A, 0x3B, 0x3C, 0x4E, 0x74, 0x7E:
		return 1
	case 0x44, 0x4F:
		return 2
	case 0x01, 0x04:
		return 3
	case 0x45:
		return 4
	case 0x37:
		return 7
	case 0x32:
		return 70
	case 0x24, 0x26:
		return picture
	}
	return unknown
}

// receive handles bytes from the bus.
func (c *Chip) receive(w []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hear(w, c.asleep, c.busy(), c.begin, c.take)
}

// begin starts a command.
func (c *Chip) begin(command byte) {
	if !c.next(command, length) {
		return
	}
	switch command {
	case 0x12:
		c.registers = defaults()
		c.until = time.Now().Add(c.opts.Other)
	case 0x20:
		c.activate()
	}
}

// take handles a byte of data.
func (c *Chip) take(b byte) {
	c.operand(b, length, func(b byte) {
		if !c.ignore[c.command] {
			c.store(int(c.command-0x24)/2, b)
		}
	}, c.set)
}

// set puts complete data into the registers.
func (c *Chip) set(p []byte) {
	row := func(i int) int { return int(p[i]) | int(p[i+1])<<8 }
	switch c.command {
	case 0x01:
		c.lines = row(0) + 1
	case 0x10:
		c.asleep = p[0]&3 != 0
	case 0x11:
		c.entry = p[0]
	case 0x21:
		c.option = p[0]
	case 0x22:
		c.stages = p[0]
	case 0x32:
		copy(c.lut[:], p)
	case 0x44:
		c.x0, c.x1 = int(p[0]), int(p[1])
		c.check(c.x0, c.x1, ramCols)
	case 0x45:
		c.y0, c.y1 = row(0), row(2)
		c.check(c.y0, c.y1, ramRows)
	case 0x4E:
		c.x = int(p[0])
	case 0x4F:
		c.y = row(0)
	}
}

func (c *Chip) check(from, to, size int) {
	if from >= size || to >= size {
		c.fault("command %02X: window from %d to %d, RAM has %d", c.command, from, to, size)
	}
}

// store writes eight pixels at the address counters and advances these: in the direction set by the
// data entry mode, along X or Y first, within the window.
func (c *Chip) store(ram int, b byte) {
	if c.x >= ramCols || c.y >= ramRows {
		c.fault("write at %d, %d outside of RAM", c.x, c.y)
		return
	}
	c.ram[ram][c.y][c.x] = b
	if c.entry&4 == 0 {
		if step(&c.x, c.entry&1 != 0, c.x0, c.x1) {
			step(&c.y, c.entry&2 != 0, c.y0, c.y1)
		}
	} else if step(&c.y, c.entry&2 != 0, c.y0, c.y1) {
		step(&c.x, c.entry&1 != 0, c.x0, c.x1)
	}
}

// step moves a counter by one, and reports whether it wrapped around.
func step(n *int, up bool, from, to int) (round bool) {
	if *n == to {
		*n = from
		return true
	}
	if up {
		*n++
	} else {
		*n = max(*n-1, 0)
	}
	return false
}

// activate runs the requested stages, one of which is the update.
func (c *Chip) activate() {
	const show = 0x04
	if c.stages&show == 0 {
		c.until = time.Now().Add(c.opts.Other)
		return
	}
	mode, took := display.Partial, c.opts.Partial
	if c.drives(false, false) && c.drives(true, true) {
		mode, took = display.Full, c.opts.Full
	}
	c.updates[mode]++
	c.until = time.Now().Add(took)
	for g := range min(c.lines, gates) {
		for s := range sources {
			was, is := c.white(1, g, s), c.white(0, g, s)
			if c.option&0x80 != 0 {
				was = !was
			}
			if c.drives(was, is) {
				c.glass[g][s] = !is
			}
		}
	}
}

// drives reports whether the waveform drives pixels with this change. The first four rows of the
// table are for black to black, black to white, white to black and white to white.
func (c *Chip) drives(was, is bool) bool {
	row := 0
	if was {
		row += 2
	}
	if is {
		row++
	}
	for _, phase := range c.lut[row*7 : row*7+7] {
		if phase != 0 {
			return true
		}
	}
	return false
}

package emu

import "time"

// length returns how many bytes of data follow a command.
func (c *SSD168x) length(command byte) int {
	if c.model.wideRAM && (command == 0x44 || command == 0x4E) {
		return 2 * c.narrow(command)
	}
	return c.narrow(command)
}

// narrow is length for controllers that address columns by bytes.
func (c *SSD168x) narrow(command byte) int {
	switch command {
	case 0x12, 0x20:
		return 0
	case 0x10, 0x11, 0x18, 0x22, 0x3C, 0x4E:
		return 1
	case 0x21, 0x44, 0x4F:
		return 2
	case 0x01:
		return 3
	case 0x0C:
		if c.model.wideRAM {
			return 5
		}
	case 0x45:
		return 4
	case 0x24, 0x26:
		return picture
	case 0x32:
		if c.model.lut > 0 {
			return c.model.lut
		}
	}
	return unknown
}

// receive handles bytes from the bus.
func (c *SSD168x) receive(w []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hear(w, c.sleep != 0, c.busy(), c.begin, c.take)
}

// begin starts a command.
func (c *SSD168x) begin(command byte) {
	if !c.next(command, c.length) {
		return
	}
	switch command {
	case 0x12: // everything but the deep sleep mode
		c.settings = c.model.settings()
		c.until = time.Now().Add(c.opts.Other)
	case 0x20:
		c.activate()
	}
}

// take handles a byte of data.
func (c *SSD168x) take(b byte) {
	c.operand(b, c.length, func(b byte) {
		if !c.ignore[c.command] {
			c.store(int(c.command-0x24)/2, b)
		}
	}, c.set)
}

// set puts complete data into the registers.
func (c *SSD168x) set(p []byte) {
	row := func(i int) int { return int(p[i]) | int(p[i+1])<<8 }
	switch c.command {
	case 0x01:
		c.lines = row(0) + 1
		if c.lines > c.model.rows || p[2] != c.model.order {
			c.fault("command 01: %d lines in order %d; the panel has %d in order %d", c.lines, p[2], c.model.gates, c.model.order)
		}
	case 0x10:
		if c.sleep = p[0] & 3; c.model.wideRAM && c.sleep != 0 && c.sleep != 3 {
			c.fault("command 10: there is no sleep %02X", p[0])
		}
	case 0x11:
		c.entry = p[0]
	case 0x18:
		c.sensor = p[0]
	case 0x21:
		c.option = [2]byte(p)
	case 0x22:
		c.stages = p[0]
	case 0x32:
		c.lut, c.wave = append(c.lut[:0], p...), given
	case 0x44:
		c.x0, c.x1 = int(p[0]), int(p[1])
		if c.model.wideRAM {
			c.x0, c.x1 = row(0)/8, row(2)/8
		}
		c.check(c.x0, c.x1, c.model.cols)
	case 0x45:
		c.y0, c.y1 = row(0), row(2)
		c.check(c.y0, c.y1, c.model.rows)
	case 0x4E:
		if c.x = int(p[0]); c.model.wideRAM {
			c.x = row(0) / 8
		}
	case 0x4F:
		c.y = row(0)
	}
}

func (c *SSD168x) check(from, to, size int) {
	if from >= size || to >= size {
		c.fault("command %02X: window from %d to %d, RAM has %d", c.command, from, to, size)
	}
}

// store writes eight pixels at the address counters and advances these: in the direction set by the
// data entry mode, along X or Y first, within the window.
func (c *SSD168x) store(ram int, b byte) {
	if c.x >= c.model.cols || c.y >= c.model.rows {
		c.fault("write at %d, %d outside of RAM", c.x, c.y)
		return
	}
	c.ram[ram][c.y*c.model.cols+c.x] = b
	if c.entry&4 == 0 {
		if step(&c.x, c.entry&1 != 0, c.x0, c.x1) {
			step(&c.y, c.entry&2 != 0, c.y0, c.y1)
		}
	} else if step(&c.y, c.entry&2 != 0, c.y0, c.y1) {
		step(&c.x, c.entry&1 != 0, c.x0, c.x1)
	}
}

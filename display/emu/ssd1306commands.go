package emu

// operands returns how many bytes follow a command, -1 for a command that does not exist.
func operands(command byte) int {
	switch command {
	case 0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB:
		return 1
	case 0x21, 0x22:
		return 2
	case 0x2E, 0xA0, 0xA1, 0xA4, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8:
		return 0
	}
	if command < 0x20 || 0x40 <= command && command < 0x80 || 0xB0 <= command && command < 0xB8 {
		return 0
	}
	return -1
}

// command runs the first command of w and returns how many bytes it took.
func (c *SSD1306) command(w []byte) int {
	n := operands(w[0])
	switch {
	case n < 0:
		c.fault("unknown command %02X", w[0])
		return 1
	case len(w) <= n:
		c.fault("command %02X has got %d of %d bytes", w[0], len(w)-1, n)
		return len(w)
	}
	switch {
	case w[0] < 0x10:
		c.x = c.x&0xF0 | int(w[0])
	case w[0] < 0x20:
		c.x = (c.x&0x0F | int(w[0]&0x0F)<<4) % columns
	case w[0]&0xF8 == 0xB0:
		c.page = int(w[0] & 7)
	default:
		c.set(w[0], w[1:1+n])
	}
	return 1 + n
}

// set stores a command and its bytes in the registers. Settings of contrast, clocks and voltages
// are accepted and have no effect here.
func (c *SSD1306) set(command byte, p []byte) {
	switch command {
	case 0x20:
		c.mode = p[0] & 3
	case 0x21:
		c.x0, c.x1, c.x = int(p[0]&0x7F), int(p[1]&0x7F), int(p[0]&0x7F)
	case 0x22:
		c.p0, c.p1, c.page = int(p[0]&7), int(p[1]&7), int(p[0]&7)
	case 0x8D:
		c.pump = p[0]&4 != 0
	case 0xA0, 0xA1:
		c.mirror[0] = command == 0xA1
	case 0xC0, 0xC8:
		c.mirror[1] = command == 0xC8
	case 0xA6, 0xA7:
		c.invert = command == 0xA7
	case 0xA8:
		c.rows = int(p[0]&0x3F) + 1
	case 0xAE, 0xAF:
		c.on = command == 0xAF
	case 0xDA:
		c.layout = p[0]
	}
}

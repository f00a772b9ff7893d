package emu

import (
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
)

// Port returns the bus that leads to the controller.
func (c *Chip) Port() spi.Port { return port{receive: c.receive} }

// Reset returns the pin that resets the controller when it is low, and wakes it.
func (c *Chip) Reset() gpio.PinOut {
	return &pin{mu: &c.mu, name: "RST", out: func(l gpio.Level) {
		switch {
		case l == gpio.Low && c.rst && c.lost > 0:
			c.lost--
			return
		case l == gpio.Low:
			c.registers, c.asleep, c.command = defaults(), false, 0
		case !c.rst:
			c.until = time.Now().Add(c.opts.Other)
		}
		c.rst = bool(l)
	}}
}

// Busy returns the pin that is high while the controller ignores commands.
func (c *Chip) Busy() gpio.PinIn {
	return &pin{mu: &c.mu, name: "BUSY", in: func() bool { return c.busy() && !c.cut }}
}

package emu

import (
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
)

// Port is the bus that leads to the controller.
func (c *Chip) Port() spi.Port { return port{receive: c.receive} }

// DC is the pin that tells data from commands.
func (c *Chip) DC() gpio.PinOut {
	return &pin{mu: &c.mu, name: "DC", out: func(l gpio.Level) { c.dc = bool(l) }}
}

// CS is the pin that selects the controller when it is low.
func (c *Chip) CS() gpio.PinOut {
	return &pin{mu: &c.mu, name: "CS", out: func(l gpio.Level) { c.cs = bool(l) }}
}

// Reset is the pin that resets the controller when it is low, and wakes it.
func (c *Chip) Reset() gpio.PinOut {
	return &pin{mu: &c.mu, name: "RST", out: func(l gpio.Level) {
		if l == gpio.Low {
			c.registers, c.asleep, c.command = defaults(), false, 0
		} else if !c.rst {
			c.until = time.Now().Add(c.opts.Other)
		}
		c.rst = bool(l)
	}}
}

// Busy is the pin that is high while the controller does not listen.
func (c *Chip) Busy() gpio.PinIn { return &pin{mu: &c.mu, name: "BUSY", in: c.busy} }

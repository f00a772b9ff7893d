package emu

import (
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
)

// Port returns the bus that leads to the controller. A transaction may have at most most bytes, any
// number if most is 0.
func (c *SSD168x) Port(most int) spi.Port { return port{c.receive, most} }

// Power returns the pin of the power gate, which is off until the pin is high. A panel whose Power
// is never asked for is always powered.
func (c *SSD168x) Power() gpio.PinOut { return c.power(c.lose) }

// Reset returns the pin that resets the controller when it is low, and wakes it.
func (c *SSD168x) Reset() gpio.PinOut {
	return &pin{mu: &c.mu, name: "RST", out: func(l gpio.Level) { c.reset(bool(l)) }}
}

func (c *SSD168x) reset(high bool) {
	switch {
	case high == c.rst:
	case !high && c.lost > 0:
		c.lost--
	case high:
		c.gate.reset(c.fault)
		c.rst, c.until = true, time.Now().Add(c.opts.Other)
	default:
		if c.sleep&2 != 0 { // deep sleep mode 2 does not keep the RAM
			c.noise()
		}
		c.rst, c.settings, c.sleep, c.command, c.params = false, c.model.settings(), 0, 0, nil
	}
}

// Busy returns the pin that is high while the controller ignores commands, and in deep sleep.
func (c *SSD168x) Busy() gpio.PinIn {
	return &pin{mu: &c.mu, name: "BUSY", in: func() bool { return c.busy() && !c.cut && !c.unpowered }}
}

func (c *SSD168x) busy() bool { return c.stuck || c.sleep != 0 || time.Now().Before(c.until) }

// Blackout interrupts the power for a moment: the glass keeps its picture, RAM and registers lose
// their contents.
func (c *SSD168x) Blackout() { c.damage(c.lose) }

func (c *SSD168x) lose() {
	c.settings, c.sleep, c.command, c.params = c.model.settings(), 0, 0, nil
	c.noise()
}

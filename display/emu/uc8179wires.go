package emu

import (
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
)

// Port returns the bus that leads to the controller. A transaction may have at most most bytes, any
// number if most is 0.
func (c *UC8179) Port(most int) spi.Port { return port{c.receive, most} }

// Power returns the pin of the power gate, which is off until the pin is high. A panel whose Power
// is never asked for is always powered.
func (c *UC8179) Power() gpio.PinOut { return c.power(c.lose) }

// Reset returns the pin that resets the controller when it is low, and wakes it.
func (c *UC8179) Reset() gpio.PinOut {
	return &pin{mu: &c.mu, name: "RST", out: func(l gpio.Level) { c.reset(bool(l)) }}
}

func (c *UC8179) reset(up bool) {
	switch {
	case up == c.rst:
	case !up && c.lost > 0:
		c.lost--
	case up:
		c.gate.reset(c.fault)
		c.rst = true
		c.work(c.opts.Other)
	default:
		c.rst, c.registers8179, c.asleep, c.command, c.params = false, c.defaults(), false, nothing, nil
	}
}

// lag is how long after a command BUSY falls.
const lag = 200 * time.Microsecond

// Busy returns the pin that is low while the controller ignores commands. It is also low without
// power and in deep sleep, which the data sheet does not mention.
func (c *UC8179) Busy() gpio.PinIn {
	return &pin{mu: &c.mu, name: "BUSY", in: func() bool {
		if c.cut {
			return true
		}
		return !c.stuck && !c.asleep && !c.gate.unpowered && (!c.busy() || time.Since(c.begun) < lag)
	}}
}

func (c *UC8179) busy() bool { return time.Now().Before(c.until) }

// Blackout interrupts the power for a moment: the glass keeps its picture, memory and registers
// lose their contents.
func (c *UC8179) Blackout() { c.damage(c.lose) }

func (c *UC8179) lose() {
	c.registers8179, c.asleep, c.command, c.params = c.defaults(), false, nothing, nil
	c.noise()
}

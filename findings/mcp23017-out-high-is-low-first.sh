#!/usr/bin/env bash
# The first Out(High) of a line of an MCP23017 (GPIO lines on I2C) by periph drives it low for
# a moment: the driver makes the line an output before it writes the level, and the latch holds 0
# after power-on. Whoever hangs a reset or a chip select on it resets or selects something.
#
# Expected: the level is written first, as the latch takes it while the line is still an input.
# Seen:     IODIRA (0x00) is written, then OLATA (0x14); in between the line is driven low.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/mcp23xxx"
)

const iodirA, olatA = 0x00, 0x14

// A chip tells the state of line A0 after each write.
type chip struct{ register [0x16]byte }

func (c *chip) String() string                  { return "chip" }
func (c *chip) SetSpeed(physic.Frequency) error { return nil }
func (c *chip) Tx(addr uint16, w, r []byte) error {
	if len(w) == 2 {
		c.register[w[0]] = w[1]
		line := "input"
		if c.register[iodirA]&1 == 0 {
			line = fmt.Sprintf("driven %v", gpio.Level(c.register[olatA]&1 != 0))
		}
		fmt.Printf("register 0x%02X = 0x%02X: line A0 is %s\n", w[0], w[1], line)
	}
	if len(r) > 0 {
		r[0] = c.register[w[0]]
	}
	return nil
}

func main() {
	c := &chip{}
	c.register[iodirA], c.register[0x01] = 0xFF, 0xFF // power-on: all are inputs
	dev, err := mcp23xxx.NewI2C(c, mcp23xxx.MCP23017, 0x20)
	if err != nil {
		panic(err)
	}
	fmt.Println("Out(High)")
	if err := dev.Pins[0][0].Out(gpio.High); err != nil {
		panic(err)
	}
}
GO
expect <<'SEEN'
Out(High)
register 0x00 = 0xFE: line A0 is driven Low
register 0x14 = 0x01: line A0 is driven High
SEEN

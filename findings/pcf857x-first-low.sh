#!/usr/bin/env bash
# The PCF8574 (eight GPIO lines on I2C) powers up with all lines high (its data sheet,
# "power-on reset"). periph's driver begins with the opposite belief, and leaves out what
# would change nothing: the first Out(Low) is not sent, and the line stays high.
#
# Expected: Out(gpio.Low) makes the line low, or says why it does not.
# Seen:     it returns nil, and no byte crosses the bus. The first Out(High) of one line then pulls
#           the seven others low.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/pcf857x"
)

// A chip has the levels of its eight lines, all high after power-on.
type chip struct{ lines byte }

func (c *chip) String() string                  { return "chip" }
func (c *chip) SetSpeed(physic.Frequency) error { return nil }
func (c *chip) Tx(addr uint16, w, r []byte) error {
	if len(w) > 0 {
		c.lines = w[len(w)-1]
	}
	for i := range r {
		r[i] = c.lines
	}
	return nil
}

func main() {
	c := &chip{lines: 0xFF}
	dev, err := pcf857x.New(c, pcf857x.DefaultAddress, pcf857x.PCF8574)
	if err != nil {
		panic(err)
	}
	fmt.Printf("power on: %08b\n", c.lines)
	err = dev.Pins[0].Out(gpio.Low)
	fmt.Printf("line 0 low: error %v: %08b\n", err, c.lines)
	err = dev.Pins[1].Out(gpio.High)
	fmt.Printf("line 1 high: error %v: %08b\n", err, c.lines)
}
GO
expect <<'SEEN'
power on: 11111111
line 0 low: error <nil>: 11111111
line 1 high: error <nil>: 00000010
SEEN

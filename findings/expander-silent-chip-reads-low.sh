#!/usr/bin/env bash
# A GPIO expander that does not answer any more reads as Low in three of periph's drivers: Read
# has no error to return and drops the one of the bus. A button that pulls its line to ground,
# as they are wired, is pressed as soon as the expander's cable is out.
#
# Expected: the last level, or some way to tell silence from Low.
# Seen:     Low from MCP23017, TCA9535 and PCF8574 alike; only the last one writes a line to the log.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"errors"
	"fmt"
	"io"
	"log"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/mcp23xxx"
	"periph.io/x/devices/v3/pcf857x"
	"periph.io/x/devices/v3/tca95xx"
)

// A chip has all its lines high, until its cable is out.
type chip struct{ out bool }

func (c *chip) String() string                  { return "chip" }
func (c *chip) SetSpeed(physic.Frequency) error { return nil }
func (c *chip) Tx(addr uint16, w, r []byte) error {
	if c.out {
		return errors.New("no acknowledge")
	}
	for i := range r {
		r[i] = 0xFF
	}
	return nil
}

func main() {
	log.SetOutput(io.Discard)
	c := &chip{}
	mcp, err := mcp23xxx.NewI2C(c, mcp23xxx.MCP23017, 0x20)
	if err != nil {
		panic(err)
	}
	tca, err := tca95xx.New(c, tca95xx.TCA9535, 0x21)
	if err != nil {
		panic(err)
	}
	pcf, err := pcf857x.New(c, 0x22, pcf857x.PCF8574)
	if err != nil {
		panic(err)
	}
	lines := []gpio.PinIn{mcp.Pins[0][0], tca.Pins[0][0], pcf.Pins[0]}
	names := []string{"MCP23017", "TCA9535", "PCF8574"}
	for i, line := range lines {
		c.out = false
		if err := line.In(gpio.Float, gpio.NoEdge); err != nil {
			panic(err)
		}
		there := line.Read()
		c.out = true
		fmt.Printf("%s: button released reads %v; cable out reads %v\n", names[i], there, line.Read())
	}
}
GO
expect <<'SEEN'
MCP23017: button released reads High; cable out reads Low
TCA9535: button released reads High; cable out reads Low
PCF8574: button released reads High; cable out reads Low
SEEN

#!/usr/bin/env bash
# A CAP1188 gives eight buttons that are touched, with a light for each. periph's SetLED sets the bit of the light,
# and then, whatever was asked, clears it. And InputStatus counts the buttons from the far end.
#
# Expected: after SetLED(2, true) bit 2 of the LED output control (register 0x74 of Microchip DS00001620) is set; a
#           touch of CS1 (bit 0 of register 0x03) is the first status; a finger that stays is Held and stays so.
# Seen:     the bit is clear again; CS1 is the last status; a finger that stays is Pressed and Held by turns.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 periph.io/x/host/v3@v3.8.5 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/cap1xxx"
)

type chip struct {
	regs [256]byte
	told bool
}

func (c *chip) String() string                   { return "chip" }
func (c *chip) SetSpeed(f physic.Frequency) error { return nil }
func (c *chip) Tx(addr uint16, w, r []byte) error {
	if len(w) == 2 {
		c.regs[w[0]] = w[1]
		if c.told {
			fmt.Printf("  register 0x%02X becomes %08b\n", w[0], w[1])
		}
	}
	if len(r) == 1 {
		r[0] = c.regs[w[0]]
	}
	return nil
}

func main() {
	c := &chip{}
	c.regs[0xFD] = 0x50 // CAP1188
	opts := cap1xxx.DefaultOpts
	opts.LinkedLEDs = false
	opts.RetriggerOnHold = true
	d, err := cap1xxx.NewI2C(c, &opts)
	if err != nil {
		panic(err)
	}
	c.told = true
	fmt.Println("SetLED(2, true):")
	if err := d.SetLED(2, true); err != nil {
		panic(err)
	}
	c.told = false
	c.regs[0x03] = 1 // a finger on CS1
	for i := range 4 {
		s := make([]cap1xxx.TouchStatus, 8)
		if err := d.InputStatus(s); err != nil {
			panic(err)
		}
		fmt.Printf("look %d, CS1 is touched all the time: first %v, last %v\n", i+1, s[0], s[7])
	}
}
GO
expect <<'SEEN'
SetLED(2, true):
  register 0x74 becomes 00000100
  register 0x74 becomes 00000000
look 1, CS1 is touched all the time: first OffStatus, last PressedStatus
look 2, CS1 is touched all the time: first OffStatus, last HeldStatus
look 3, CS1 is touched all the time: first OffStatus, last PressedStatus
look 4, CS1 is touched all the time: first OffStatus, last HeldStatus
SEEN

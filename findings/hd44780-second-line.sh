#!/usr/bin/env bash
# A character display with an HD44780 wakes up with one line of its memory shown; the "function set" instruction
# (001, then bits for bus, lines and font; HITACHI ADE-207-272, table 6) switches the second one on. periph's driver
# sends 0x14 where its comment says "4-bit mode, 2 lines". 0x14 moves the cursor.
#
# Expected: a function set with the bit for two lines; the third and fourth line at 0x14 and 0x54 of the memory.
# Seen:     no function set at all once four wires are agreed on, and line 2 is written over line 0.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 periph.io/x/host/v3@v3.8.5 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/devices/v3/hd44780"
)

// A chip takes half a byte whenever its enable line falls.
type chip struct {
	data      [4]gpiotest.Pin
	rs        gpiotest.Pin
	nibbles   []byte
	enabled   bool
	fourWires bool
}

type enable struct {
	gpiotest.Pin
	c *chip
}

func (e *enable) Out(l gpio.Level) error {
	if e.c.enabled && l == gpio.Low {
		var n byte
		for i := range e.c.data {
			if e.c.data[i].L {
				n |= 1 << i
			}
		}
		e.c.take(n)
	}
	e.c.enabled = bool(l)
	return nil
}

func (c *chip) take(n byte) {
	if !c.fourWires { // the upper half of an instruction for eight wires
		c.fourWires = n == 2
		return
	}
	if c.nibbles = append(c.nibbles, n); len(c.nibbles) == 2 {
		b := c.nibbles[0]<<4 | c.nibbles[1]
		c.nibbles = nil
		switch {
		case c.rs.L == gpio.High:
			fmt.Printf("character %q\n", b)
		case b&0x80 != 0:
			fmt.Printf("address 0x%02X\n", b&0x7F)
		case b&0xE0 == 0x20:
			fmt.Printf("function set 0x%02X: two lines %v\n", b, b&8 != 0)
		case b&0xF0 == 0x10:
			fmt.Printf("cursor or display moves: 0x%02X\n", b)
		default:
			fmt.Printf("instruction 0x%02X\n", b)
		}
	}
}

func main() {
	c := &chip{}
	var data []gpio.PinOut
	for i := range c.data {
		data = append(data, &c.data[i])
	}
	fmt.Println("New:")
	d, err := hd44780.New(data, &c.rs, &enable{c: c})
	if err != nil {
		panic(err)
	}
	for line := range uint8(4) {
		fmt.Printf("SetCursor(%d, 0):\n", line)
		if err := d.SetCursor(line, 0); err != nil {
			panic(err)
		}
	}
}
GO
expect <<'SEEN'
New:
cursor or display moves: 0x14
cursor or display moves: 0x10
instruction 0x01
instruction 0x06
instruction 0x0C
instruction 0x01
instruction 0x02
SetCursor(0, 0):
address 0x00
SetCursor(1, 0):
address 0x40
SetCursor(2, 0):
address 0x00
SetCursor(3, 0):
address 0x40
SEEN

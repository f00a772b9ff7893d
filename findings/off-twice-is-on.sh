#!/usr/bin/env bash
# Two of periph's drivers clear a bit by turning it over: what is off already is switched on. SerLCD: character
# displays on a serial line, SPI or I2C; PCA9633: the lights behind a character display, or at the seats of a table.
#
# Expected: Display(false), and so Halt, darkens a display; SetInvert(false) leaves lights as they are wired.
# Seen:     a display that was opened with NewConn is switched on by Halt; SetInvert(false) inverts the lights.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/pca9633"
	"periph.io/x/devices/v3/serlcd"
)

type lcd struct{}

func (lcd) String() string      { return "lcd" }
func (lcd) Duplex() conn.Duplex { return conn.Half }
func (lcd) Tx(w, r []byte) error {
	if len(w) == 2 && w[0] == 0xFE && w[1]&0xF8 == 0x08 {
		fmt.Printf("  the display is on: %v\n", w[1]&4 != 0)
	}
	return nil
}

type lights struct{}

func (lights) String() string                   { return "lights" }
func (lights) SetSpeed(f physic.Frequency) error { return nil }
func (lights) Tx(addr uint16, w, r []byte) error {
	if len(w) == 2 && w[0] == 1 { // MODE2, bit 4 of which is INVRT
		fmt.Printf("  the lights are inverted: %v\n", w[1]&0x10 != 0)
	}
	return nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	d := serlcd.NewConn(lcd{}, 2, 16)
	fmt.Println("SerLCD, Halt:")
	must(d.Halt())
	fmt.Println("SerLCD, Display(false):")
	must(d.Display(false))
	fmt.Println("PCA9633, New:")
	p, err := pca9633.New(lights{}, 0x60, pca9633.STRUCT_TOTEMPOLE)
	must(err)
	fmt.Println("PCA9633, SetInvert(false):")
	must(p.SetInvert(false))
}
GO
expect <<'SEEN'
SerLCD, Halt:
  the display is on: true
SerLCD, Display(false):
  the display is on: false
PCA9633, New:
  the lights are inverted: false
PCA9633, SetInvert(false):
  the lights are inverted: true
SEEN

#!/usr/bin/env bash
# periph's driver of the SSD1306 (OLED) says of Halt that any other command switches the
# display on again. Drawing the picture that was shown before is no command: nothing has
# changed, so nothing is sent, and the display stays dark though Draw returns nil.
#
# Expected: Draw after Halt shows the picture.
# Seen:     only a picture that differs from the last one sends 0xAF, "display on".
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"
	"image"
	"image/color"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/ssd1306"
)

// A glass knows whether the controller was told to be on (0xAF) or off (0xAE) last.
type glass struct{ on bool }

func (g *glass) String() string                  { return "glass" }
func (g *glass) SetSpeed(physic.Frequency) error { return nil }
func (g *glass) Tx(addr uint16, w, r []byte) error {
	if w[0] == 0x00 { // commands follow; none of those sent here has an operand like these
		for _, c := range w[1:] {
			if c == 0xAE || c == 0xAF {
				g.on = c == 0xAF
			}
		}
	}
	return nil
}

func main() {
	g := &glass{}
	dev, err := ssd1306.NewI2C(g, &ssd1306.Opts{W: 128, H: 64})
	if err != nil {
		panic(err)
	}
	draw := func(what string, c color.Color) {
		err := dev.Draw(dev.Bounds(), image.NewUniform(c), image.Point{})
		fmt.Printf("%s: error %v, display on %t\n", what, err, g.on)
	}
	draw("white", color.White)
	err = dev.Halt()
	fmt.Printf("halt: error %v, display on %t\n", err, g.on)
	draw("white again", color.White)
	draw("black", color.Black)
}
GO
expect <<'SEEN'
white: error <nil>, display on true
halt: error <nil>, display on false
white again: error <nil>, display on false
black: error <nil>, display on true
SEEN

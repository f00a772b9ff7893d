#!/usr/bin/env bash
# periph's driver of the SSD1306 (OLED) never repeats a picture whose transfer failed: it
# keeps the picture as shown before it sends it. A second Draw of the same picture finds
# nothing that has changed, and the glass keeps the old one.
#
# Expected: after an error of the bus, drawing the same picture sends it.
# Seen:     nothing is sent, and Draw returns nil.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"errors"
	"fmt"
	"image"
	"image/color"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/ssd1306"
)

// A bus counts the bytes that arrive, and fails once when it is told to.
type bus struct {
	arrived int
	fail    bool
}

func (b *bus) String() string                  { return "bus" }
func (b *bus) SetSpeed(physic.Frequency) error { return nil }
func (b *bus) Tx(addr uint16, w, r []byte) error {
	if b.fail {
		b.fail = false
		return errors.New("no acknowledge")
	}
	b.arrived += len(w)
	return nil
}

func main() {
	b := &bus{}
	dev, err := ssd1306.NewI2C(b, &ssd1306.Opts{W: 128, H: 64})
	if err != nil {
		panic(err)
	}
	draw := func(what string, c color.Color) {
		before := b.arrived
		err := dev.Draw(dev.Bounds(), image.NewUniform(c), image.Point{})
		fmt.Printf("%s: error %v, %d bytes\n", what, err, b.arrived-before)
	}
	draw("black", color.Black)
	b.fail = true
	draw("white, while the bus fails", color.White)
	draw("white once more", color.White)
	draw("black", color.Black)
}
GO
expect <<'SEEN'
black: error <nil>, 1064 bytes
white, while the bus fails: error no acknowledge, 0 bytes
white once more: error <nil>, 0 bytes
black: error <nil>, 1064 bytes
SEEN

#!/usr/bin/env bash
# A panel of 128 x 296 pixels lies on its long side, so it is told to be rotated, and Size answers 296 x 128. TinyGo's
# FillRectangle looks at the unrotated width for the left edge: the right half of the panel is out of range. And
# Invert sends its value as data of whatever command was sent last.
#
# Expected: a bar at (200, 10) is drawn as one at (100, 10) is; Invert writes command 0x50 (CDI).
# Seen:     "out of screen range"; after Display the value of Invert goes to command 0x12, the refresh.
. "$(dirname "$0")/lib/go.sh"

run_go tinygo.org/x/drivers@v0.37.0 <<'GO'
package main

import (
	"fmt"
	"image/color"

	"tinygo.org/x/drivers"
	"tinygo.org/x/drivers/uc8151"
)

type pin struct{ high bool }

func (p *pin) Set(level bool) { p.high = level }
func (p *pin) Get() bool      { return true }

type chip struct {
	dc      *pin
	command byte
	told    bool
}

func (c *chip) Transfer(b byte) (byte, error) { return 0, c.Tx([]byte{b}, nil) }
func (c *chip) Tx(w, r []byte) error {
	if !c.dc.high {
		c.command = w[0]
	} else if c.told {
		fmt.Printf("data % X for command 0x%02X\n", w, c.command)
	}
	return nil
}

func main() {
	c := &chip{dc: &pin{}}
	d := uc8151.New(c, &pin{}, c.dc, &pin{}, &pin{})
	d.Configure(uc8151.Config{Width: 128, Height: 296, Rotation: drivers.Rotation90})
	w, h := d.Size()
	fmt.Printf("the panel is %d x %d\n", w, h)
	for _, x := range []int16{100, 200} {
		fmt.Printf("a bar of 20 x 10 at (%d, 10): error %v\n", x, d.FillRectangle(x, 10, 20, 10, color.RGBA{R: 255, A: 255}))
	}
	if err := d.Display(); err != nil {
		panic(err)
	}
	c.told = true
	d.Invert(true)
}
GO
expect <<'SEEN'
the panel is 296 x 128
a bar of 20 x 10 at (100, 10): error <nil>
a bar of 20 x 10 at (200, 10): error out of screen range
data 5C for command 0x12
SEEN

#!/usr/bin/env bash
# E-paper with a UC8151 can refresh a window: the chip is told its edges (command 0x90: first and last column, first
# and last line; UltraChip UC8151C, section "PTL") and gets its pixels. TinyGo's DisplayRect turns width and height
# into the far edges first, and then adds them to the near edges once more; unrotated, it also swaps the two.
#
# Expected: for 32 x 16 pixels at (64, 80): columns 64 to 95, lines 80 to 95, 64 bytes.
# Seen:     edges around twice as many pixels and more; turned by 180 degrees they reach to line 397 of 296.
. "$(dirname "$0")/lib/go.sh"

run_go tinygo.org/x/drivers@v0.37.0 <<'GO'
package main

import (
	"fmt"

	"tinygo.org/x/drivers"
	"tinygo.org/x/drivers/uc8151"
)

type pin struct{ high bool }

func (p *pin) Set(level bool) { p.high = level }
func (p *pin) Get() bool      { return true } // never busy

type chip struct {
	dc      *pin
	command byte
	data    map[byte][]byte
}

func (c *chip) Transfer(b byte) (byte, error) { return 0, c.Tx([]byte{b}, nil) }
func (c *chip) Tx(w, r []byte) error {
	if !c.dc.high {
		c.command = w[0]
		c.data[c.command] = nil
		return nil
	}
	c.data[c.command] = append(c.data[c.command], w...)
	return nil
}

func main() {
	for i, rotation := range []drivers.Rotation{drivers.Rotation0, drivers.Rotation90, drivers.Rotation180, drivers.Rotation270} {
		c := &chip{dc: &pin{}, data: map[byte][]byte{}}
		d := uc8151.New(c, &pin{}, c.dc, &pin{}, &pin{})
		d.Configure(uc8151.Config{Width: 128, Height: 296, Rotation: rotation})
		err := d.DisplayRect(64, 80, 32, 16)
		w := c.data[0x90]
		fmt.Printf("rotated by %3d: columns %d to %d, lines %d to %d, %d bytes, error %v\n", 90*i,
			w[0], w[1], int(w[2])<<8|int(w[3]), int(w[4])<<8|int(w[5]), len(c.data[0x13]), err)
	}
}
GO
expect <<'SEEN'
rotated by   0: columns 48 to 111, lines 80 to 191, 64 bytes, error <nil>
rotated by  90: columns 16 to 63, lines 49 to 113, 64 bytes, error <nil>
rotated by 180: columns 56 to 127, lines 183 to 397, 64 bytes, error <nil>
rotated by 270: columns 80 to 191, lines 231 to 477, 64 bytes, error <nil>
SEEN

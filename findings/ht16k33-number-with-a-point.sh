#!/usr/bin/env bash
# Four digits driven by an HT16K33 show a time or a score. periph's WriteString puts a point into the digit before
# it, so that a point takes no place of its own; where the text is shorter than the display it looks at the wrong letter.
#
# Expected: "1.5" as 1. and 5, as "01.50" is shown as 0, 1., 5 and 0.
# Seen:     the digit before the point is gone.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"
	"strings"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/ht16k33"
)

// A glass is the memory of the chip: two bytes a digit.
type glass [16]byte

func (g *glass) String() string                   { return "glass" }
func (g *glass) SetSpeed(f physic.Frequency) error { return nil }
func (g *glass) Tx(addr uint16, w, r []byte) error {
	if len(w) == 3 {
		copy(g[w[0]:], w[1:])
	}
	return nil
}

// Which segments a letter takes is asked of the driver itself.
func (g *glass) letters(d *ht16k33.Display) string {
	var shown [4]uint16
	for i := range shown {
		shown[i] = uint16(g[2*i]) | uint16(g[2*i+1])<<8
	}
	var out []string
	for _, s := range shown {
		name := fmt.Sprintf("%04x", s)
		for _, c := range " .0123456789" {
			if err := d.SetDigit(0, c, false); err != nil {
				panic(err)
			}
			plain := uint16(g[0]) | uint16(g[1])<<8
			switch s {
			case plain:
				name = string(c)
			case plain | 0x4000:
				if c != ' ' && c != '.' {
					name = string(c) + "."
				}
			}
		}
		out = append(out, "["+name+"]")
	}
	return strings.Join(out, "")
}

func main() {
	g := &glass{}
	d, err := ht16k33.NewAlphaNumericDisplay(g, ht16k33.I2CAddr)
	if err != nil {
		panic(err)
	}
	for _, s := range []string{"01.50", "15", "1.5", "12.5", "0.7"} {
		_, err := d.WriteString(s)
		fmt.Printf("%-7q %s error %v\n", s, g.letters(d), err)
	}
}
GO
expect <<'SEEN'
"01.50" [0][1.][5][0] error <nil>
"15"    [ ][ ][1][5] error <nil>
"1.5"   [ ][.][5][ ] error <nil>
"12.5"  [1][2.][5][ ] error <nil>
"0.7"   [ ][.][7][ ] error <nil>
SEEN

#!/usr/bin/env bash
# The EEPROM of an Inky tells what panel it is. periph's driver has the names of the wHATs with an SSD1683
# (types 17, 18, 19), but DetectOpts refuses them.
#
# Expected: options for each panel that the driver can name.
# Seen:     17 to 19 are "not supported", as 13, which has no name.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi/spitest"
	"periph.io/x/devices/v3/inky"
)

// An eeprom has width and height, colour (1: black), the board's version, and the type of the panel.
type eeprom struct{ panel byte }

func (e *eeprom) String() string                  { return "eeprom" }
func (e *eeprom) SetSpeed(physic.Frequency) error { return nil }
func (e *eeprom) Tx(addr uint16, w, r []byte) error {
	copy(r, []byte{400 & 0xFF, 400 >> 8, 300 & 0xFF, 300 >> 8, 1, 12, e.panel})
	return nil
}

func main() {
	for _, panel := range []byte{3, 12, 13, 17, 18, 19} {
		named, err := inky.New(&spitest.Record{}, &gpiotest.Pin{}, &gpiotest.Pin{}, &gpiotest.Pin{}, &inky.Opts{Model: inky.WHAT, DisplayVariant: uint(panel)})
		if err != nil {
			panic(err)
		}
		_, err = inky.DetectOpts(&eeprom{panel})
		fmt.Printf("%2d %q: %v\n", panel, named, err)
	}
}
GO
expect <<'SEEN'
 3 "Black wHAT": <nil>
12 "Yellow pHAT (SSD1608)": <nil>
13 "": failed to get ops: display type 13 not supported
17 "Black wHAT (SSD1683)": failed to get ops: display type 17 not supported
18 "Red wHAT (SSD1683)": failed to get ops: display type 18 not supported
19 "Yellow wHAT (SSD1683)": failed to get ops: display type 19 not supported
SEEN

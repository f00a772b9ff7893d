#!/usr/bin/env bash
# A clock chip whose cell was empty says so by a bit beside its seconds: VL in the PCF8563 (NXP, section 8.4), OS in
# the PCF8523 (section 8.6). TinyGo's drivers mask the bit off, and have no other way to ask for it. The PCF8563's
# minutes are taken modulo 127 where they should be masked: bit 7, which the chip's manual leaves open, moves them by one.
#
# Expected: an error, or a question that can be asked; half past eight as half past eight.
# Seen:     a time and no error; 20:31 where bit 7 is set.
. "$(dirname "$0")/lib/go.sh"

run_go tinygo.org/x/drivers@v0.37.0 <<'GO'
package main

import (
	"fmt"

	"tinygo.org/x/drivers/pcf8523"
	"tinygo.org/x/drivers/pcf8563"
)

type chip [32]byte

func (c *chip) Tx(addr uint16, w, r []byte) error {
	copy(r, c[w[0]:])
	return nil
}

func main() {
	// Both chips have seconds, minutes, hours, days, weekdays, months and years in a row, in decimal digits.
	eve := []byte{0x00, 0x30, 0x20, 0x04, 6, 0x07, 0x26}
	for _, t := range []struct {
		what     string
		at, flag int // where seconds stand; which byte gets bit 7
		pcf8563  bool
	}{
		{"PCF8523 that runs", 3, -1, false},
		{"PCF8523 that stopped (OS)", 3, 0, false},
		{"PCF8563 that runs", 2, -1, true},
		{"PCF8563 that stopped (VL)", 2, 0, true},
		{"PCF8563, bit 7 of the minutes set", 2, 1, true},
	} {
		c := &chip{}
		copy(c[t.at:], eve)
		if t.flag >= 0 {
			c[t.at+t.flag] |= 0x80
		}
		a, b := pcf8523.New(c), pcf8563.New(c)
		read := a.ReadTime
		if t.pcf8563 {
			read = b.ReadTime
		}
		at, err := read()
		fmt.Printf("%-34s %s, error %v\n", t.what+":", at.Format("2006-01-02 15:04:05"), err)
	}
}
GO
expect <<'SEEN'
PCF8523 that runs:                 2026-07-04 20:30:00, error <nil>
PCF8523 that stopped (OS):         2026-07-04 20:30:00, error <nil>
PCF8563 that runs:                 2026-07-04 20:30:00, error <nil>
PCF8563 that stopped (VL):         2026-07-04 20:30:00, error <nil>
PCF8563, bit 7 of the minutes set: 2026-07-04 20:31:00, error <nil>
SEEN

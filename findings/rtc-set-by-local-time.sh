#!/usr/bin/env bash
# A Pi without a network takes its time from a clock chip with a cell. TinyGo's drivers for three of them write the
# hours of the time that they are given, whatever its zone, and read them back as UTC.
#
# Expected: a moment that is set is the moment that is read.
# Seen:     set in Berlin in July, it comes back two hours later.
. "$(dirname "$0")/lib/go.sh"

run_go tinygo.org/x/drivers@v0.37.0 <<'GO'
package main

import (
	"fmt"
	"time"
	_ "time/tzdata"

	"tinygo.org/x/drivers/ds3231"
	"tinygo.org/x/drivers/pcf8523"
	"tinygo.org/x/drivers/pcf8563"
)

// A chip is its registers; the first byte that is written says where.
type chip [32]byte

func (c *chip) Tx(addr uint16, w, r []byte) error {
	at := int(w[0])
	copy(c[at:], w[1:])
	copy(r, c[at:])
	return nil
}

type clock interface {
	SetTime(time.Time) error
	ReadTime() (time.Time, error)
}

func main() {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	set := time.Date(2026, 7, 4, 20, 15, 0, 0, berlin)
	a, b, c := ds3231.New(&chip{}), pcf8523.New(&chip{}), pcf8563.New(&chip{})
	for _, t := range []struct {
		name string
		clock
	}{{"DS3231", &a}, {"PCF8523", &b}, {"PCF8563", &c}} {
		if err := t.SetTime(set); err != nil {
			panic(err)
		}
		read, err := t.ReadTime()
		fmt.Printf("%-7s set %s, read %s: %v later, error %v\n", t.name, set.Format(time.RFC3339), read.Format(time.RFC3339), read.Sub(set), err)
	}
}
GO
expect <<'SEEN'
DS3231  set 2026-07-04T20:15:00+02:00, read 2026-07-04T20:15:00Z: 2h0m0s later, error <nil>
PCF8523 set 2026-07-04T20:15:00+02:00, read 2026-07-04T20:15:00Z: 2h0m0s later, error <nil>
PCF8563 set 2026-07-04T20:15:00+02:00, read 2026-07-04T20:15:00Z: 2h0m0s later, error <nil>
SEEN

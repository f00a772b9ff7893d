#!/usr/bin/env bash
# The first byte on an I2C bus is the address and a bit that says 0 for writing, 1 for reading (NXP UM10204,
# section 3.1.10). periph's I2C on any two GPIO lines (bitbang) sends it the wrong way round: it announces a read and
# writes, and the other way round. A chip that keeps to the paper answers neither.
#
# Expected: 0x48 for a write to address 0x24, 0x49 for a read.
# Seen:     the bytes on the wire below.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 periph.io/x/host/v3@v3.8.5 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/bitbang"
)

// A wire takes a bit whenever the clock rises, and acknowledges everything.
type wire struct {
	clock, data line
	bits        []byte
}

type line struct {
	gpiotest.Pin
	rises func()
}

func (l *line) In(gpio.Pull, gpio.Edge) error { return nil }
func (l *line) Out(v gpio.Level) error {
	rises := v && !l.L
	l.L = v
	if rises && l.rises != nil {
		l.rises()
	}
	return nil
}

type acknowledging struct{ *line }

func (acknowledging) Read() gpio.Level { return gpio.Low }

type free struct{ *line } // nobody stretches the clock

func (free) Read() gpio.Level { return gpio.High }

func main() {
	w := &wire{}
	w.clock.rises = func() {
		bit := byte(0)
		if w.data.L {
			bit = 1
		}
		w.bits = append(w.bits, bit)
	}
	bus, err := bitbang.New(free{&w.clock}, acknowledging{&w.data}, 400*physic.KiloHertz)
	if err != nil {
		panic(err)
	}
	first := func() (b byte) {
		for _, bit := range w.bits[:8] {
			b = b<<1 | bit
		}
		return b
	}
	for _, t := range []struct {
		name string
		w, r []byte
	}{{"write", []byte{0x02}, nil}, {"read", nil, make([]byte, 1)}} {
		w.bits = nil
		err := bus.Tx(0x24, t.w, t.r)
		fmt.Printf("%s, address 0x24: the first byte is 0x%02X, error %v\n", t.name, first(), err)
	}
}
GO
expect <<'SEEN'
write, address 0x24: the first byte is 0x49, error <nil>
read, address 0x24: the first byte is 0x48, error <nil>
SEEN

#!/usr/bin/env bash
# Two PCA9548 (I2C multiplexers) on one bus, as for more than eight readers of one address: periph's
# driver never closes a channel. Who talks to a port of the second one leaves the port of the first
# one open, and both devices answer at once.
#
# Expected: at most one port of the multiplexers on a bus is connected, or a word of it in the documentation.
# Seen:     after one message to each, both have channel 0 open.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/pca9548"
)

// A wire has two multiplexers, each with its open channels, and a device 0x24 behind each channel 0.
type wire struct{ open [2]byte }

func (b *wire) String() string                  { return "wire" }
func (b *wire) SetSpeed(physic.Frequency) error { return nil }
func (b *wire) Tx(addr uint16, w, r []byte) error {
	switch {
	case addr == 0x70 || addr == 0x71:
		if len(w) > 0 {
			b.open[addr-0x70] = w[0]
		}
	case addr == 0x24:
		answer := 0
		for _, open := range b.open {
			answer += int(open & 1)
		}
		fmt.Printf("a message to 0x24: channels open %08b and %08b, devices that hear it: %d\n", b.open[0], b.open[1], answer)
	}
	return nil
}

func main() {
	b := &wire{}
	for i, name := range []string{"first", "second"} {
		mux, err := pca9548.New(b, &pca9548.Opts{Addr: 0x70 + i})
		if err != nil {
			panic(err)
		}
		if _, err := mux.RegisterPorts(name); err != nil {
			panic(err)
		}
	}
	for _, name := range []string{"first0", "second0", "first0"} {
		port, err := i2creg.Open(name)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: ", name)
		if err := port.Tx(0x24, []byte{0}, nil); err != nil {
			panic(err)
		}
	}
}
GO
expect <<'SEEN'
first0: a message to 0x24: channels open 00000001 and 00000000, devices that hear it: 1
second0: a message to 0x24: channels open 00000001 and 00000001, devices that hear it: 2
first0: a message to 0x24: channels open 00000001 and 00000001, devices that hear it: 2
SEEN

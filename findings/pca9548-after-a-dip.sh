#!/usr/bin/env bash
# A PCA9548 (I2C multiplexer) that lost power for a moment has no channel open. periph's driver
# remembers which channel it opened last and does not open it again, nor after an error: every
# message to that port fails until another port of it was used.
#
# Expected: the channel is selected again after a message has failed.
# Seen:     ten messages in a row fail; one to another port cures it.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/pca9548"
)

// A wire has a multiplexer with its open channels, and a device 0x24 behind channels 0 and 1.
type wire struct{ open byte }

func (b *wire) String() string                  { return "wire" }
func (b *wire) SetSpeed(physic.Frequency) error { return nil }
func (b *wire) Tx(addr uint16, w, r []byte) error {
	switch {
	case addr == 0x70 && len(w) > 0:
		b.open = w[0]
	case addr == 0x24 && b.open&3 == 0:
		return errors.New("no acknowledge")
	}
	return nil
}

func main() {
	b := &wire{}
	mux, err := pca9548.New(b, &pca9548.Opts{Addr: 0x70})
	if err != nil {
		panic(err)
	}
	if _, err := mux.RegisterPorts("port"); err != nil {
		panic(err)
	}
	send := func(what, name string) {
		port, err := i2creg.Open(name)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %v\n", what, port.Tx(0x24, []byte{0}, nil))
	}
	send("port 0", "port0")
	b.open = 0
	fmt.Println("power dips: no channel is open")
	for range 10 {
		send("port 0", "port0")
	}
	send("port 1", "port1")
	send("port 0", "port0")
}
GO
expect <<'SEEN'
port 0: <nil>
power dips: no channel is open
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 0: no acknowledge
port 1: <nil>
port 0: <nil>
SEEN

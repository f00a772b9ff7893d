#!/usr/bin/env bash
# periph's SPI on any four GPIO lines (bitbang) refuses spi.LSBFirst as not supported, and sends the least
# significant bit first all the same, in the modes that are called the most significant bit first. Nearly every
# chip reads each byte mirrored; what it answers comes back mirrored, too.
#
# Expected: 0x26 on the wire is 00100110.
# Seen:     01100100.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 periph.io/x/host/v3@v3.8.5 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/bitbang"
)

type clock struct {
	gpiotest.Pin
	rises func()
}

func (c *clock) Out(v gpio.Level) error {
	rises := v && !c.L
	c.L = v
	if rises {
		c.rises()
	}
	return nil
}

func main() {
	data, bits := &gpiotest.Pin{}, ""
	sck := &clock{rises: func() {
		if data.L {
			bits += "1"
		} else {
			bits += "0"
		}
	}}
	port, err := bitbang.NewSPI(sck, data, &gpiotest.Pin{}, &gpiotest.Pin{})
	if err != nil {
		panic(err)
	}
	_, err = port.Connect(physic.MegaHertz, spi.Mode0|spi.LSBFirst, 8)
	fmt.Println("least significant bit first:", err)
	conn, err := port.Connect(physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		panic(err)
	}
	bits = ""
	if err := conn.Tx([]byte{0x26}, nil); err != nil {
		panic(err)
	}
	fmt.Printf("0x26, most significant bit first: %s\n", bits)
}
GO
expect <<'SEEN'
least significant bit first: bitbang-spi: LSBFirst mode not supported
0x26, most significant bit first: 01100100
SEEN

#!/usr/bin/env bash
# A Go library for the PN532 over SPI sends one byte of a read and wants seven or more back in the same transfer.
# periph, through which it talks to the port, sends and receives as many bytes: its SPI on any four GPIO lines, shown
# here, and its SPI of the kernel refuse such a transfer. So a chip that says that it is ready is never heard.
#
# Expected: the acknowledgment of the first command is read.
# Seen:     the transfer is refused, and the library says that it could not read.
. "$(dirname "$0")/lib/go.sh"

run_go github.com/ZaparooProject/go-pn532@v0.26.1 periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 periph.io/x/host/v3@v3.8.5 <<'GO'
package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ZaparooProject/go-pn532"
	transport "github.com/ZaparooProject/go-pn532/transport/spi"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/devices/v3/bitbang"
)

// miso is the line of a chip that answers each status byte with "ready".
type miso struct {
	gpiotest.Pin
	bits int
}

func (m *miso) Read() gpio.Level {
	m.bits++
	return m.bits%16 == 0
}

// told prints each kind of transfer once.
type told struct {
	spi.PortCloser
	spi.Conn
	seen map[string]bool
}

func (t *told) String() string { return "four lines" }

func (t *told) Connect(f physic.Frequency, mode spi.Mode, bits int) (_ spi.Conn, err error) {
	t.Conn, err = t.PortCloser.Connect(f, mode, bits)
	return t, err
}

func (t *told) Tx(w, r []byte) error {
	err := t.Conn.Tx(w, r)
	line := fmt.Sprintf("sends %d, receives %d: %v", len(w), len(r), err)
	if len(r) > 0 && !t.seen[line] {
		t.seen[line] = true
		fmt.Println(line)
	}
	return err
}

func main() {
	port, err := bitbang.NewSPI(&gpiotest.Pin{}, &gpiotest.Pin{}, &miso{}, &gpiotest.Pin{})
	if err != nil {
		panic(err)
	}
	if err := spireg.Register("lines", nil, -1, func() (spi.PortCloser, error) {
		return &told{PortCloser: port, seen: map[string]bool{}}, nil
	}); err != nil {
		panic(err)
	}
	t, err := transport.New("lines")
	if err != nil {
		panic(err)
	}
	_, err = t.SendCommand(context.Background(), 0x02, nil) // what firmware it has
	fmt.Println("could not be read:", errors.Is(err, pn532.ErrTransportRead))
}
GO
expect <<'SEEN'
sends 2, receives 2: <nil>
sends 1, receives 7: bitbang-spi: write and read buffers must be the same length
could not be read: true
SEEN

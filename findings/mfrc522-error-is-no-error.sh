#!/usr/bin/env bash
# CardWrite of periph's mfrc522 asks the chip for its errors (collision, parity, CRC, protocol), and
# if there is one it returns the error of the question, which is nil. Two cards on one antenna, or one
# too far away, are an answer of no bytes and a length of -1, without an error.
#
# Expected: an error that says what the chip reported.
# Seen:     nil, for each of the four bits of ErrorReg that it looks at.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/mfrc522/commands"
)

// A chip that has received something and says in ErrorReg what was wrong with it.
type chip struct{ fault byte }

func (c *chip) String() string                                            { return "chip" }
func (c *chip) Duplex() conn.Duplex                                       { return conn.Full }
func (c *chip) TxPackets([]spi.Packet) error                              { return nil }
func (c *chip) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return c, nil }
func (c *chip) Tx(w, r []byte) error {
	if len(r) == 2 {
		switch w[0] >> 1 & 0x3F {
		case commands.CommIrqReg:
			r[1] = 0x30
		case commands.ErrorReg:
			r[1] = c.fault
		}
	}
	return nil
}

func main() {
	c := &chip{}
	dev, err := commands.NewLowLevelSPI(c, &gpiotest.Pin{}, nil)
	if err != nil {
		panic(err)
	}
	for _, f := range []struct {
		name string
		bit  byte
	}{{"ProtocolErr", 0x01}, {"ParityErr", 0x02}, {"CollErr", 0x08}, {"BufferOvfl", 0x10}} {
		c.fault = f.bit
		answer, bits, err := dev.CardWrite(commands.PCD_TRANSCEIVE, []byte{0x93, 0x20})
		fmt.Printf("%s: %d bytes, length %d, error %v\n", f.name, len(answer), bits, err)
	}
}
GO
expect <<'SEEN'
ProtocolErr: 0 bytes, length -1, error <nil>
ParityErr: 0 bytes, length -1, error <nil>
CollErr: 0 bytes, length -1, error <nil>
BufferOvfl: 0 bytes, length -1, error <nil>
SEEN

#!/usr/bin/env bash
# ReadCard and WriteCard of periph's mfrc522 take "the block within the sector (0-3)". Block 3 is block 0
# for them, after the key was proved for block 3: who reads the trailer gets the first block, and who
# writes it overwrites the first block. From sector 32 on, where a 4K card has 16 blocks a sector
# (its data sheet, "memory organization"), sectors are still counted as four blocks.
#
# Expected: block 3 of sector 1 is block 7, or an error; sector 33 begins at block 144.
# Seen:     the numbers that go to the card are below.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/mfrc522"
	"periph.io/x/devices/v3/mfrc522/commands"
)

// A chip with a card that lets every key pass. It tells which block is asked for.
type chip struct {
	register     [64]byte
	fifo, answer []byte
}

func (c *chip) String() string                                            { return "chip" }
func (c *chip) Duplex() conn.Duplex                                       { return conn.Full }
func (c *chip) TxPackets([]spi.Packet) error                              { return nil }
func (c *chip) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return c, nil }
func (c *chip) Tx(w, r []byte) error {
	address := w[0] >> 1 & 0x3F
	if w[0]&0x80 == 0 {
		c.write(address, w[1])
	} else {
		r[1] = c.read(address)
	}
	return nil
}

func (c *chip) read(address byte) byte {
	switch address {
	case commands.CommIrqReg:
		return 0x30
	case commands.DivIrqReg:
		return 0x04
	case commands.FIFOLevelReg:
		return byte(len(c.answer))
	case commands.FIFODataReg:
		b := c.answer[0]
		c.answer = c.answer[1:]
		return b
	}
	return c.register[address]
}

func (c *chip) write(address, value byte) {
	switch {
	case address == commands.FIFODataReg:
		c.fifo = append(c.fifo, value)
	case address == commands.FIFOLevelReg:
		c.fifo = nil
	case address == commands.CommandReg && value == commands.PCD_AUTHENT:
		fmt.Printf("  key for block %d\n", c.fifo[1])
		c.register[commands.Status2Reg] = 0x08
	case address == commands.BitFramingReg && value&0x80 != 0:
		c.transceive()
	case address == commands.Status2Reg || address == commands.ControlReg:
		c.register[address] = value
	}
}

func (c *chip) transceive() {
	sent := c.fifo
	c.register[commands.ControlReg], c.fifo = 0, nil
	switch sent[0] {
	case 0x26:
		c.answer = []byte{0x02, 0x00}
	case 0x93:
		if c.answer = []byte{0x18, 0, 0}; sent[1] == 0x20 {
			c.answer = []byte{1, 2, 3, 4, 4}
		}
	case commands.PICC_READ:
		fmt.Printf("  the card is asked for block %d\n", sent[1])
		c.answer = make([]byte, 16)
	case commands.PICC_WRITE:
		fmt.Printf("  the card is to write block %d\n", sent[1])
		c.answer, c.register[commands.ControlReg] = []byte{0x0A}, 4
	default: // the bytes to be written
		c.answer, c.register[commands.ControlReg] = []byte{0x0A}, 4
	}
}

type irq struct{ gpiotest.Pin }

func (*irq) In(gpio.Pull, gpio.Edge) error  { return nil }
func (*irq) WaitForEdge(time.Duration) bool { return true }

func main() {
	dev, err := mfrc522.NewSPI(&chip{}, &gpiotest.Pin{}, &irq{})
	if err != nil {
		panic(err)
	}
	for _, at := range []struct{ sector, block int }{{1, 2}, {1, 3}, {33, 0}} {
		fmt.Printf("ReadCard(sector %d, block %d)\n", at.sector, at.block)
		_, err := dev.ReadCard(time.Second, commands.PICC_AUTHENT1A, at.sector, at.block, mfrc522.DefaultKey)
		fmt.Printf("  error %v\n", err)
	}
	fmt.Println("WriteCard(sector 1, block 3)")
	fmt.Printf("  error %v\n", dev.WriteCard(time.Second, commands.PICC_AUTHENT1A, 1, 3, [16]byte{}, mfrc522.DefaultKey))
}
GO
expect <<'SEEN'
ReadCard(sector 1, block 2)
  key for block 6
  the card is asked for block 6
  error <nil>
ReadCard(sector 1, block 3)
  key for block 7
  the card is asked for block 4
  error <nil>
ReadCard(sector 33, block 0)
  key for block 132
  the card is asked for block 132
  error <nil>
WriteCard(sector 1, block 3)
  key for block 7
  the card is to write block 4
  error <nil>
SEEN

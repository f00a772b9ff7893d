#!/usr/bin/env bash
# Eight digits behind a MAX7219 show scores. periph's Write to one chip begins at the leftmost digit and stops with
# the text: what stood behind it stays, and what is too long goes on counting registers downwards, past zero.
#
# Expected: "7" after "100" is read as 7, as WriteInt and a chain of two chips show it; a text that is too long is cut
#           or refused.
# Seen:     "7" after "100" is read as 700; the tenth character goes to register 0xFF, of which the chip takes the
#           lower four bits (Maxim 19-4452, table 2): the display test, in which every segment is lit.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/max7219"
)

type chip struct {
	digits [9]byte // digit 8 is the leftmost
	test   bool
}

func (c *chip) String() string          { return "chip" }
func (c *chip) Duplex() conn.Duplex     { return conn.Half }
func (c *chip) TxPackets([]spi.Packet) error { return nil }
func (c *chip) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) {
	return c, nil
}
func (c *chip) Tx(w, r []byte) error {
	switch reg := w[0] & 0x0F; {
	case reg >= 1 && reg <= 8:
		c.digits[reg] = w[1]
	case reg == 0x0F:
		c.test = w[1]&1 == 1
	}
	return nil
}
func (c *chip) look() string {
	if c.test {
		return "every segment is lit"
	}
	s := ""
	for i := 8; i >= 1; i-- {
		s += string("0123456789-EHLP "[c.digits[i]&0x0F])
	}
	return fmt.Sprintf("%q", s)
}

func main() {
	c := &chip{}
	d, err := max7219.NewSPI(c, 1, 8)
	if err != nil {
		panic(err)
	}
	for _, s := range []string{"100", "7", "1234567891", "12"} {
		err := d.Write([]byte(s))
		fmt.Printf("Write %q: %s, error %v\n", s, c.look(), err)
	}
	if err := d.TestDisplay(false); err != nil {
		panic(err)
	}
	if err := d.WriteInt(7); err != nil {
		panic(err)
	}
	fmt.Printf("WriteInt 7: %s\n", c.look())
}
GO
expect <<'SEEN'
Write "100": "100     ", error <nil>
Write "7": "700     ", error <nil>
Write "1234567891": every segment is lit, error <nil>
Write "12": every segment is lit, error <nil>
WriteInt 7: "       7"
SEEN

#!/usr/bin/env bash
# An OLED's commands may have an argument: contrast is 0x81 and a value. TinyGo's SSD1306 driver has Tx for commands
# of one's own; over SPI it sends what it is given, over I2C the first byte alone, so that the next command is taken
# as the argument. A rotation by 90 degrees is accepted, kept, and not done.
#
# Expected: 81 10 on either bus; an error for a rotation that the driver has not.
# Seen:     81 over I2C, no error; Rotation() answers 90 degrees, and the chip was told what it is told for none.
. "$(dirname "$0")/lib/go.sh"

run_go tinygo.org/x/drivers@v0.37.0 <<'GO'
package main

import (
	"fmt"

	"tinygo.org/x/drivers"
	"tinygo.org/x/drivers/ssd1306"
)

type pin struct{}

func (pin) Set(bool) {}

type wire struct{ sent []byte }

type i2c struct{ *wire }

func (b i2c) Tx(addr uint16, w, r []byte) error { b.sent = append(b.sent, w[1:]...); return nil }

type spi struct{ *wire }

func (b spi) Transfer(x byte) (byte, error) { b.sent = append(b.sent, x); return 0, nil }
func (b spi) Tx(w, r []byte) error          { b.sent = append(b.sent, w...); return nil }

func main() {
	w := &wire{}
	for _, t := range []struct {
		bus string
		d   *ssd1306.Device
	}{{"SPI", ssd1306.NewSPI(spi{w}, pin{}, pin{}, pin{})}, {"I2C", ssd1306.NewI2C(i2c{w})}} {
		t.d.Configure(ssd1306.Config{Width: 128, Height: 64})
		w.sent = nil
		err := t.d.Tx([]byte{ssd1306.SETCONTRAST, 0x10}, true)
		fmt.Printf("%s, contrast 0x10: % X, error %v\n", t.bus, w.sent, err)
		for i, r := range []drivers.Rotation{drivers.Rotation0, drivers.Rotation90} {
			w.sent = nil
			err = t.d.SetRotation(r)
			fmt.Printf("%s, rotation by %d: % X, error %v, Rotation() is %d\n", t.bus, 90*i, w.sent, err, 90*int(t.d.Rotation()))
		}
	}
}
GO
expect <<'SEEN'
SPI, contrast 0x10: 81 10, error <nil>
SPI, rotation by 0: A1 C8, error <nil>, Rotation() is 0
SPI, rotation by 90: A1 C8, error <nil>, Rotation() is 90
I2C, contrast 0x10: 81, error <nil>
I2C, rotation by 0: A1 C8, error <nil>, Rotation() is 0
I2C, rotation by 90: A1 C8, error <nil>, Rotation() is 90
SEEN

#!/usr/bin/env bash
# periph drives strips of lights (WS2812) through SPI or any pin that can stream. It says that it keeps what shines, so that
# a part can be drawn. By SPI a part goes a third of the way along the strip, by a pin to its start.
#
# Expected: the fourth light of six turns red, both times.
# Seen:     the second by SPI, the first by a pin.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/conn/v3@v3.7.3 periph.io/x/devices/v3@v3.7.4 <<'GO'
package main

import (
	"fmt"
	"image"
	"image/color"

	"periph.io/x/conn/v3/gpio/gpiostream"
	"periph.io/x/conn/v3/gpio/gpiostream/gpiostreamtest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi/spitest"
	"periph.io/x/devices/v3/nrzled"
)

// lights decodes what was sent: so many bits for one bit of color, of which the second is the color's.
func lights(sent []byte, bitsPerBit int) (shine string) {
	bit := func(i int) byte { return sent[i/8] >> (7 - i%8) & 1 }
	for light := range 6 {
		var grb [3]byte
		for i := range 24 {
			grb[i/8] |= bit((light*24+i)*bitsPerBit+1) << (7 - i%8)
		}
		switch {
		case grb[1] > 0:
			shine += " red"
		case grb[0] > 0:
			shine += " green"
		default:
			shine += " -"
		}
	}
	return shine
}

func part(width int, c color.NRGBA) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, 1))
	for x := range width {
		m.SetNRGBA(x, 0, c)
	}
	return m
}

func main() {
	green, red := part(6, color.NRGBA{G: 255, A: 255}), part(1, color.NRGBA{R: 255, A: 255})
	fourth := image.Rect(3, 0, 4, 1)

	bus := spitest.Record{}
	bySPI, err := nrzled.NewSPI(&bus, &nrzled.Opts{NumPixels: 6, Channels: 3, Freq: 2500 * physic.KiloHertz})
	if err != nil {
		panic(err)
	}
	bySPI.Draw(bySPI.Bounds(), green, image.Point{})
	bySPI.Draw(fourth, red, image.Point{})
	fmt.Println("by SPI:  ", lights(bus.Ops[len(bus.Ops)-1].W[3:], 4))

	pin := &gpiostreamtest.PinOutRecord{N: "lights"}
	byPin, err := nrzled.NewStream(pin, &nrzled.Opts{NumPixels: 6, Channels: 3, Freq: 2400 * physic.KiloHertz})
	if err != nil {
		panic(err)
	}
	byPin.Draw(byPin.Bounds(), green, image.Point{})
	byPin.Draw(fourth, red, image.Point{})
	fmt.Println("by a pin:", lights(pin.Ops[len(pin.Ops)-1].(*gpiostream.BitStream).Bits, 3))
}
GO
expect <<'SEEN'
by SPI:    green red green green green green
by a pin:  red green green green green green
SEEN

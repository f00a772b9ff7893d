#!/usr/bin/env bash
# Width and Height of periph's inky.Opts work the wrong way round: given, they are ignored; left out,
# the panel is 0 x 0, and drawing on it succeeds without a pixel.
#
# Expected: "prefer the passed in values", as the source says of them; the model's own size without.
# Seen:     the bounds below.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"

	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/spi/spitest"
	"periph.io/x/devices/v3/inky"
)

func main() {
	for _, o := range []inky.Opts{
		{Model: inky.WHAT, ModelColor: inky.Black},
		{Model: inky.WHAT, ModelColor: inky.Black, Width: 400, Height: 300},
		{Model: inky.PHAT, ModelColor: inky.Black, Width: 250, Height: 122},
	} {
		dev, err := inky.New(&spitest.Record{}, &gpiotest.Pin{}, &gpiotest.Pin{}, &gpiotest.Pin{}, &o)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%v, %d x %d asked for: bounds %v\n", o.Model, o.Width, o.Height, dev.Bounds())
	}
}
GO
expect <<'SEEN'
WHAT, 0 x 0 asked for: bounds (0,0)-(0,0)
WHAT, 400 x 300 asked for: bounds (0,0)-(400,300)
PHAT, 250 x 122 asked for: bounds (0,0)-(104,212)
SEEN

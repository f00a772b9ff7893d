#!/usr/bin/env bash
# periph's driver of the Inky pHAT with 250 x 122 pixels (PHAT2) draws without an error and
# sends no picture at all: it packs eight pixels a byte without an end of line, 30,500 pixels are no
# multiple of eight, and the error of that is dropped. Nor would lines of 122 pixels fit the panel's
# lines of 16 bytes.
#
# Expected: 250 lines of 16 bytes for each of the two colours, or an error.
# Seen:     no byte after command 0x24 (black and white), none after 0x26 (red), and Draw returns nil.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 <<'GO'
package main

import (
	"fmt"
	"image"
	"image/color"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/inky"
)

// A panel counts what comes after each command. Its BUSY line falls whenever it is waited for.
type panel struct {
	dc      *gpiotest.Pin
	command byte
	after   map[byte]int
}

func (p *panel) String() string                                                     { return "panel" }
func (p *panel) Duplex() conn.Duplex                                                { return conn.Half }
func (p *panel) TxPackets([]spi.Packet) error                                       { return nil }
func (p *panel) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error)          { return p, nil }
func (p *panel) Tx(w, r []byte) error {
	if p.dc.L == gpio.Low {
		p.command = w[0]
	} else {
		p.after[p.command] += len(w)
	}
	return nil
}

type busy struct{ gpiotest.Pin }

func (*busy) In(gpio.Pull, gpio.Edge) error   { return nil }
func (*busy) WaitForEdge(time.Duration) bool { return true }

func main() {
	for _, o := range []struct {
		name string
		opts inky.Opts
	}{
		{"PHAT, 104 x 212", inky.Opts{Model: inky.PHAT, ModelColor: inky.Red, Width: 104, Height: 212}},
		{"PHAT2, 122 x 250", inky.Opts{Model: inky.PHAT2, ModelColor: inky.Red, Width: 122, Height: 250}},
	} {
		p := &panel{dc: &gpiotest.Pin{}, after: map[byte]int{}}
		dev, err := inky.New(p, p.dc, &gpiotest.Pin{}, &busy{}, &o.opts)
		if err != nil {
			panic(err)
		}
		picture := image.NewRGBA(dev.Bounds())
		for i := range picture.Pix {
			picture.Pix[i] = 0xFF
		}
		picture.Set(3, 3, color.Black)
		err = dev.DrawAll(picture)
		fmt.Printf("%s: error %v, bytes after 0x24: %d, after 0x26: %d\n", o.name, err, p.after[0x24], p.after[0x26])
	}
}
GO
expect <<'SEEN'
PHAT, 104 x 212: error <nil>, bytes after 0x24: 2756, after 0x26: 2756
PHAT2, 122 x 250: error <nil>, bytes after 0x24: 0, after 0x26: 0
SEEN

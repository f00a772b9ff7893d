#!/usr/bin/env bash
# Draw of periph's epd takes the point in the source for the place on the glass. Whatever is drawn elsewhere
# than in the corner goes to the corner, and what arrives there is black: the picture itself is cut off.
#
# Expected: a white square drawn at (80, 100) arrives at (80, 100), as display.Drawer says.
# Seen:     it is sent to rows 0 to 15, with none of its pixels white, and without an error.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 periph.io/x/host/v3@v3.8.5 <<'GO'
package main

import (
	"fmt"
	"image"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/epd"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A panel keeps the window that is set and counts the white pixels that are sent.
type panel struct {
	dc      *gpiotest.Pin
	command byte
	window  map[byte][]byte
	white   int
}

func (p *panel) String() string                                            { return "panel" }
func (p *panel) Duplex() conn.Duplex                                       { return conn.Half }
func (p *panel) TxPackets([]spi.Packet) error                              { return nil }
func (p *panel) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }
func (p *panel) Tx(w, r []byte) error {
	for _, b := range w {
		switch {
		case p.dc.L == gpio.Low:
			p.command, p.window[b] = b, nil
		case p.command == 0x24:
			for bit := range 8 {
				if b>>bit&1 == 1 {
					p.white++
				}
			}
		default:
			p.window[p.command] = append(p.window[p.command], b)
		}
	}
	return nil
}

func main() {
	for _, at := range []image.Point{{}, {80, 100}} {
		p := &panel{dc: &gpiotest.Pin{}, window: map[byte][]byte{}}
		dev, err := epd.NewSPI(p, p.dc, &gpiotest.Pin{}, &gpiotest.Pin{}, &gpiotest.Pin{}, &epd.EPD2in13)
		if err != nil {
			panic(err)
		}
		place := image.Rectangle{Min: at, Max: at.Add(image.Pt(16, 16))}
		err = dev.Draw(place, image.NewUniform(image1bit.On), image.Point{})
		x, y := p.window[0x44], p.window[0x45]
		fmt.Printf("a white square at %v: error %v\n", at, err)
		fmt.Printf("  window: columns %d to %d, rows %d to %d\n", int(x[0])*8, int(x[1])*8+7, int(y[0])+int(y[1])<<8, int(y[2])+int(y[3])<<8)
		fmt.Printf("  white pixels sent: %d of 256\n", p.white)
	}
}
GO
expect <<'SEEN'
a white square at (0,0): error <nil>
  window: columns 0 to 15, rows 0 to 15
  white pixels sent: 256 of 256
a white square at (80,100): error <nil>
  window: columns 0 to 15, rows 0 to 15
  white pixels sent: 0 of 256
SEEN

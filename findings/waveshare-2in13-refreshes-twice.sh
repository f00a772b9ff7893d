#!/usr/bin/env bash
# periph has a driver for each version of Waveshare's 2.13" e-paper. Draw of the ones for versions 3 and 4
# activates the refresh twice: the panel flashes again with the picture that it shows already, and takes
# seconds longer.
#
# Expected: one activation (command 0x20) a picture, as the driver of version 2 does.
# Seen:     the numbers below.
. "$(dirname "$0")/lib/go.sh"

run_go periph.io/x/devices/v3@v3.7.4 periph.io/x/conn/v3@v3.7.3 periph.io/x/host/v3@v3.8.5 <<'GO'
package main

import (
	"fmt"
	"image"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/display"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/ssd1306/image1bit"
	"periph.io/x/devices/v3/waveshare2in13v2"
	"periph.io/x/devices/v3/waveshare2in13v3"
	"periph.io/x/devices/v3/waveshare2in13v4"
)

// A panel counts commands that begin a refresh, each with what command 0x22 said it is to do.
type panel struct {
	dc       *gpiotest.Pin
	command  byte
	sequence byte
	begun    []string
}

func (p *panel) String() string                                            { return "panel" }
func (p *panel) Duplex() conn.Duplex                                       { return conn.Half }
func (p *panel) TxPackets([]spi.Packet) error                              { return nil }
func (p *panel) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }
func (p *panel) Tx(w, r []byte) error {
	switch {
	case p.dc.L == gpio.Low:
		if p.command = w[0]; p.command == 0x20 {
			p.begun = append(p.begun, fmt.Sprintf("0x%02X", p.sequence))
		}
	case p.command == 0x22:
		p.sequence = w[0]
	}
	return nil
}

type driver interface {
	display.Drawer
	Init() error
}

func main() {
	pin := func() *gpiotest.Pin { return &gpiotest.Pin{EdgesChan: make(chan gpio.Level)} }
	open := map[int]func(*panel) (driver, error){
		2: func(p *panel) (driver, error) {
			return waveshare2in13v2.New(p, p.dc, pin(), pin(), pin(), &waveshare2in13v2.EPD2in13v2)
		},
		3: func(p *panel) (driver, error) {
			return waveshare2in13v3.New(p, p.dc, pin(), pin(), pin(), &waveshare2in13v3.EPD2in13v3)
		},
		4: func(p *panel) (driver, error) {
			return waveshare2in13v4.New(p, p.dc, pin(), pin(), pin(), &waveshare2in13v4.EPD2in13v4)
		},
	}
	for _, version := range []int{2, 3, 4} {
		p := &panel{dc: pin()}
		dev, err := open[version](p)
		if err != nil {
			panic(err)
		}
		if err := dev.Init(); err != nil {
			panic(err)
		}
		p.begun = nil
		err = dev.Draw(dev.Bounds(), image.NewUniform(image1bit.Off), image.Point{})
		fmt.Printf("version %d: error %v, refreshes of a picture: %d, told by command 0x22: %v\n", version, err, len(p.begun), p.begun)
	}
}
GO
expect <<'SEEN'
version 2: error <nil>, refreshes of a picture: 1, told by command 0x22: [0xC7]
version 3: error <nil>, refreshes of a picture: 2, told by command 0x22: [0xC7 0xC7]
version 4: error <nil>, refreshes of a picture: 2, told by command 0x22: [0xF7 0xC7]
SEEN

// Package emu emulates the controllers of panels, so that the real drivers can be run and tested
// without hardware: Chip is that of the 2.13" e-ink panel, version 2 (SSD1675 or IL3897, 122 x 250
// pixels), SSD168x covers the family of that name, and UC8179 is that of the 7.5" panel, all behind
// an spi.Port and gpio pins; SSD1306 and SH1106 are the controllers of small OLEDs on an i2c.Bus.
//
// They follow the data sheets as far as the drivers use them: RAM, window, counters, waveform,
// sleep, BUSY. They do not emulate ink: a pixel that the waveform drives has its new color at once.
package emu

import (
	"image"
	"time"

	"arbiter/display"
)

// The panel as it is mounted: 250 gate lines from left to right, 122 sources from bottom to top.
// The RAM behind it is larger.
const (
	gates, sources   = 250, 122
	ramRows, ramCols = 296, 20 // rows of pixels, bytes of eight pixels
)

// Opts are the times for which BUSY is high; zero means the time of the real panel.
type Opts struct {
	Full    time.Duration // update that drives every pixel
	Partial time.Duration // update that drives pixels straight to their color
	Other   time.Duration // reset, power on
}

func (o Opts) complete() Opts {
	or := func(d *time.Duration, other time.Duration) {
		if *d == 0 {
			*d = other
		}
	}
	or(&o.Full, 2*time.Second)
	or(&o.Partial, 300*time.Millisecond)
	or(&o.Other, 10*time.Millisecond)
	return o
}

// A Chip is the emulated controller. Its methods may be called at any time.
type Chip struct {
	opts Opts
	host

	ram    [2][ramRows][ramCols]byte // behind the commands 0x24 and 0x26; 1 is white
	glass  [gates][sources]bool      // black
	asleep bool
	registers
}

// registers are what a reset clears.
type registers struct {
	entry          byte // 0x11
	x0, x1, x      int  // 0x44, 0x4E: bytes
	y0, y1, y      int  // 0x45, 0x4F: rows
	lines          int  // 0x01: gate lines in use
	option, stages byte // 0x21, 0x22
	lut            [70]byte
}

func defaults() registers {
	return registers{entry: 3, x1: ramCols - 1, y1: ramRows - 1, lines: ramRows, stages: 0xFF}
}

// New returns a controller that has just been powered up: RAM and glass hold noise.
func New(o Opts) *Chip {
	c := &Chip{opts: o.complete(), registers: defaults(), host: host{rst: true}}
	for y := range ramRows {
		for x := range ramCols {
			c.ram[0][y][x], c.ram[1][y][x] = byte(y*7+x*13), byte(y*5+x*3)
		}
	}
	for g := range gates {
		for s := range sources {
			c.glass[g][s] = (g*g+s*3)%5 < 2
		}
	}
	return c
}

// Glass returns what people see.
func (c *Chip) Glass() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return mounted(func(g, s int) bool { return c.glass[g][s] })
}

// RAM returns the picture in the memory behind the command 0x24 (new) or 0x26 (old).
func (c *Chip) RAM(command byte) *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return mounted(func(g, s int) bool { return !c.white(int(command-0x24)/2, g, s) })
}

func mounted(black func(gate, source int) bool) *display.Bitmap {
	b := display.NewBitmap(image.Pt(gates, sources))
	for g := range gates {
		for s := range sources {
			b.Set(g, sources-1-s, black(g, s))
		}
	}
	return b
}

func (c *Chip) white(ram, gate, source int) bool {
	return c.ram[ram][gate][source/8]>>(7-source%8)&1 == 1
}

// Asleep reports whether the controller is in deep sleep.
func (c *Chip) Asleep() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asleep
}

// busy returns the level of BUSY, which is high in deep sleep.
func (c *Chip) busy() bool {
	return c.stuck || c.asleep || time.Now().Before(c.until)
}

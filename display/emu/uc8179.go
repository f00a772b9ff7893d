package emu

import (
	"image"
	"time"

	"arbiter/display"
)

// The glass of the 7.5" panel, version 2; its width is the most that the controller can drive.
const (
	wide, high = 800, 480
	rowBytes   = wide / 8
)

// A UC8179 is the emulated controller of the 7.5" e-ink panel, version 2, with that panel. Which
// pixels are driven follows the data sheet of the UC8179 (KW mode) and, for a temperature that is
// set by command, what its memory was observed to do. Its methods may be called at any time.
type UC8179 struct {
	opts Opts

	host

	old    [high * rowBytes]byte // behind the command 0x10
	fresh  [high * rowBytes]byte // behind the command 0x13
	glass  [high * wide]bool     // black
	asleep bool
	begun  time.Time // when the controller became busy

	registers8179
	filled int // bytes of the picture so far
}

// registers8179 are what a reset clears.
type registers8179 struct {
	panel   byte // 0x00
	data    byte // 0x50, first byte: border, copying, what 1 means
	said    bool // 0xE0: the temperature is set, not measured
	degrees byte // 0xE5
	across  int  // 0x61
	down    int
	on      bool // the high voltages
	whole   [2]bool
	window  image.Rectangle // 0x90
	part    bool            // 0x91: only the window is written and driven
}

func defaults8179() registers8179 {
	return registers8179{panel: 0x0F, data: 0x31, across: wide, down: 600, window: image.Rect(0, 0, wide, high)}
}

// NewUC8179 returns a controller that has just been powered up: memory and glass hold noise.
func NewUC8179(o Opts) *UC8179 {
	c := &UC8179{opts: o.complete(), registers8179: defaults8179(), host: host{rst: true, command: nothing}}
	c.noise()
	for i := range c.glass {
		c.glass[i] = (i*i+i/7)%5 < 2
	}
	return c
}

func (c *UC8179) noise() {
	for i := range c.old {
		c.old[i], c.fresh[i] = byte(i*7+i/13), byte(i*5+i/3)
	}
}

// Size returns the size of the pictures, as people see them.
func (c *UC8179) Size() image.Point { return image.Pt(wide, high) }

// Glass returns what people see.
func (c *UC8179) Glass() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return seen8179(func(i int) bool { return c.glass[i] })
}

// RAM returns the picture in the memory behind the command 0x10 (old) or 0x13 (new).
func (c *UC8179) RAM(command byte) *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	ram := &c.old
	if command == 0x13 {
		ram = &c.fresh
	}
	return seen8179(func(i int) bool { return c.black(ram, i) })
}

func seen8179(black func(i int) bool) *display.Bitmap {
	b := display.NewBitmap(image.Pt(wide, high))
	for i := range wide * high {
		b.Set(i%wide, i/wide, black(i))
	}
	return b
}

// Window returns the area that was written and driven last.
func (c *UC8179) Window() image.Rectangle {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.area()
}

// area returns the area that is written and driven.
func (c *UC8179) area() image.Rectangle {
	if c.part {
		return c.window
	}
	return image.Rect(0, 0, wide, high)
}

// black reports whether a pixel in a memory is black: the lowest bit of 0x50 (DDX) says whether
// that is 0 or 1.
func (c *UC8179) black(ram *[high * rowBytes]byte, i int) bool {
	one := ram[i/8]>>(7-i%8)&1 == 1
	return one != (c.data&1 == 1)
}

// Asleep reports whether the controller is in deep sleep or has no power.
func (c *UC8179) Asleep() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asleep || c.gate.unpowered
}

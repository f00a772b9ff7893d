package emu

import (
	"image"
	"time"

	"arbiter/display"
)

// The glass of the 7.5" panel, version 2; its width is the most that the controller can drive.
const wide, high = 800, 480

// UC8179Models are the panels with that controller: how wide their glass is, and whether it has red.
var UC8179Models = map[string]struct {
	wide int
	red  bool
}{"7.5v2": {wide: wide}, "7.5bv2": {wide: wide, red: true}, "5.83v2": {wide: 648}, "5.83bv2": {wide: 648, red: true}}

// A UC8179 is the emulated controller of the 7.5" e-ink panel, version 2, with that panel. Which
// pixels are driven follows the data sheet of the UC8179 (KW mode) and, if the temperature is set
// by command, what a real controller's waveforms were observed to do. Its methods may be called at
// any time.
type UC8179 struct {
	opts Opts
	wide int  // of the glass
	red  bool // it has red

	host

	old    []byte // behind the command 0x10
	fresh  []byte // behind the command 0x13
	glass  []bool // black or red
	reds   []bool
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

func (c *UC8179) defaults() registers8179 {
	return registers8179{panel: 0x0F, data: 0x31, across: wide, down: 600, window: image.Rect(0, 0, c.wide, high)}
}

// NewUC8179 returns the controller of the 7.5" panel, version 2.
func NewUC8179(o Opts) *UC8179 { return NewUC8179Of("7.5v2", o) }

// NewUC8179Of returns the controller of one of UC8179Models that has just been powered up: memory and
// glass hold noise. One with red is slow whatever the Opts say.
func NewUC8179Of(model string, o Opts) *UC8179 {
	m := UC8179Models[model]
	if m.red {
		o.Full = max(o.Full, redFull)
	}
	c := &UC8179{opts: o.complete(), wide: m.wide, red: m.red, host: host{rst: true, command: nothing}}
	c.registers8179 = c.defaults()
	c.old, c.fresh = make([]byte, high*m.wide/8), make([]byte, high*m.wide/8)
	c.glass, c.reds = make([]bool, high*m.wide), make([]bool, high*m.wide)
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
func (c *UC8179) Size() image.Point { return image.Pt(c.wide, high) }

// Reds returns what is red.
func (c *UC8179) Reds() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen(func(i int) bool { return c.reds[i] })
}

// Glass returns the panel as seen by somebody who cannot tell red from black.
func (c *UC8179) Glass() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen(func(i int) bool { return c.glass[i] })
}

// RAM returns the picture in the memory behind the command 0x10 (old) or 0x13 (new).
func (c *UC8179) RAM(command byte) *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	ram := c.old
	if command == 0x13 {
		ram = c.fresh
	}
	return c.seen(func(i int) bool { return c.black(ram, i) })
}

func (c *UC8179) seen(black func(i int) bool) *display.Bitmap {
	b := display.NewBitmap(image.Pt(c.wide, high))
	for i := range c.wide * high {
		b.Set(i%c.wide, i/c.wide, black(i))
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
	return image.Rect(0, 0, c.wide, high)
}

// black reports whether a pixel in a memory is black: the lowest bit of 0x50 (DDX) says whether
// that is 0 or 1.
func (c *UC8179) black(ram []byte, i int) bool {
	one := ram[i/8]>>(7-i%8)&1 == 1
	return one != (c.data&1 == 1)
}

// Asleep reports whether the controller is in deep sleep or has no power.
func (c *UC8179) Asleep() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asleep || c.gate.unpowered
}

package emu

import (
	"image"
	"time"

	"arbiter/display"
)

// A Model is a panel with a controller of the SSD168x family: its glass, according to its data
// sheet, and the controller's memory.
type Model struct {
	Name    string
	sources int  // pixels of a row of the glass
	gates   int  // rows
	first   int  // the controller's source that the glass begins at
	lying   bool // people see the rows as columns, the first source at the bottom
	cols    int  // bytes of a row of the RAM
	rows    int
	lut     int  // bytes of a waveform; 0 if the controller takes none
	wideRAM bool // columns are addressed by pixel, in two bytes; there is a booster to set, and one mode of sleep
	order   byte // of the gates along the glass, as 0x01 must name it
	below   bool // the first gate is the lowest row
	red     bool // what is 1 in the second RAM turns red
}

// Models lists the panels that can be emulated.
func Models() []Model {
	return []Model{
		{Name: "1.54", sources: 200, gates: 200, cols: 25, rows: 200, lut: 153},                                        // SSD1681
		{Name: "2.13bv4", sources: 122, gates: 250, first: 8, lying: true, cols: 22, rows: 296, lut: 153, red: true},   // SSD1680
		{Name: "2.13v3", sources: 122, gates: 250, first: 8, lying: true, cols: 22, rows: 296, lut: 153},               // SSD1680
		{Name: "2.13v4", sources: 122, gates: 250, first: 8, lying: true, cols: 22, rows: 296, lut: 153},               // SSD1680
		{Name: "2.66b", sources: 152, gates: 296, first: 8, lying: true, cols: 22, rows: 296, lut: 153, red: true},     // SSD1680
		{Name: "2.7v2", sources: 176, gates: 264, lying: true, cols: 22, rows: 296, lut: 153},                          // SSD1680
		{Name: "2.9bv4", sources: 128, gates: 296, first: 8, lying: true, cols: 22, rows: 296, lut: 153, red: true},    // SSD1680
		{Name: "2.9v2", sources: 128, gates: 296, first: 8, lying: true, cols: 22, rows: 296, lut: 153},                // SSD1680
		{Name: "4.2bv2", sources: 400, gates: 300, cols: 50, rows: 300, red: true},                                     // SSD1683
		{Name: "4.2v2", sources: 400, gates: 300, cols: 50, rows: 300},                                                 // SSD1683
		{Name: "4.26", sources: 800, gates: 480, cols: 120, rows: 680, lut: 112, wideRAM: true, order: 2, below: true}, // SSD1677
	}
}

// An SSD168x is an emulated controller of that family with its panel. Its methods may be called at
// any time.
type SSD168x struct {
	model Model
	opts  Opts

	host

	ram   [2][]byte // behind the commands 0x24 and 0x26; 1 is white
	glass []bool    // black or red
	reds  []bool
	sleep byte // of the command 0x10; 0 while awake
	settings
}

// settings are what a reset clears.
type settings struct {
	entry         byte
	x0, x1, x     int // bytes
	y0, y1, y     int // rows
	lines         int
	option        [2]byte // 0x21
	stages        byte    // 0x22
	sensor        byte    // 0x18
	clock, analog bool    // switched on
	warm          bool    // the temperature has been read
	wave          waveform
	lut           []byte // 0x32
}

// A waveform is what the controller drives pixels with.
type waveform uint8

const (
	none   waveform = iota
	first           // from the chip's OTP memory, display mode 1
	second          // the same, display mode 2
	given           // by command 0x32
)

func (m Model) settings() settings {
	return settings{entry: 3, x1: m.cols - 1, y1: m.rows - 1, lines: m.rows, stages: 0xFF, sensor: 0x48}
}

// redFull is the shortest time of a full update with red (GxEPD2: 14.6 s for the 2.13" B V4, 26 s
// for the 2.9").
const redFull = 15 * time.Second

// NewSSD168x returns a controller that has just been powered up: RAM and glass hold noise. One with
// red is slow whatever the Opts say.
func NewSSD168x(m Model, o Opts) *SSD168x {
	if m.red {
		o.Full = max(o.Full, redFull)
	}
	c := &SSD168x{model: m, opts: o.complete(), settings: m.settings(), host: host{rst: true}, glass: make([]bool, m.gates*m.sources), reds: make([]bool, m.gates*m.sources)}
	for i := range c.ram {
		c.ram[i] = make([]byte, m.cols*m.rows)
	}
	c.noise()
	for i := range c.glass {
		c.glass[i] = (i*i+i/7)%5 < 2
		c.reds[i] = m.red && c.glass[i] && i%3 == 0
	}
	return c
}

// noise fills the RAM with what it holds after power-up.
func (c *SSD168x) noise() {
	for i := range c.ram[0] {
		c.ram[0][i], c.ram[1][i] = byte(i*7+i/13), byte(i*5+i/3)
	}
}

// Size returns the size of the pictures, as people see them.
func (c *SSD168x) Size() image.Point {
	if c.model.lying {
		return image.Pt(c.model.gates, c.model.sources)
	}
	return image.Pt(c.model.sources, c.model.gates)
}

// Glass returns the panel as seen by somebody who cannot tell red from black.
func (c *SSD168x) Glass() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mounted(func(g, s int) bool { return c.glass[g*c.model.sources+s] })
}

// Reds returns what is red.
func (c *SSD168x) Reds() *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mounted(func(g, s int) bool { return c.reds[g*c.model.sources+s] })
}

// RAM returns the picture in the memory behind the command 0x24 (new) or 0x26 (old).
func (c *SSD168x) RAM(command byte) *display.Bitmap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mounted(func(g, s int) bool { return !c.white(int(command-0x24)/2, g, s) })
}

func (c *SSD168x) mounted(black func(gate, source int) bool) *display.Bitmap {
	b := display.NewBitmap(c.Size())
	for g := range c.model.gates {
		for s := range c.model.sources {
			switch {
			case c.model.lying:
				b.Set(g, c.model.sources-1-s, black(g, s))
			case c.model.below:
				b.Set(s, c.model.gates-1-g, black(g, s))
			default:
				b.Set(s, g, black(g, s))
			}
		}
	}
	return b
}

// white returns the bit of the RAM that a pixel of the glass follows. Register 0x21 says whether
// the RAM begins at the first source or at the ninth; sources before it have none and stay white.
func (c *SSD168x) white(ram, gate, source int) bool {
	if source += c.model.first; c.option[1]&0x80 != 0 {
		source -= 8
	}
	if source < 0 {
		return true
	}
	return c.ram[ram][gate*c.model.cols+source/8]>>(7-source%8)&1 == 1
}

// Asleep reports whether the controller is in deep sleep or has no power.
func (c *SSD168x) Asleep() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sleep != 0 || c.unpowered
}

package emu_test

import (
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/display"
	"arbiter/display/emu"
)

// A line talks to a controller of the family without a driver.
type line struct {
	t    *testing.T
	chip *emu.SSD168x
	conn spi.Conn
}

func newLine(t *testing.T, name string) line {
	t.Helper()
	for _, m := range emu.Models() {
		if m.Name != name {
			continue
		}
		chip := emu.NewSSD168x(m, emu.Opts{})
		c, err := chip.Port(0).Connect(0, spi.Mode0, 8)
		if err != nil {
			t.Fatal(err)
		}
		return line{t, chip, c}
	}
	t.Fatalf("no panel %s", name)
	return line{}
}

func (l line) send(command byte, data ...byte) {
	l.t.Helper()
	for i, w := range [][]byte{{command}, data} {
		if len(w) == 0 {
			continue
		}
		if err := l.chip.DC().Out(i == 1); err != nil {
			l.t.Fatal(err)
		}
		if err := l.conn.Tx(w, nil); err != nil {
			l.t.Fatal(err)
		}
	}
}

func (l line) faults() string { return strings.Join(l.chip.Faults(), "; ") }

func (l line) reset() {
	for _, level := range []gpio.Level{gpio.Low, gpio.High} {
		if err := l.chip.Reset().Out(level); err != nil {
			l.t.Fatal(err)
		}
	}
	time.Sleep(20 * time.Millisecond) // bubble: the reset ends
}

func TestFaultsOfTheFamily(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		do         func(line)
	}{
		{"unknown command", "unknown command 99", func(l line) { l.send(0x99, 1) }},
		{"no waveform for the 4.2", "unknown command 32", func(l line) { l.send(0x32) }},
		{"too little", "command 44 has got 1 of 2 bytes", func(l line) { l.send(0x44, 0); l.send(0x11, 3) }},
		{"too much", "command 4E has got more than 1 bytes", func(l line) { l.send(0x4E, 0, 0) }},
		{"too many lines", "command 01: 301 lines in order 0; the panel has 300 in order 0", func(l line) { l.send(0x01, 0x2C, 1, 0) }},
		{"window", "command 44: window from 0 to 50, RAM has 50", func(l line) { l.send(0x44, 0, 50) }},
		{"outside", "write at 0, 300 outside of RAM", func(l line) { l.send(0x4F, 0x2C, 1); l.send(0x24, 0) }},
		{"busy", "20 while busy", func(l line) { l.send(0x12); l.send(0x20) }},
		{"asleep", "12 in reset or in deep sleep", func(l line) { l.send(0x10, 1); l.send(0x12) }},
		{"no clock", "command 20 with the clock switched off", func(l line) { l.send(0x22, 0); l.send(0x20) }},
		{"no sensor", "the temperature is read from a sensor that is not there", func(l line) { l.send(0x22, 0xA0); l.send(0x20) }},
		{"cold", "a waveform is loaded for a temperature that was not read", func(l line) { l.send(0x22, 0x90); l.send(0x20) }},
		{"no waveform", "a display without voltage or without a waveform", func(l line) { l.send(0x22, 0xC4); l.send(0x20) }},
		{"no voltage", "a display without voltage or without a waveform", func(l line) { l.send(0x18, 0x80); l.send(0x22, 0xB4); l.send(0x20) }},
		{"not selected", "12 without chip select", func(l line) {
			if err := l.chip.CS().Out(gpio.High); err != nil {
				l.t.Fatal(err)
			}
			l.send(0x12)
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // busy is a matter of time
				l := newLine(t, "4.2v2")
				tc.do(l)
				if got, want := l.faults(), tc.want; got != want {
					t.Errorf("faults %q, want %q", got, want)
				}
			})
		})
	}
}

// Deep sleep of mode 1 keeps the RAM; mode 2 and a blackout do not.
func TestSleepModesAndRAM(t *testing.T) {
	for name, tc := range map[string]struct {
		do   func(line)
		kept bool
	}{
		"mode 1":   {func(l line) { l.send(0x10, 1); l.reset() }, true},
		"mode 2":   {func(l line) { l.send(0x10, 3); l.reset() }, false},
		"blackout": {func(l line) { l.chip.Blackout() }, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLine(t, "1.54")
			l.send(0x24, make([]byte, 25*200)...)
			tc.do(l)
			black := display.NewBitmap(image.Pt(200, 200))
			black.Fill(black.Bounds(), true)
			if got, want := l.chip.RAM(0x24).Equal(black), tc.kept; got != want {
				t.Errorf("%s: the RAM is kept: %v, want %v", name, got, want)
			}
		})
	}
}

// Register 0x21 chooses how the second RAM is read, and whether the RAM begins at the ninth source.
func TestUpdateControl(t *testing.T) {
	ff, zero := byte(0xFF), byte(0)
	for _, tc := range []struct {
		name     string
		option   byte
		old, new byte
		stages   byte
		moves    bool // the glass shows the new picture
	}{
		{"full, old ignored", 0x40, ff, zero, 0xF7, true},
		{"full, old is not", 0x00, ff, zero, 0xF7, false},
		{"full, old inverted", 0x80, ff, zero, 0xF7, true},
		{"partial, changed", 0x00, ff, zero, 0xFF, true},
		{"partial, the same", 0x00, zero, zero, 0xFF, false},
		{"partial, inverted", 0x80, zero, zero, 0xFF, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLine(t, "2.9v2")
			l.send(0x18, 0x80)
			l.send(0x21, tc.option, 0x80)
			for command, v := range map[byte]byte{0x24: tc.new, 0x26: tc.old} {
				picture := make([]byte, 22*296)
				for i := range picture {
					picture[i] = v
				}
				l.send(command, picture...)
			}
			l.send(0x22, tc.stages)
			l.send(0x20)
			if got, want := l.chip.Glass().Equal(l.chip.RAM(0x24)), tc.moves; got != want {
				t.Errorf("%s: the glass has the picture: %v, want %v", tc.name, got, want)
			}
			if f := l.faults(); f != "" {
				t.Error(f)
			}
		})
	}
}

func TestFirstSource(t *testing.T) {
	l := newLine(t, "2.13v4")
	l.send(0x44, 0, 21)
	l.send(0x24, 0xFF, 0x00)
	for option, want := range map[byte]bool{0x80: false, 0x00: true} { // the lower left pixel is black
		l.send(0x21, 0, option)
		if got := l.chip.RAM(0x24).Black(0, 121); got != want {
			t.Errorf("0x21 %02X: source 8 of the chip is the first one of the glass: %v, want %v", option, got, want)
		}
	}
}

// Columns first, backward: the data entry modes of the family.
func TestDataEntryOfTheFamily(t *testing.T) {
	for entry, want := range map[byte][4]image.Point{
		3: {{16, 10}, {24, 10}, {16, 11}, {24, 11}},
		7: {{16, 10}, {16, 11}, {24, 10}, {24, 11}},
	} {
		l := newLine(t, "4.2v2")
		l.send(0x11, entry)
		l.send(0x44, 2, 3)
		l.send(0x45, 10, 0, 11, 0)
		l.send(0x4E, 2)
		l.send(0x4F, 10, 0)
		l.send(0x24, 0xFF, 0x00, 0x0F, 0xF0)
		ram := l.chip.RAM(0x24)
		for i, left := range [4]bool{false, true, true, false} { // black in the left half
			if got := ram.Black(want[i].X, want[i].Y); got != left {
				t.Errorf("entry mode %d: byte %d at %v is black at the left: %v, want %v", entry, i, want[i], got, left)
			}
		}
	}
}

// A bus refuses what is too long for it, and speeds that the controller does not support.
func TestTheBus(t *testing.T) {
	chip := emu.NewSSD168x(emu.Models()[0], emu.Opts{})
	c, err := chip.Port(8).Connect(0, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Tx(make([]byte, 9), nil); err == nil {
		t.Error("nine bytes pass a bus that takes eight")
	}
	if err := c.Tx([]byte{0x11}, make([]byte, 1)); err == nil {
		t.Error("the controller is read")
	}
	if err := c.TxPackets([]spi.Packet{{W: []byte{0x11}}, {W: make([]byte, 9)}}); err == nil {
		t.Error("nine bytes pass in a packet")
	}
	if _, err := chip.Port(0).Connect(0, spi.Mode3, 8); err == nil {
		t.Error("mode 3 is accepted")
	}
}

// Waiting for BUSY ends when its pin falls, or when the time is over.
func TestBusyFalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLine(t, "1.54")
		l.send(0x12)
		busy := l.chip.Busy()
		if got, want := busy.WaitForEdge(time.Millisecond), false; got != want {
			t.Errorf("BUSY fell within 1 ms: %v, want %v", got, want)
		}
		if got, want := busy.WaitForEdge(time.Second), true; got != want {
			t.Errorf("BUSY fell within 1 s: %v, want %v", got, want)
		}
	})
}

package emu_test

import (
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/waveshare2in13v2"

	"arbiter/display"
	"arbiter/display/emu"
)

// The driver of periph, with nothing in between, follows the data sheet.
func TestThePlainDriver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := emu.New(emu.Opts{})
		opts := waveshare2in13v2.EPD2in13v2
		opts.Origin = waveshare2in13v2.TopRight
		dev, err := waveshare2in13v2.New(chip.Port(), chip.DC(), chip.CS(), chip.Reset(), chip.Busy(), &opts)
		if err != nil {
			t.Fatal(err)
		}
		if err := dev.Init(); err != nil {
			t.Fatal(err)
		}
		b := display.NewBitmap(dev.Bounds().Max)
		b.Fill(image.Rect(3, 5, 77, 121), true)
		start := time.Now()
		if err := dev.Draw(dev.Bounds(), b, image.Point{}); err != nil {
			t.Fatal(err)
		}
		if got, want := time.Since(start), 2*time.Second; got < want {
			t.Errorf("a full update took %v, want at least %v", got, want)
		}
		for name, got := range map[string]*display.Bitmap{"RAM": chip.RAM(0x24), "glass": chip.Glass()} {
			if !got.Equal(b) {
				t.Errorf("%s differs from the picture in %v", name, got.Diff(b))
			}
		}
		if f := chip.Faults(); len(f) > 0 {
			t.Errorf("faults: %s", strings.Join(f, "; "))
		}
	})
}

// bus talks to the controller without a driver.
type bus struct {
	t    *testing.T
	chip *emu.Chip
	conn spi.Conn
}

func newBus(t *testing.T) bus {
	chip := emu.New(emu.Opts{})
	c, err := chip.Port().Connect(0, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	return bus{t, chip, c}
}

func (b bus) send(command byte, data ...byte) {
	b.tx(gpio.Low, command)
	if len(data) > 0 {
		b.tx(gpio.High, data...)
	}
}

func (b bus) tx(dc gpio.Level, w ...byte) {
	b.t.Helper()
	if err := b.chip.DC().Out(dc); err != nil {
		b.t.Fatal(err)
	}
	if err := b.conn.Tx(w, nil); err != nil {
		b.t.Fatal(err)
	}
}

func TestFaults(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		do         func(bus)
	}{
		{"unknown command", "unknown command 99", func(b bus) { b.send(0x99) }},
		{"too little", "command 44 has got 1 of 2 bytes", func(b bus) { b.send(0x44, 0); b.send(0x20) }},
		{"too much", "command 4E has got more than 1 bytes", func(b bus) { b.send(0x4E, 0, 0) }},
		{"window", "command 44: window from 0 to 20, RAM has 20", func(b bus) { b.send(0x44, 0, 20) }},
		{"outside", "write at 0, 296 outside of RAM", func(b bus) { b.send(0x4F, 0x28, 1); b.send(0x24, 0) }},
		{"busy", "20 while busy", func(b bus) { b.send(0x12); b.send(0x20) }},
		{"asleep", "12 in reset or in deep sleep", func(b bus) { b.send(0x10, 1); b.send(0x12) }},
		{"not selected", "12 without chip select", func(b bus) {
			if err := b.chip.CS().Out(gpio.High); err != nil {
				b.t.Fatal(err)
			}
			b.send(0x12)
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // busy is a matter of time
				b := newBus(t)
				tc.do(b)
				if got, want := strings.Join(b.chip.Faults(), "; "), tc.want; got != want {
					t.Errorf("faults %q, want %q", got, want)
				}
			})
		})
	}
}

// The data entry mode sets the direction of the counters.
func TestDataEntry(t *testing.T) {
	for _, tc := range []struct {
		entry byte
		x, y  [2]byte // start and end
	}{
		{entry: 3, x: [2]byte{2, 3}, y: [2]byte{10, 20}},
		{entry: 0, x: [2]byte{3, 2}, y: [2]byte{20, 10}},
		{entry: 7, x: [2]byte{2, 3}, y: [2]byte{10, 11}},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBus(t)
			b.send(0x11, tc.entry)
			b.send(0x44, tc.x[0], tc.x[1])
			b.send(0x45, tc.y[0], 0, tc.y[1], 0)
			b.send(0x4E, tc.x[0])
			b.send(0x4F, tc.y[0], 0)
			b.send(0x24, 0xFF, 0x00, 0x00, 0xFF)
			ram := b.chip.RAM(0x24)
			next := int(tc.y[0]) + 1 // the row after the first
			if tc.entry&2 == 0 {
				next = int(tc.y[0]) - 1
			}
			second := image.Pt(int(tc.x[1]), int(tc.y[0])) // where the second byte goes
			third := image.Pt(int(tc.x[0]), next)
			if tc.entry&4 != 0 {
				second, third = third, second
			}
			for i, at := range []image.Point{{int(tc.x[0]), int(tc.y[0])}, second, third, {int(tc.x[1]), next}} {
				if got, want := ram.Black(at.Y, 121-at.X*8), i == 1 || i == 2; got != want {
					t.Errorf("entry mode %d: byte %d at %v is black: %v, want %v", tc.entry, i, at, got, want)
				}
			}
		})
	}
}

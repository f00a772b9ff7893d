package sh1106_test

import (
	"context"
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/sh1106"
	"arbiter/display/ssd1306"
	"arbiter/engine/enginetest/tier"
)

// around returns a picture as seen by somebody on the other side.
func around(g *display.Bitmap) *display.Bitmap {
	b := display.NewBitmap(g.Bounds().Max)
	for y := range 64 {
		for x := range 128 {
			b.Set(x, y, g.Black(127-x, 63-y))
		}
	}
	return b
}

// Whatever is shown, in whatever order, with sleeps and blackouts, the glass shows the picture,
// lit, and nothing is sent that the data sheet does not know.
func TestTheGlassIsThePicture(t *testing.T) {
	evenings, first := uint64(tier.Of(t, tier.Readers, "evenings", 20, 60, 5_000)), tier.Seed(t)
	for seed := first; seed < first+evenings; seed++ {
		r, chip := rand.New(rand.NewPCG(seed, 6)), emu.NewSH1106()
		o := sh1106.Opts{Turned: seed%3 == 0}
		if seed%2 == 0 {
			o.Address = 0x3D
			chip.SetAddress(0x3D)
		}
		p, b, lost := sh1106.New(chip, o), display.NewBitmap(sh1106.Size), false
		for i := range 12 {
			for range r.IntN(4) {
				x, y := r.IntN(128), r.IntN(64)
				b.Fill(image.Rect(x, y, x+1+r.IntN(40), y+1+r.IntN(30)), r.IntN(2) == 0)
			}
			mode := display.Mode(r.IntN(2))
			if lost { // only a full update is sure to wake what lost its power
				mode = display.Full
			}
			if err := p.Show(t.Context(), b, mode); err != nil {
				t.Fatal(err)
			}
			got := chip.Glass()
			if o.Turned {
				got = around(got)
			}
			if !got.Equal(b) {
				t.Fatalf("seed %d, picture %d, %v: the glass differs in %v", seed, i, mode, got.Diff(b))
			}
			switch lost = false; r.IntN(6) {
			case 0:
				if err := p.Sleep(t.Context()); err != nil || !chip.Glass().Equal(display.NewBitmap(sh1106.Size)) {
					t.Fatalf("asleep, and still lit; error %v", err)
				}
			case 1:
				chip.Blackout()
				lost = true
			}
		}
		if f := chip.Faults(); len(f) > 0 {
			t.Fatalf("against the data sheet: %s", strings.Join(f, "; "))
		}
	}
}

// The control, and what people see who choose the wrong controller: the driver of the SSD1306 does
// not show the picture on an SH1106; that of the SH1106 shifts it by two columns on an SSD1306,
// whose voltage it does not switch on.
func TestTheOtherChipIsSeen(t *testing.T) {
	b := display.NewBitmap(sh1106.Size)
	b.Fill(image.Rect(3, 4, 90, 60), true)
	chip := emu.NewSH1106()
	p, err := ssd1306.New(chip, ssd1306.Opts{Size: sh1106.Size})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Show(t.Context(), b, display.Full); err != nil {
		t.Fatal(err)
	}
	if chip.Glass().Equal(b) || len(chip.Faults()) == 0 {
		t.Error("an SH1106 takes what is for an SSD1306")
	}
	other := emu.NewSSD1306(64)
	if err := sh1106.New(other, sh1106.Opts{}).Show(t.Context(), b, display.Full); err != nil {
		t.Fatal(err)
	}
	if other.Glass().Equal(b) {
		t.Error("an SSD1306 takes what is for an SH1106")
	}
}

// counting is a bus that counts bytes.
type counting struct {
	i2c.Bus
	sent int
}

func (c *counting) Tx(a uint16, w, r []byte) error { c.sent += len(w); return c.Bus.Tx(a, w, r) }

func TestUnpluggedAndMistaken(t *testing.T) {
	chip := emu.NewSH1106()
	bus := &counting{Bus: chip}
	p, b := sh1106.New(bus, sh1106.Opts{}), display.NewBitmap(sh1106.Size)
	b.Fill(image.Rect(5, 5, 50, 7), true)
	if err := p.Show(t.Context(), b, display.Partial); err != nil || !chip.Glass().Equal(b) {
		t.Fatalf("error %v, or another picture", err)
	}
	before := bus.sent
	b.Set(100, 40, true)
	if err := p.Show(t.Context(), b, display.Partial); err != nil || bus.sent-before != 4+129 {
		t.Errorf("error %v; %d bytes for a change of one page, want %d", err, bus.sent-before, 4+129)
	}
	chip.Unplug(true)
	b.Set(1, 1, true)
	if err := p.Show(t.Context(), b, display.Partial); err == nil {
		t.Error("a module that is gone shows a picture")
	}
	chip.Unplug(false)
	chip.Blackout()
	if err := p.Show(t.Context(), b, display.Partial); err != nil || !chip.Glass().Equal(b) {
		t.Errorf("back again: error %v, or another picture", err)
	}
	chip.Unplug(true)
	if err := p.Sleep(t.Context()); err == nil {
		t.Error("a module that is gone goes to sleep")
	}
	if err := p.Sleep(t.Context()); err != nil || p.Close() != nil {
		t.Errorf("asleep already: %v", err)
	}
	if err := p.Show(t.Context(), display.NewBitmap(image.Pt(128, 32)), display.Full); err == nil {
		t.Error("a picture of the wrong size is shown")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Show(ctx, b, display.Full); err == nil {
		t.Error("a picture is shown after the end of the call")
	}
}

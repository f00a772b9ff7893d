package ssd1306_test

import (
	"context"
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ssd1306"
	"arbiter/engine/enginetest/tier"
)

// A module at the other address is driven there, and one at the usual address receives nothing.
func TestTheOtherAddress(t *testing.T) {
	chip := emu.NewSSD1306(64)
	chip.SetAddress(0x3D)
	b := display.NewBitmap(image.Pt(128, 64))
	b.Fill(image.Rect(3, 5, 60, 40), true)
	p, err := ssd1306.New(chip, ssd1306.Opts{Size: b.Bounds().Max, Address: 0x3D})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Show(t.Context(), b, display.Full); err != nil || !chip.Glass().Equal(b) {
		t.Errorf("error %v, or another picture", err)
	}
	if err := newPanel(t, chip, 64, false).Show(t.Context(), b, display.Full); err == nil {
		t.Error("nobody is at the usual address, and no error")
	}
}

func newPanel(t *testing.T, chip *emu.SSD1306, height int, turned bool) *ssd1306.Panel {
	t.Helper()
	p, err := ssd1306.New(chip, ssd1306.Opts{Size: image.Pt(128, height), Turned: turned})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// seen returns what people see of a module that may hang upside down.
func seen(chip *emu.SSD1306, turned bool) *display.Bitmap {
	g := chip.Glass()
	if !turned {
		return g
	}
	b := display.NewBitmap(g.Bounds().Max)
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			b.Set(x, y, g.Black(127-x, g.Bounds().Dy()-1-y))
		}
	}
	return b
}

// Whatever is shown, in whatever order, with sleeps and blackouts, the glass shows the picture,
// lit.
func TestTheGlassIsThePicture(t *testing.T) {
	evenings, first := uint64(tier.Of(t, tier.Readers, "evenings", 30, 100, 10_000)), tier.Seed(t)
	for seed := first; seed < first+evenings; seed++ {
		height, turned := []int{64, 32}[seed%2], seed%3 == 0
		r := rand.New(rand.NewPCG(seed, 3))
		chip := emu.NewSSD1306(height)
		p := newPanel(t, chip, height, turned)
		b := display.NewBitmap(p.Bounds().Max)
		dark := false
		for i := range 12 {
			for range r.IntN(4) {
				x, y := r.IntN(128), r.IntN(height)
				b.Fill(image.Rect(x, y, x+1+r.IntN(40), y+1+r.IntN(30)), r.IntN(2) == 0)
			}
			mode := display.Mode(r.IntN(2))
			if dark { // only a full update is sure to wake what lost its power
				mode = display.Full
			}
			if err := p.Show(t.Context(), b, mode); err != nil {
				t.Fatal(err)
			}
			if got := seen(chip, turned); !got.Equal(b) {
				t.Fatalf("seed %d, picture %d, %v: the glass differs in %v", seed, i, mode, got.Diff(b))
			}
			switch dark = false; r.IntN(6) {
			case 0:
				if err := p.Sleep(t.Context()); err != nil {
					t.Fatal(err)
				}
				if !chip.Glass().Equal(display.NewBitmap(p.Bounds().Max)) {
					t.Fatal("asleep, and still lit")
				}
			case 1:
				chip.Blackout()
				dark = true
			}
		}
		if f := chip.Faults(); len(f) > 0 {
			t.Fatalf("against the data sheet: %s", strings.Join(f, "; "))
		}
	}
}

// The controls: a module of the other height, or mounted the other way, is noticed.
func TestTheWrongModuleIsSeen(t *testing.T) {
	b := display.NewBitmap(image.Pt(128, 32))
	b.Fill(image.Rect(3, 4, 60, 9), true)
	chip := emu.NewSSD1306(64)
	if err := newPanel(t, chip, 32, false).Show(t.Context(), b, display.Full); err != nil {
		t.Fatal(err)
	}
	if glass := chip.Glass(); !glass.Equal(display.NewBitmap(image.Pt(128, 64))) {
		t.Error("glass with 64 rows works as if it had 32")
	}
	chip = emu.NewSSD1306(32)
	if err := newPanel(t, chip, 32, true).Show(t.Context(), b, display.Full); err != nil {
		t.Fatal(err)
	}
	if chip.Glass().Equal(b) {
		t.Error("turned, and it looks the same")
	}
}

func TestUnplugged(t *testing.T) {
	chip := emu.NewSSD1306(64)
	p := newPanel(t, chip, 64, false)
	b := display.NewBitmap(p.Bounds().Max)
	if err := p.Show(t.Context(), b, display.Full); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []display.Mode{display.Partial, display.Full} {
		chip.Unplug(true)
		b.Fill(image.Rect(5, 5, 50, 20+int(mode)), true)
		if err := p.Show(t.Context(), b, mode); err == nil {
			t.Errorf("%v: a module that is gone shows a picture", mode)
		}
		chip.Unplug(false)
		chip.Blackout()
		if err := p.Show(t.Context(), b, display.Partial); err != nil {
			t.Error(err)
		}
		if !chip.Glass().Equal(b) {
			t.Errorf("%v: back again, and it shows something else", mode)
		}
	}
	chip.Unplug(true)
	if err := p.Sleep(t.Context()); err == nil {
		t.Error("a module that is gone goes to sleep")
	}
	if err := p.Sleep(t.Context()); err != nil {
		t.Errorf("asleep already: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestMistakes(t *testing.T) {
	if _, err := ssd1306.New(emu.NewSSD1306(64), ssd1306.Opts{Size: image.Pt(96, 16)}); err == nil {
		t.Error("a module of 96x16 is accepted")
	}
	p := newPanel(t, emu.NewSSD1306(64), 64, false)
	if err := p.Show(t.Context(), display.NewBitmap(image.Pt(128, 32)), display.Full); err == nil {
		t.Error("a picture of the wrong size is shown")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Show(ctx, display.NewBitmap(image.Pt(128, 64)), display.Full); err == nil {
		t.Error("a picture is shown after the end of the call")
	}
}

package uc8179_test

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"testing/synctest"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ink"
	"arbiter/display/uc8179"
)

// show shows pictures with red, and returns what is wrong in the end; deaf is a command that the
// controller does not hear, 0 for none.
func show(t *testing.T, name string, turned bool, deaf byte) string {
	m, err := uc8179.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	c := emu.NewUC8179Of(name, emu.Opts{})
	if deaf != 0 {
		c.Ignore(deaf)
	}
	p, err := uc8179.New(c.Port(4096), ink.Pins{DC: c.DC(), CS: c.CS(), Reset: c.Reset(), Busy: c.Busy()}, uc8179.Opts{Model: m, Turned: turned})
	if err != nil {
		t.Fatal(err)
	}
	b, black, red := display.NewBitmap(m.Size()), &display.Bitmap{}, &display.Bitmap{}
	b.Fill(image.Rect(0, 0, 300, 200), true)
	for i := range 2 {
		b.Fill(image.Rect(7, 9+i, 90, 40), i == 0)
		b.Accent(image.Rect(5, 5+20*i, 77, 60))
		ctx, cancel := context.WithTimeout(t.Context(), display.Red().Deadline)
		err := p.Show(ctx, b, display.Full)
		cancel()
		if err != nil {
			return err.Error()
		}
	}
	if err := p.Sleep(t.Context()); err != nil {
		return err.Error()
	}
	b.Separate(black, red)
	same := func(got, want *display.Bitmap) bool {
		for y := range m.Size().Y {
			for x := range m.Size().X {
				at := image.Pt(x, y)
				if turned {
					at = m.Size().Sub(image.Pt(x+1, y+1))
				}
				if got.Black(at.X, at.Y) != want.Black(x, y) {
					return false
				}
			}
		}
		return true
	}
	switch f := c.Faults(); {
	case len(f) > 0:
		return strings.Join(f, "; ")
	case !same(c.Glass(), b):
		return "another picture"
	case !same(c.Reds(), red) || red.Equal(display.NewBitmap(m.Size())):
		return "something else is red"
	case p.Doubt() != nil:
		return p.Doubt().Error()
	}
	return ""
}

// What is accented is red, the rest black and white, whichever way the panel hangs; with a command
// left out it is not.
func TestRedPanels(t *testing.T) {
	for _, name := range []string{"7.5bv2", "5.83bv2"} {
		for _, turned := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				if wrong := show(t, name, turned, 0); wrong != "" {
					t.Errorf("%s, turned %v: %s", name, turned, wrong)
				}
			})
		}
		for _, deaf := range []byte{0x10, 0x13, 0x12, 0x04, 0x61} {
			synctest.Test(t, func(t *testing.T) {
				if show(t, name, false, deaf) == "" {
					t.Errorf("%s without %02X: nothing is wrong", name, deaf)
				}
			})
		}
	}
}

// The driver of a panel without red does nothing right on a panel with red, and the other way
// round.
func TestTheOtherInk(t *testing.T) {
	for said, is := range map[string]string{"7.5v2": "7.5bv2", "7.5bv2": "7.5v2"} {
		synctest.Test(t, func(t *testing.T) {
			m, err := uc8179.Find(said)
			if err != nil {
				t.Fatal(err)
			}
			c := emu.NewUC8179Of(is, emu.Opts{})
			p, err := uc8179.New(c.Port(0), ink.Pins{DC: c.DC(), CS: c.CS(), Reset: c.Reset(), Busy: c.Busy()}, uc8179.Opts{Model: m})
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Show(t.Context(), display.NewBitmap(m.Size()), display.Full); err != nil {
				t.Fatal(err)
			}
			if got := p.Doubt(); !errors.Is(got, ink.ErrRed) && !errors.Is(got, ink.ErrNoRed) {
				t.Errorf("a %s that is said to be a %s is not doubted", is, said)
			}
		})
	}
	if _, err := uc8179.Find("7.5v1"); err == nil {
		t.Error("version 1 is known")
	}
}

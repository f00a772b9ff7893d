package emu_test

import (
	"strings"
	"testing"

	"arbiter/display/emu"
)

const oled = 0x3C

func TestFaultsOfTheOLED(t *testing.T) {
	for _, tc := range []struct {
		w    []byte
		want string
	}{
		{[]byte{0x00, 0xE5}, "unknown command E5"},
		{[]byte{0x00, 0x81}, "command 81 has got 0 of 1 bytes"},
		{[]byte{0x80, 0xAF}, "control byte 80"},
		{nil, "the controller is read"},
		{[]byte{0x00, 0xAE, 0x81, 0x10, 0xAF}, ""},
	} {
		c := emu.NewSSD1306(64)
		if err := c.Tx(oled, tc.w, nil); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(c.Faults(), "; "), tc.want; got != want {
			t.Errorf("% X: %q, want %q", tc.w, got, want)
		}
	}
	if err := emu.NewSSD1306(64).Tx(0x3D, []byte{0x00, 0xAF}, nil); err == nil {
		t.Error("another address is answered")
	}
}

// The three modes of addressing: where the third byte of a window of 2 x 2 goes.
func TestAddressing(t *testing.T) {
	for mode, want := range map[byte][2]int{0: {4, 8}, 1: {5, 0}, 2: {4, 0}} { // x, y
		c := emu.NewSSD1306(64)
		setup := []byte{0x00, 0x8D, 0x14, 0xA1, 0xC8, 0xAF, 0x20, mode, 0x21, 4, 5, 0x22, 0, 1}
		zero := append([]byte{0x40}, make([]byte, 4)...)
		for _, w := range [][]byte{setup, zero, {0x00, 0xB0, 0x04, 0x10}, {0x40, 0x00, 0x00, 0x01}} {
			if err := c.Tx(oled, w, nil); err != nil {
				t.Fatal(err)
			}
		}
		if !c.Glass().Black(want[0], want[1]) {
			t.Errorf("mode %d: the third byte is not at %v", mode, want)
		}
		if err := c.Tx(oled, []byte{0x00, 0xA7}, nil); err != nil {
			t.Fatal(err)
		}
		if c.Glass().Black(want[0], want[1]) {
			t.Errorf("mode %d: inverted, and still lit", mode)
		}
	}
}

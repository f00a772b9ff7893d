package emulator

import (
	"strings"
	"testing"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/display/emu"
	"arbiter/setups"
)

// A rig may name things that cannot be emulated.
func TestEmulatedWires(t *testing.T) {
	abacus := setups.Rig{Readers: []setups.Reader{{Name: "w", Driver: "abacus"}}}
	if _, err := New(abacus, t.TempDir(), 1, emu.Opts{}); err == nil || !strings.Contains(err.Error(), "reader w: driver abacus cannot be emulated") {
		t.Errorf("an abacus: %v", err)
	}
	missing := setups.Rig{Readers: []setups.Reader{{Name: "p", Driver: "pn532", Port: "/dev/ttyUSB0"}}}
	if _, err := New(missing, "/nowhere/at/all", 1, emu.Opts{}); err == nil {
		t.Error("a serial port got a name in a folder that does not exist")
	}
	rig := setups.Rig{Panels: []setups.Panel{{Name: "glass", Driver: "hologram", Size: "100x100", Port: "SPI0.0"}, {Name: "ink", Driver: "waveshare2in13v2", Size: "250x122", Port: "SPI0.1", DC: "a", CS: "b", Reset: "c", Busy: "d"}}}
	top, err := New(rig, t.TempDir(), 1, emu.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	if got := top.Rig.Panels[0]; got.Driver != "web" || got.Size != "100x100" {
		t.Errorf("a panel that cannot be emulated became %+v", got)
	}
	if _, err := top.Port("SPI0.0"); err == nil {
		t.Error("it has a port nevertheless")
	}
	if _, err := top.Out("x"); err == nil {
		t.Error("an output without a wire was found")
	}
	if _, err := top.In("x"); err == nil {
		t.Error("an input without a wire")
	}
}

// Before the readers are watched none of them has reported anything, which is no error.
func TestWaitingBeforeTheReadersAreWatched(t *testing.T) {
	t.Parallel()
	o := &Console{App: &app.App{}, Top: &Emulator{}}
	if !o.Told() {
		t.Error("nothing lies anywhere, yet the table counts as not told")
	}
}

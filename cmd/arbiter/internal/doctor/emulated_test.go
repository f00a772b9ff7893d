package doctor

import (
	"testing"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/display/emu"
	"arbiter/hw"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
)

// Once the faults of an emulated table are mended, the doctor, who saw them, finds nothing.
func TestMendingEndsEveryFault(t *testing.T) {
	t.Parallel()
	for _, rig := range []string{"solo-one-reader", "two-seats-pn532", "two-seats-pn532-header", "two-seats-hubs"} {
		t.Run(rig, func(t *testing.T) {
			in(t, rig, func(c *checkup) {
				c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
				for _, s := range c.top.Slots {
					s.Lay(picc.New(4, 1, 2, 3, 4, 5, 6))
					all := s.Faults()
					for _, f := range all {
						f.Do(f.Value)
					}
					if err := s.Unplug(); err != nil {
						c.Fatal(err)
					}
				}
				if bad, err := c.found(); err == nil {
					c.Errorf("control: everything is broken, and the doctor finds %q", bad)
				}
				for _, s := range c.top.Slots {
					for _, f := range s.Faults() {
						f.Undo()
					}
					if err := s.Unplug(); err != nil { // a hub is unplugged once for each reader
						c.Fatal(err)
					}
					if err := s.Plug(); err != nil {
						c.Fatal(err)
					}
				}
				if bad, err := c.found(); len(bad) > 0 || err != nil {
					c.Errorf("mended, and the doctor finds %q, %v", bad, err)
				}
			})
		})
	}
}

// The doctor hears a reader that acts as a keyboard: a card shown to it arrives, and pulling it out
// is reported.
func TestEmulatedKeyboard(t *testing.T) {
	t.Parallel()
	c := newCheckup(t, "solo-one-reader")
	c.top.Rig = setups.Rig{Readers: []setups.Reader{{Name: "w", Driver: "wedge", Port: "/dev/input/event0", Seat: "purple"}}}
	dir := t.TempDir()
	top, err := emulator.New(c.top.Rig, dir, 1, emu.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	c.top, c.files = top, files(top.Rig)
	c.groups = []int{104}
	c.Cards, c.Within = true, 10*time.Second
	c.lays(nil)
	c.expect()
	if err := top.Slots["w"].Unplug(); err != nil {
		t.Fatal(err)
	}
	c.knock = 10 * time.Millisecond // it is known to be silent
	c.expect("fault    reader w: nothing can be read from /dev/input/event0; check its cable")
	if _, err := top.Keyboard("/dev/input/event1"); err == nil {
		t.Error("a keyboard that the rig does not name was opened")
	}
	if got := top.Ports(); len(got) > 0 {
		t.Errorf("serial ports: %v", got)
	}
}

// A missing port is reported, and the others are examined all the same.
func TestDoctorWithoutAPort(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCheckup(t, "four-council-seats")
		c.top.Rig.Panels = nil
		c.files = files(c.top.Rig)
		delete(c.top.Buses, "SPI1.0")
		c.expect("fault    reader yellow: the port cannot be opened (port SPI1.0: file does not exist); check the port")
		x := check{tell: func(f finding) {
			if got, want := f.what.String(), "reader w: nothing can be read from /dev/x"; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}}
		x.unanswered(answeringReader{Reader: setups.Reader{Name: "w", Driver: "wedge", Port: "/dev/x"}, opened: nil}, hw.ErrNoReader)
		x.tellSilent(t.Context())
	})
}

package doctor

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/physic"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/display/emu"
	"arbiter/hw/rc522"
	"arbiter/setups"
)

// emulated is a rig that comes with the program, emulated.
func emulated(t *testing.T, rig string) *emulator.Emulator {
	t.Helper()
	r, err := setups.LoadRig(rig)
	if err != nil {
		t.Fatal(err)
	}
	top, err := emulator.New(r, t.TempDir(), 1, emu.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := top.Close(); err != nil {
			t.Error(err)
		}
	})
	return top
}

// A board runs at the speed that the rig gives it, one behind a mux at the mux's, and all others at
// the default speed, which is below the chip's limit.
func TestSpeedOfABoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rig, port  string
		reader, of int // kHz of the reader and of the mux
		want       physic.Frequency
	}{
		{"solo-one-reader", "SPI0.0", 0, 0, rc522.DefaultSpeed},
		{"solo-one-reader", "SPI0.0", 500, 0, 500 * physic.KiloHertz},
		{"solo-one-reader", "SPI0.0", 4000, 0, 4 * physic.MegaHertz},
		{"four-seats-five-fields", "SPI0.0", 0, 1000, physic.MegaHertz},
		{"four-seats-five-fields", "SPI0.0", 0, 8000, 8 * physic.MegaHertz},
	} {
		top := emulated(t, c.rig)
		top.Rig.Readers[0].KHz = c.reader
		for i := range top.Rig.Muxes {
			top.Rig.Muxes[i].KHz = c.of
		}
		r, err := device.OpenRC522(&device.Muxes{Pins: top, Rig: top.Rig}, device.NewHubs(top), top.Rig.Readers[0], rc522.Opts{})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if _, err := r.Scan(t.Context()); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		if got := top.Buses[c.port].Speed(); got != c.want || got > 4*physic.MegaHertz && c.of == 0 {
			t.Errorf("%+v: %v", c, got)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A cloned chip is logged once; a genuine one is not.
func TestCopiesAreLogged(t *testing.T) {
	t.Parallel()
	for version, want := range map[float64]string{0x92: "", 0x89: "clone 0x89, FM17522E", 0x42: "clone 0x42"} {
		top := emulated(t, "solo-one-reader")
		if err := ail(top.Slots["table"], "version", version); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		r := device.Buses(top.Rig, top, slog.New(slog.NewTextHandler(&log, nil)))[0][0]
		for range 3 {
			if _, err := r.Scan(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if got := log.String(); strings.Count(got, "copy of the MFRC522") != min(len(want), 1) || !strings.Contains(got, want) {
			t.Errorf("version %#02x: %q, want %q", int(version), got, want)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// RC522s on I2C and on USB are examined like others, and each silent one gets the advice for its
// kind of port.
func TestDoctorAtRC522BesideSPI(t *testing.T) {
	t.Parallel()
	rig, err := setups.ReadRig("beside", []byte(`title = "Beside SPI"
[[reader]]
name = "two-wires"
driver = "rc522"
port = "I2C1"
address = "0x2C"
role = "table"
[[reader]]
name = "line"
driver = "rc522"
port = "/dev/ttyUSB0"
role = "market"
`))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		c := newCheckup(t, "two-seats-pn532")
		top, err := emulator.New(rig, "", 1, emu.Opts{})
		if err != nil {
			t.Fatal(err)
		}
		c.top, c.files = top, files(top.Rig)
		lines, _ := c.lines()
		said := strings.Join(lines, "\n")
		for _, want := range []string{"reader two-wires", "reader line", "MFRC522, version 2.0"} {
			if !strings.Contains(said, want) {
				t.Errorf("a healthy table: no %q in\n%s", want, said)
			}
		}
		if bad, _ := c.found(); slices.ContainsFunc(bad, func(l string) bool { return strings.Contains(l, "reader ") }) {
			t.Errorf("a healthy table: %q", bad)
		}
		for reader, want := range map[string]string{
			"two-wires": "fault    reader two-wires: no chip answers at I2C1; sudo i2cdetect -y 1 shows the address",
			"line":      "fault    reader line: ",
		} {
			if err := top.Slots[reader].Unplug(); err != nil {
				t.Fatal(err)
			}
			if bad, _ := c.found(); !slices.ContainsFunc(bad, func(l string) bool { return strings.HasPrefix(l, want) }) {
				t.Errorf("%s unplugged: %q", reader, bad)
			} else {
				t.Log(bad)
			}
			if err := top.Slots[reader].Plug(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

package device_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/emulator"
	ink "arbiter/display/emu"
	"arbiter/setups"
)

// A device with one reader of each kind finds them all without a rig, and also an adapter at which
// nothing answers and a keyboard. With a rig, nothing is looked for where it has a panel, its chips
// keep their wiring, and a reader of the rig that is not plugged in is not found.
func TestReadersAreFound(t *testing.T) {
	t.Parallel()
	const one, two, three, keys = "/dev/serial/by-id/usb-one", "/dev/serial/by-id/usb-two", "/dev/serial/by-id/usb-three", "/dev/input/by-id/usb-typist-event-kbd"
	wired := rigOf(t, fmt.Sprintf(`[[reader]]
name = "usb"
driver = "pn532"
port = %q
role = "table"
[[reader]]
name = "two-wires"
driver = "pn532"
port = "I2C1"
role = "table"
[[reader]]
name = "puck"
driver = "pcsc"
port = "usb:1-1.3"
role = "table"
[[reader]]
name = "blue"
driver = "rc522"
port = "SPI0.1"
reset = "GPIO25"
role = "table"
[[reader]]
name = "beside"
driver = "rc522"
port = "I2C1"
role = "table"
[[reader]]
name = "line"
driver = "rc522"
port = %q
role = "table"
`, one, three))
	root := fstest.MapFS{
		one[1:]: link("../../ttyUSB0"), two[1:]: link("../../ttyUSB1"), three[1:]: link("../../ttyUSB2"), keys[1:]: link("../event3"),
		"dev/i2c-1": {}, "dev/i2c-20": {}, "dev/spidev0.0": {}, "dev/spidev0.1": {},
	}
	found := func(rig setups.Rig) (all []string) {
		there, err := emulator.New(wired, "", 1, ink.Opts{})
		if err != nil {
			t.Fatal(err)
		}
		defer there.Close()
		ctx, done := context.WithTimeout(t.Context(), 5*time.Minute)
		defer done()
		for _, f := range device.Found(ctx, root, there, rig) {
			all = append(all, fmt.Sprint(f.Reader.Driver, " ", f.Reader.Port, " ", f.Reader.Reset, " ", f.Silent, f.Name))
			if f.Reader.Name != "" || f.Reader.Role != "" {
				t.Errorf("a reader that was found means something: %+v", f.Reader)
			}
		}
		slices.Sort(all)
		return all
	}
	want := []string{"pcsc usb:1-1.3  falseACS ACR122U PICC Interface", "pn532 " + one + "  false", "pn532 " + two + "  true", "pn532 I2C1  false", "rc522 " + three + "  false", "rc522 I2C1  false", "rc522 SPI0.1 GPIO25 false", "wedge " + keys + "  true"}
	if got := found(setups.Rig{}); !slices.Equal(got, want) {
		t.Errorf("without a rig:\n%q, want\n%q", got, want)
	}
	pulled := wired
	pulled.Readers = append(slices.Clone(wired.Readers), setups.Reader{Name: "pulled", Driver: "pn532", Port: "/dev/serial/by-id/usb-pulled"}, setups.Reader{Name: "elsewhere", Driver: "pcsc", Port: "usb:1-1.4"})
	if got := found(pulled); !slices.Equal(got, want) {
		t.Errorf("with its rig:\n%q, want\n%q", got, want)
	}
	if got := found(setups.Rig{Panels: []setups.Panel{{Port: "SPI1.0", DC: "GPIO25"}}}); slices.Contains(got, want[6]) {
		t.Errorf("a pin of the panel was driven: %q", got)
	}
	if got := found(setups.Rig{Panels: []setups.Panel{{Port: "SPI0.1"}, {Port: "I2C1"}}}); slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "rc522 SPI") }) || !slices.Contains(got, "pn532 I2C1  false") {
		t.Errorf("beside panels: %q", got)
	}
}

func link(to string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink}
}

func rigOf(t *testing.T, text string) setups.Rig {
	t.Helper()
	rig, err := setups.ReadRig("found", []byte("title = \"Found\"\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return rig
}

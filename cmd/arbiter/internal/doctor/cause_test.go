package doctor

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/driver"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups/wiring"
)

// closedWires can open nothing, and gives each thing its own reason, as on a device whose ports are
// missing or belong to others.
type closedWires struct{}

func (closedWires) Port(name string) (spi.PortCloser, error) {
	return nil, fmt.Errorf("port %s: %w", name, fs.ErrPermission)
}
func (closedWires) Out(name string) (gpio.PinOut, error) { return nil, fmt.Errorf("no pin %s", name) }
func (closedWires) In(name string) (gpio.PinIn, error)   { return nil, fmt.Errorf("no pin %s", name) }
func (closedWires) Serial(path string) func() (io.ReadWriteCloser, error) {
	return func() (io.ReadWriteCloser, error) { return nil, fmt.Errorf("%s: %w", path, fs.ErrPermission) }
}

// file writes one of the device's files.
func (c *checkup) file(name, text string) { c.files[name] = &fstest.MapFile{Data: []byte(text)} }

const twelve = "readers purple-1, purple-2, purple-3, red-1, red-2, red-3, green-1, green-2, green-3, blue-1, blue-2, blue-3"

// However many things fail for one reason, that is one fault, which names what is missing and what
// needs it.
func TestDoctorNamesOneCause(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestDoctorWithCards")
	t.Parallel()
	const config = "boot/firmware/config.txt"
	const buttons = "buttons purple confirm, red confirm, green confirm, blue confirm, undo, next"
	for name, test := range map[string]struct {
		rig    string
		change func(*checkup)
		want   []string
	}{
		"SPI is off": {"four-seats-three-fields-decoded", func(c *checkup) {
			c.file(config, "")
			delete(c.files, "dev/spidev0.0")
			delete(c.files, "dev/spidev1.0")
		}, []string{"fault    there is no /dev/spidev0.0, /dev/spidev1.0, which these need: " + twelve + ", panel panel; add these lines to /boot/firmware/config.txt, and restart: dtparam=spi=on, dtoverlay=spi1-1cs"}},
		"SPI is off, and its overlay is missing": {"four-seats-three-fields", func(c *checkup) {
			c.file(config, "")
			for _, p := range wiring.NeedsOf(c.top.Rig).Ports {
				delete(c.files, "dev/spidev"+strings.TrimPrefix(p, "SPI"))
			}
		}, []string{"fault    there is no /dev/spidev0.0, /dev/spidev0.1, /dev/spidev0.10, /dev/spidev0.11, /dev/spidev0.2, /dev/spidev0.3, /dev/spidev0.4, /dev/spidev0.5, /dev/spidev0.6, /dev/spidev0.7, /dev/spidev0.8, /dev/spidev0.9, /dev/spidev1.0, which these need: " +
			twelve + ", panel panel; make /boot/firmware/overlays/arbiter-spi0.dtbo: arbiter wiring --overlay four-seats-three-fields | sudo dtc -@ -I dts -O dtb -o /boot/firmware/overlays/arbiter-spi0.dtbo -; then add these lines to /boot/firmware/config.txt, and restart: dtoverlay=arbiter-spi0, dtoverlay=spi1-1cs"}},
		"no group": {"four-seats-three-fields-decoded", func(c *checkup) { c.groups = nil },
			[]string{"fault    the user is not in: gpio, spi, which these need: " + twelve + ", panel panel, " + buttons + "; sudo usermod -aG gpio,spi pi, then log in anew"}},
		"no group for serial ports": {"two-seats-pn532", func(c *checkup) {
			c.groups = nil
			c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
		}, []string{"fault    the user is not in: dialout, which these need: readers purple, green; sudo usermod -aG dialout pi, then log in anew"}},
		"no adapters": {"two-seats-hubs", func(c *checkup) {
			c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
			delete(c.files, "dev/ttyACM0")
			delete(c.files, "dev/ttyACM1")
		}, []string{"fault    there is no /dev/ttyACM0, /dev/ttyACM1, which these need: readers purple-1, purple-2, purple-3, purple-4, purple-5, green-1, green-2, green-3, green-4, green-5; plug the adapter in"}},
		"names that go from one adapter to another": {"two-seats-pn532", func(c *checkup) {
			c.top.Rig.Panels, c.top.Rig.Buttons, c.wires = nil, nil, nil
			c.files["dev/serial/by-id/usb-FTDI_A5"] = &fstest.MapFile{Data: []byte("../../ttyUSB1"), Mode: fs.ModeSymlink | 0o777}
		}, []string{"warning  /dev/ttyUSB1 may be another adapter after a restart, so that seats change places; write /dev/serial/by-id/usb-FTDI_A5 into the rig, or have the page /rig do it"}},
		"two names of one adapter": {"two-seats-pn532", func(c *checkup) {
			c.top.Rig.Panels, c.top.Rig.Buttons, c.wires = nil, nil, nil
			c.files["dev/ttyUSB1"] = &fstest.MapFile{Data: []byte("ttyUSB0"), Mode: fs.ModeSymlink | 0o777}
		}, []string{"fault    /dev/ttyUSB0 and /dev/ttyUSB1 are the same device; write another one into the rig for one of them"}},
		"the service runs": {"four-seats-three-fields-decoded", func(c *checkup) { c.file(systemdService+"/cgroup.procs", "") },
			[]string{"fault    arbiter runs already, so the readers cannot be tested; stop it first, such as with: sudo systemctl stop arbiter"}},
		"control: nothing is known to be missing": {"four-seats-three-fields-decoded", func(c *checkup) { c.top.Rig.Buttons = c.top.Rig.Buttons[:1] }, []string{
			"fault    " + twelve + ": the port cannot be opened (no pin GPIO25); check the port in the rig",
			"fault    panel panel does not work (no pin GPIO22",
			"fault    button purple confirm: its pin GPIO4 cannot be read (no pin GPIO4)",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, test.rig, func(c *checkup) {
				c.wires = closedWires{}
				if strings.HasPrefix(name, "SPI") { // not pins
					clear(c.top.Buses)
					clear(c.top.PanelPorts)
					c.wires = nil
				}
				test.change(c)
				began := time.Now()
				c.expect(test.want...)
				if took := time.Since(began); took > c.knock {
					t.Errorf("it waited %v for readers that cannot answer", took)
				}
			})
		})
	}
}

// If what needs a missing group works all the same, the doctor says so, too.
func TestDoctorTriesWithoutAGroup(t *testing.T) {
	in(t, "solo-one-reader", func(c *checkup) {
		c.groups = []int{101}
		lines, err := c.lines()
		for _, want := range []string{"fault    the user is not in: spi, which these need: reader table, panel panel", "ok       reader table: MFRC522", "ok       panel panel shows"} {
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
				t.Errorf("%q is missing in\n%s", want, strings.Join(lines, "\n"))
			}
		}
		if err == nil || err.Error() != "one fault" {
			t.Errorf("the end is %v", err)
		}
	})
}

// impl is a driver of periph that does nothing.
type impl string

func (i impl) String() string        { return string(i) }
func (impl) Prerequisites() []string { return nil }
func (impl) After() []string         { return nil }
func (impl) Init() (bool, error)     { return true, nil }

// foundWires is wires that drivers have found.
type foundWires struct {
	*emulator.Emulator
	state driverreg.State
	err   error
}

func (f foundWires) Drivers() (*driverreg.State, error) { return &f.state, f.err }

// The report begins with the computer and, if the rig has wires that periph opens, with what periph
// found on it.
func TestDoctorNamesTheComputer(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	t.Parallel()
	state := driverreg.State{
		Loaded:  []driver.Impl{impl("ioctl-gpio"), impl("sysfs-spi")},
		Skipped: []driverreg.DriverFailure{{D: impl("sysfs-i2c"), Err: errors.New("no bus found")}, {D: impl("dma")}},
		Failed:  []driverreg.DriverFailure{{D: impl("rpi"), Err: errors.New("unknown hardware\nversion")}},
	}
	const pi = "ok       this is: Raspberry Pi 4 Model B Rev 1.4, Debian GNU/Linux 12 (bookworm)"
	for name, test := range map[string]struct {
		rig, model string
		computer   string // of the rig
		err        error
		want       []string
	}{
		"a Raspberry Pi": {"solo-one-reader", "Raspberry Pi 4 Model B Rev 1.4", "", nil, []string{pi,
			"         periph's drivers: ioctl-gpio, sysfs-spi", "         skipped: sysfs-i2c (no bus found), dma", "         failed: rpi (unknown hardware, version)",
			"ok       ports: /dev/spidev0.0, /dev/spidev0.1, /dev/gpiochip0", "ok       /boot/firmware/config.txt has what the rig needs: dtparam=spi=on"}},
		"no driver at all": {"solo-one-reader", "Raspberry Pi 4 Model B Rev 1.4", "", errors.New("a loop"), []string{pi, "         periph does not start: a loop", "ok "}},
		"serial readers":   {"two-seats-pn532", "Raspberry Pi 4 Model B Rev 1.4", "", nil, []string{pi, "ok       ports: /dev/ttyUSB0, /dev/ttyUSB1"}},
		"another computer": {"solo-one-reader", "Orange Pi Zero", "", nil, []string{
			`warning  this is: Orange Pi Zero, Debian GNU/Linux 12 (bookworm); the rig is for a Raspberry Pi; one for this computer has computer = "other" at its top`}},
		"another computer, and its rig": {"solo-one-reader", "Orange Pi Zero", "other", nil, []string{"ok       this is: Orange Pi Zero, Debian GNU/Linux 12 (bookworm)",
			"         periph's drivers: ioctl-gpio, sysfs-spi", "         skipped: ", "         failed: ", "fault    there is no /dev/spidev0.1, which these need: panel panel; switch it on, as the manual of this computer says"}},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, test.rig, func(c *checkup) {
				if test.rig == "two-seats-pn532" {
					c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
				}
				c.top.Rig.Computer = test.computer
				c.wires = foundWires{c.top, state, test.err}
				c.file("proc/device-tree/model", test.model+"\x00")
				c.file("etc/os-release", "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
				if test.computer != "" {
					delete(c.files, "dev/spidev0.1")
					delete(c.files, "boot/firmware/config.txt")
				}
				lines, _ := c.lines()
				for i, want := range test.want {
					if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
						t.Errorf("line %d is not %q:\n%s", i+1, want, strings.Join(lines, "\n"))
					}
				}
			})
		})
	}
}

// Readers on serial ports do not get the advice meant for boards on SPI.
func TestDoctorAdvisesSerialReaders(t *testing.T) {
	t.Parallel()
	advice := func(t *testing.T, rig, reader, name string, value float64) (all string) {
		synctest.Test(t, func(t *testing.T) {
			c := newCheckup(t, rig)
			c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
			if err := ail(c.top.Slots[reader], name, value); err != nil {
				t.Fatal(err)
			}
			bad, _ := c.found()
			all = strings.Join(bad, "\n")
		})
		return all
	}
	for _, serial := range []string{advice(t, "two-seats-pn532", "green", "half-frames", 1e5), advice(t, "two-seats-hubs", "green-1", "crowd", 0)} {
		for _, word := range []string{"MISO", "khz", "gain", "chip select"} {
			if strings.Contains(serial, word) || serial == "" {
				t.Errorf("%s: %q", word, serial)
			}
		}
	}
	if board := advice(t, "solo-one-reader", "table", "hang", 0); !strings.Contains(board, "MISO") || !strings.Contains(board, "khz") {
		t.Errorf("control: %q", board)
	}
}

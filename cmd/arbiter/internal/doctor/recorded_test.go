package doctor

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"periph.io/x/conn/v3/driver"
	"periph.io/x/conn/v3/driver/driverreg"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// A recorded computer is what the doctor can ask of one without its hardware: its files, and
// the labels of its chips.
type recorded struct {
	closedWires
	*testing.T
	files fstest.MapFS
	chips []device.Chip
	state driverreg.State
}

func (r *recorded) Drivers() (*driverreg.State, error) { return &r.state, nil }
func (r *recorded) Chips() []device.Chip               { return r.chips }

func record(t *testing.T, name string) *recorded {
	t.Helper()
	a, err := txtar.ParseFile("testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{T: t, files: fstest.MapFS{}, state: driverreg.State{Loaded: []driver.Impl{impl("ioctl-gpio"), impl("sysfs-spi")}}}
	for _, f := range a.Files {
		switch f.Name {
		case "gpiodetect":
			for _, m := range regexp.MustCompile(`(?m)^(\S+) \[(.*)\]`).FindAllStringSubmatch(string(f.Data), -1) {
				r.chips = append(r.chips, device.Chip{Path: "/dev/" + m[1], Label: m[2]})
			}
		case "dev":
			r.plug(strings.Fields(string(f.Data))...)
		default:
			r.files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	if _, old := r.files["dev/gpiomem"]; !old { // as periph 3.8.5 does without it
		r.state.Failed = []driverreg.DriverFailure{{D: impl("bcm283x-gpio"), Err: fmt.Errorf("need more access, try as root")}}
	}
	return r
}

func (r *recorded) plug(devices ...string) {
	for _, d := range devices {
		r.files["dev/"+d] = &fstest.MapFile{}
	}
}

// boot adds lines at the end of config.txt.
func (r *recorded) boot(lines ...string) {
	f := r.files["boot/firmware/config.txt"]
	r.files["boot/firmware/config.txt"] = &fstest.MapFile{Data: append(slices.Clone(f.Data), strings.Join(lines, "\n")+"\n"...)}
}

// look is what the doctor says of the computer for a rig.
func (r *recorded) look(rig setups.Rig) string {
	say, err := i18n.Flag{Lang: "en"}.Say(nil)
	if err != nil {
		r.Fatal(err)
	}
	var b strings.Builder
	x := check{rig: rig, dir: "/var/lib/arbiter", pins: r, machine: host{root: r.files, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), Space: func(string) (uint64, error) { return 8 << 30, nil }}}
	x.tell = func(f finding) { fmt.Fprintln(&b, f.line(say)) }
	x.ask = func(t engine.Text) { fmt.Fprintln(&b, "         "+say(t)) }
	x.host()
	return b.String()
}

func (r *recorded) says(rig setups.Rig, wants ...string) {
	r.Helper()
	said := r.look(rig)
	for _, want := range wants {
		if !strings.Contains(said, want) {
			r.Errorf("the doctor does not say %q:\n%s", want, said)
		}
	}
}

// Each computer is named with its system, its kernel and the chip that has its pins, and
// told which lines of config.txt it lacks, in the sections that hold for it.
func TestRecordedComputers(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	t.Parallel()
	rig, err := setups.LoadRig("solo-one-reader")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct{ is, chip, section, other, fails string }{
		"zero2":     {"Raspberry Pi Zero 2 W Rev 1.0, Debian GNU/Linux 13 (trixie), Linux 6.12.47+rpt-rpi-v8", "/dev/gpiochip0 (pinctrl-bcm2835)", "[pi02]", "[pi3]", ""},
		"pi3":       {"Raspberry Pi 3 Model B Plus Rev 1.3, Debian GNU/Linux 12 (bookworm), Linux 6.6.51+rpt-rpi-v8", "/dev/gpiochip0 (pinctrl-bcm2835)", "[pi3+]", "[pi4]", ""},
		"pi4":       {"Raspberry Pi 4 Model B Rev 1.5, Debian GNU/Linux 13 (trixie), Linux 6.12.47+rpt-rpi-v8", "/dev/gpiochip0 (pinctrl-bcm2711)", "[pi4]", "[pi400]", ""},
		"pi5":       {"Raspberry Pi 5 Model B Rev 1.0, Debian GNU/Linux 13 (trixie), Linux 6.12.47+rpt-rpi-2712", "/dev/gpiochip0 (pinctrl-rp1)", "[pi5]", "[cm5]", "bcm283x-gpio (need more access, try as root)"},
		"pi5-early": {"Raspberry Pi 5 Model B Rev 1.0, Debian GNU/Linux 12 (bookworm), Linux 6.6.31+rpt-rpi-2712", "/dev/gpiochip4 (pinctrl-rp1)", "[PI5]", "[none]", "bcm283x-gpio (need more access, try as root)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := record(t, name)
			chip, _, _ := strings.Cut(want.chip, " ")
			r.says(rig, "ok       this is: "+want.is+"\n", "periph's drivers: ioctl-gpio, sysfs-spi", "pins: "+want.chip+"\n", "ok       the supply is strong enough",
				"fault    there is no /dev/spidev0.0, /dev/spidev0.1, which these need: reader table, panel panel; add these lines to /boot/firmware/config.txt, and restart: dtparam=spi=on\n")
			if want.fails != "" {
				r.says(rig, "failed: "+want.fails, "what failed there is not needed: pins are driven through the kernel (ioctl-gpio)")
			} else if said := r.look(rig); strings.Contains(said, "failed") {
				t.Errorf("a driver fails:\n%s", said)
			}
			r.plug("spidev0.0", "spidev0.1")
			r.boot(want.other, "dtparam=spi=on")
			r.says(rig, "fault    /boot/firmware/config.txt lacks lines that the rig needs") // the line is not for this model
			r.boot(want.section, "dtparam=i2c,spi")
			r.says(rig, "ok       ports: /dev/spidev0.0, /dev/spidev0.1, "+chip+"\n", "ok       /boot/firmware/config.txt has what the rig needs: dtparam=spi=on")
			r.boot("[all]", "dtparam=spi=off")
			r.says(rig, "fault    /boot/firmware/config.txt lacks lines that the rig needs") // the last line counts
			r.chips = r.chips[:0]
			r.chips = append(r.chips, device.Chip{Path: "/dev/gpiochip7", Label: "somebody's"})
			r.says(rig, "fault    none of the chips has the pins of the 40-pin header: /dev/gpiochip7 (somebody's); bring the system up to date")
		})
	}
}

// The serial port of the header needs other lines on a Raspberry Pi 5.
func TestSerialPortOfTheHeader(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	t.Parallel()
	rig := func(port string) setups.Rig {
		return setups.Rig{Readers: []setups.Reader{{Name: "purple", Driver: "pn532", Port: port}}}
	}
	four, five := record(t, "pi4"), record(t, "pi5")
	four.says(rig("/dev/ttyAMA0"), "lacks lines that the rig needs; add these lines to /boot/firmware/config.txt, and restart: enable_uart=1, dtoverlay=disable-bt\n")
	five.says(rig("/dev/ttyAMA0"), "there is no /dev/ttyAMA0, which these need: reader purple; add these lines to /boot/firmware/config.txt, and restart: dtparam=uart0=on\n")
	five.boot("dtparam=uart0=on")
	five.plug("ttyAMA0", "serial0")
	five.says(rig("/dev/ttyAMA0"), "ok       /boot/firmware/config.txt has what the rig needs: dtparam=uart0=on")
	five.says(rig("/dev/serial0"), "warning  /dev/serial0 of a Raspberry Pi 5 is the plug for debugging, not GPIO14 and GPIO15; write /dev/ttyAMA0 into the rig")
	if said := four.look(rig("/dev/serial0")); strings.Contains(said, "debugging") {
		t.Errorf("control:\n%s", said)
	}
}

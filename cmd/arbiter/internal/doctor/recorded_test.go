package doctor

import (
	"fmt"
	"io/fs"
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

// A recorded computer is what the doctor can examine without the hardware: its files, and the
// labels of its chips.
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

// look returns what the doctor says of the computer for a rig.
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

// Each computer is named with its system, its kernel and the chip that has its pins, and told which
// lines its config.txt lacks in the sections that apply to it.
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
			r.boot(want.other, "dtparam=spi=on")
			r.says(rig, "add these lines to /boot/firmware/config.txt, and restart: [all], dtparam=spi=on\n") // the line is not for this model
			r.boot(want.section, "dtparam=i2c,spi")
			r.says(rig, "which these need: reader table, panel panel; check the lines of config.txt, and restart\n")
			r.boot("[all]", "dtparam=spi=off")
			r.says(rig, "add these lines to /boot/firmware/config.txt, and restart: dtparam=spi=on\n") // the last line counts
			r.plug("spidev0.0", "spidev0.1")
			if said := r.look(rig); !strings.Contains(said, "ok       ports: /dev/spidev0.0, /dev/spidev0.1, "+chip+"\n") || strings.Contains(said, "fault") {
				t.Errorf("devices that are there:\n%s", said)
			}
			r.boot("dtparam=spi=on")
			r.says(rig, "ok       /boot/firmware/config.txt has what the rig needs: dtparam=spi=on")
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

// Which lines of config.txt apply is defined by the documentation of Raspberry Pi: a model also
// reads the sections of the models it derives from, conditions of several kinds must all be met,
// and files are included in place.
func TestConditionsOfConfigTxt(t *testing.T) {
	t.Parallel()
	const zero2, four, module = "Raspberry Pi Zero 2 W Rev 1.0", "Raspberry Pi 4 Model B Rev 1.5", "Raspberry Pi Compute Module 4S Rev 1.0"
	files := fstest.MapFS{
		"boot/firmware/usercfg.txt":         {Data: []byte("\ufeff[all]\r\nx=1\r\ninclude more.txt\r\n")},
		"boot/firmware/more.txt":            {Data: []byte("y=1\n")},
		"boot/firmware/round.txt":           {Data: []byte("include round.txt\nx=1\n")},
		"proc/device-tree/serial-number":    {Data: []byte("10000000abcdef01\x00")},
		"boot/firmware/elsewhere/apart.txt": {Data: []byte("x=1\n")},
	}
	for _, c := range []struct {
		model, config, want string
		open                bool
	}{
		{zero2, "[pi0]\na=1\n[pi0w]\nb=1\n[pi02]\nc=1\n[pi3]\nd=1\n", "a=1 b=1 c=1", false},
		{"Raspberry Pi Zero W Rev 1.1", "[pi0]\na=1\n[pi0w]\nb=1\n[pi02]\nc=1\n", "a=1 b=1", false},
		{module, "[pi4]\na=1\n[cm4s]\nb=1\n[cm4]\nc=1\n", "a=1 b=1", false},
		{"Raspberry Pi Compute Module 3 Plus Rev 1.0", "[pi3]\na=1\n[pi3+]\nb=1\n[pi1]\nc=1\n", "a=1", false},
		{four, "[none]\na=1\n[all]\nb=1\n[HDMI:0]\nc=1\n", "b=1 c=1", true},
		{four, "[EDID=VSC-TD2220]\n[pi4]\na=1\n[all]\nb=1\n[gpio4=1]\nc=1\n", "b=1", false},
		{four, "[0x10000000abcdef01]\na=1\n[pi4]\nb=1\n[0x12345678]\nc=1\n[pi4]\nd=1\n", "a=1 b=1", false},
		{four, "[pi3]\n[0x12345678]\na=1\n[0x10000000abcdef01]\nb=1\n[pi4]\nc=1\n", "c=1", true},
		{four, "a=1\ninclude usercfg.txt\nb=1\n", "a=1 x=1 y=1 b=1", true},
		{four, "[pi3]\ninclude elsewhere/apart.txt\n", "", false},
		{four, "include missing.txt\na=1\n", "a=1", true},
	} {
		files["boot/firmware/config.txt"] = &fstest.MapFile{Data: []byte(c.config)}
		m := host{root: files}
		lines, open := m.effective(m.config("/boot/firmware/config.txt"), c.model)
		if got := strings.Join(lines, " "); got != c.want || open != c.open {
			t.Errorf("%s, %q: %q, open %v, want %q, %v", c.model, c.config, got, open, c.want, c.open)
		}
	}
	if rows := (host{root: files}).config("/boot/firmware/round.txt"); len(rows) != mostIncluded+1 {
		t.Errorf("a file that includes itself has %d lines", len(rows))
	}
}

// A Linux console on a serial port of the header disturbs a reader there. It is found before it is
// enabled, while it is active, and when a login prompt waits; the doctor says how to turn it off.
func TestConsoleOnTheSerialPort(t *testing.T) {
	tier.Unraced(t, "files that one goroutine reads")
	t.Parallel()
	rig := func(port string) setups.Rig {
		return setups.Rig{Readers: []setups.Reader{{Name: "purple", Driver: "pn532", Port: port}}}
	}
	link := func(r *recorded, name, to string) {
		r.files["dev/"+name] = &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink}
	}
	write := func(r *recorded, file, text string) { r.files[file] = &fstest.MapFile{Data: []byte(text)} }
	const usual = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootwait\n"
	const written = "fault    /boot/firmware/cmdline.txt puts the console of Linux on /dev/%s, which these need: reader purple; take console=serial0,115200 out of it and restart, or: sudo raspi-config nonint do_serial_cons 1, and restart\n"

	four := record(t, "pi4")
	write(four, "boot/firmware/cmdline.txt", usual)
	four.says(rig("/dev/ttyS0"), fmt.Sprintf(written, "ttyS0"), "restart: enable_uart=1") // the other remedy alone would enable the console
	link(four, "serial0", "ttyS0")
	four.says(rig("/dev/serial0"), fmt.Sprintf(written, "serial0"))
	x := check{rig: rig("/dev/serial0"), pins: four, machine: host{root: four.files}}
	if said := x.wrongPorts(); len(said) != 1 || !strings.Contains(said[0].String(), "take console=serial0,115200 out of it") {
		t.Errorf("the page of rigs is told %q", said)
	}
	if said := four.look(rig("/dev/ttyAMA0")); strings.Contains(said, "console of Linux") {
		t.Errorf("control: the console is on the other port\n%s", said)
	}
	write(four, "boot/firmware/cmdline.txt", "console=tty1 root=PARTUUID=1\r\n")
	write(four, "proc/cmdline", "8250.nr_uarts=1 console=ttyS0,115200 console=tty1\n")
	four.says(rig("/dev/serial0"), "fault    the console of Linux is on /dev/serial0 until the next start, and these need it: reader purple; restart\n")
	write(four, "proc/cmdline", "console=tty1\n")
	write(four, "run/systemd/generator/getty.target.wants/serial-getty@ttyS0.service", "")
	four.says(rig("/dev/serial0"), "fault    a login waits on /dev/serial0, which these need: reader purple; sudo systemctl disable --now serial-getty@ttyS0.service, or: sudo raspi-config nonint do_serial_cons 1, and restart\n")
	delete(four.files, "run/systemd/generator/getty.target.wants/serial-getty@ttyS0.service")
	if said := four.look(rig("/dev/serial0")); strings.Contains(said, "fault") {
		t.Errorf("control: nothing is wrong\n%s", said)
	}
	four.boot("cmdline=other.txt")
	write(four, "boot/firmware/other.txt", usual)
	four.says(rig("/dev/ttyS0"), "fault    /boot/firmware/other.txt puts the console")

	five := record(t, "pi5") // its console has a connector of its own
	five.boot("dtparam=uart0=on")
	five.plug("ttyAMA0", "ttyAMA10")
	link(five, "serial0", "ttyAMA10")
	write(five, "boot/firmware/cmdline.txt", usual)
	if said := five.look(rig("/dev/ttyAMA0")); strings.Contains(said, "fault") {
		t.Errorf("control: a Raspberry Pi 5\n%s", said)
	}
	write(five, "boot/firmware/cmdline.txt", "console=ttyAMA0,115200\n")
	five.says(rig("/dev/ttyAMA0"), "fault    /boot/firmware/cmdline.txt puts the console of Linux on /dev/ttyAMA0")
}

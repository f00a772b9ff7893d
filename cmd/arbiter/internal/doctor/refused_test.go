package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"periph.io/x/conn/v3/gpio"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/cmd/arbiter/internal/i18n"
	ink "arbiter/display/emu"
	"arbiter/engine"
	"arbiter/hw"
	"arbiter/setups"
)

// languages are those that people read the doctor in.
var languages = []string{"en", "de", "es"}

// says returns what the doctor says of one thing, in each language.
func says(t *testing.T, files fstest.MapFS, examine func(*check)) (lines map[string][]string) {
	t.Helper()
	lines = map[string][]string{}
	for _, lang := range languages {
		say, err := i18n.Flag{Lang: lang}.Say(nil)
		if err != nil {
			t.Fatal(err)
		}
		x := check{machine: host{root: files, uid: 1000}, mute: map[string]bool{}}
		x.tell = func(f finding) { lines[lang] = append(lines[lang], f.line(say)) }
		x.ask = func(engine.Text) {}
		examine(&x)
		x.tellSilent(t.Context())
	}
	return lines
}

// What the system says of a port is reported differently from a silent chip, each with its own
// remedy, in every language.
func TestDoctorTellsTheSystemFromTheChip(t *testing.T) {
	pi := fstest.MapFS{"etc/passwd": {Data: []byte("pi:x:1000:1000::/home/pi:/bin/sh\n")}}
	rc := setups.Reader{Name: "red", Driver: "rc522", Port: "SPI0.0"}
	pn := setups.Reader{Name: "red", Driver: "pn532", Port: "/dev/ttyACM0"}
	keys := setups.Reader{Name: "red", Driver: "wedge", Port: "/dev/cards"}
	for _, c := range []struct {
		r    setups.Reader
		said error
		want string
	}{
		{pn, syscall.EPERM, "fault    reader red: the system keeps this program from /dev/ttyACM0 (EPERM); its unit has to allow the device"},
		{pn, syscall.EACCES, "fault    reader red: this user may not open /dev/ttyACM0 (EACCES); sudo usermod -aG dialout pi, then log in anew"},
		{rc, syscall.EACCES, "fault    reader red: this user may not open SPI0.0 (EACCES); sudo usermod -aG spi pi"},
		{keys, syscall.EACCES, "fault    reader red: this user may not open /dev/cards (EACCES); sudo usermod -aG input pi"},
		{pn, syscall.EBUSY, "fault    reader red: another program uses /dev/ttyACM0 (EBUSY); end that one; this tells which: sudo fuser -v /dev/ttyACM0"},
		{pn, syscall.ENOENT, "fault    reader red: there is no /dev/ttyACM0 (ENOENT); plug the adapter in"},
		{rc, syscall.ENOENT, "fault    reader red: there is no SPI0.0 (ENOENT); check the port in the rig, and the lines of config.txt"},
		{pn, syscall.ENODEV, "fault    reader red: what was at /dev/ttyACM0 has gone (ENODEV); plug it in again"},
		{pn, syscall.EIO, "fault    reader red: the system can neither read from /dev/ttyACM0 nor write to it (EIO); plug it in again"},
		{rc, syscall.EIO, "fault    reader red: the system can neither read from SPI0.0 nor write to it (EIO); restart; if it stays so"},
	} {
		for _, as := range []error{hw.ErrNoReader, hw.ErrIO} {
			err := fmt.Errorf("%w: %w", as, &device.PortError{Name: "port " + c.r.Port, Err: c.said})
			got := says(t, pi, func(x *check) { x.unanswered(answeringReader{Reader: c.r}, err) })
			if len(got["en"]) != 1 || !strings.HasPrefix(got["en"][0], c.want) {
				t.Errorf("%v: %q, want %q", c.said, got["en"], c.want)
			}
			for _, lang := range languages {
				if as == hw.ErrNoReader {
					t.Logf("%s: %s", lang, strings.Join(got[lang], "\n"))
				}
			}
		}
	}
	silent := says(t, pi, func(x *check) { x.unanswered(answeringReader{Reader: pn}, hw.ErrNoReader) })
	if want := "fault    reader red: no chip answers at /dev/ttyACM0; set its switches to HSU"; !strings.HasPrefix(silent["en"][0], want) {
		t.Errorf("control: a silent chip: %q", silent["en"])
	}
}

// A pin that somebody else uses is named together with its holder.
func TestDoctorNamesWhoHasAPin(t *testing.T) {
	taken := &device.PortError{Name: "pin GPIO25", Err: &device.TakenPin{Pin: "GPIO25", Holder: "gpioset", Err: syscall.EBUSY}}
	got := says(t, nil, func(x *check) {
		x.unopened(setups.Reader{Name: "red", Driver: "rc522", Port: "SPI0.0"}, fmt.Errorf("reader red: %w", taken))
		x.unreadable("confirm", "GPIO25", taken)
	})
	for _, want := range []string{`reader red: pin GPIO25 is in use by "gpioset"; end that program, take its overlay`, `button confirm: pin GPIO25 is in use by "gpioset"; end that program`} {
		if !slices.ContainsFunc(got["en"], func(l string) bool { return strings.Contains(l, want) }) {
			t.Errorf("%q lacks %q", got["en"], want)
		}
	}
	for _, lang := range languages {
		t.Logf("%s: %s", lang, strings.Join(got[lang], "\n"))
	}
}

// Root may open everything, so what counts is whether the service may.
func TestDoctorLooksAsTheServiceWould(t *testing.T) {
	rig, err := setups.LoadRig("solo-one-reader")
	if err != nil {
		t.Fatal(err)
	}
	rig.Panels, rig.Buttons = nil, nil
	const shut = "fault    user arbiter may not open /dev/spidev0.0, which these need: reader table; "
	for name, test := range map[string]struct {
		uid, gid uint32
		mode     fs.FileMode
		account  string
		unit     string
		want     string
	}{
		"a rule gives it to a group of the service":      {0, 110, 0o660, "arbiter:x:950:950::/:/bin/false\n", "SupplementaryGroups=spi gpio\n", ""},
		"the group has it as a member":                   {0, 111, 0o660, "arbiter:x:950:950::/:/bin/false\n", "", ""},
		"no rule":                                        {0, 0, 0o600, "arbiter:x:950:950::/:/bin/false\n", "SupplementaryGroups=spi gpio\n", shut + "no rule of udev gives it to a group"},
		"another group":                                  {0, 77, 0o660, "arbiter:x:950:950::/:/bin/false\n", "SupplementaryGroups=spi gpio\n", shut + "put it into the group of the file: sudo usermod -aG GROUP arbiter"},
		"its group may only read":                        {0, 110, 0o640, "arbiter:x:950:950::/:/bin/false\n", "SupplementaryGroups=spi gpio\n", shut},
		"control: there is no service, and root may all": {0, 0, 0o600, "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := files(rig)
			f["etc/passwd"] = &fstest.MapFile{Data: []byte("root:x:0:0::/root:/bin/sh\n" + test.account)}
			f["etc/group"] = &fstest.MapFile{Data: []byte("spi:x:110:\ngpio:x:112:\nmine:x:111:pi,arbiter\n")}
			f["lib/systemd/system/arbiter.service"] = &fstest.MapFile{Data: []byte(test.unit)}
			f["dev/spidev0.0"] = &fstest.MapFile{Mode: test.mode, Sys: &syscall.Stat_t{Uid: test.uid, Gid: test.gid}}
			got := says(t, f, func(x *check) {
				x.rig, x.machine.uid, x.chip = rig, 0, "/dev/gpiochip0"
				x.access(x.needs())
			})
			switch {
			case test.want == "" && len(got["en"]) == 0:
			case test.want != "" && len(got["en"]) == 1 && strings.HasPrefix(got["en"][0], test.want):
			default:
				t.Errorf("found %q, want %q", got["en"], test.want)
			}
			for _, lang := range languages {
				t.Logf("%s: %s", lang, strings.Join(got[lang], "\n"))
			}
		})
	}
}

// The twelve commonest mistakes of owners are each reported in two parts, what is wrong and what to
// do, in every language.
func TestTwelveMistakes(t *testing.T) {
	rig, err := setups.LoadRig("solo-one-reader")
	if err != nil {
		t.Fatal(err)
	}
	rig.Panels, rig.Buttons = nil, nil
	reader := rig.Readers[0]
	serial := rig
	serial.Readers = []setups.Reader{{Name: "table", Driver: "pn532", Port: "/dev/ttyAMA0"}}
	plugged := rig
	plugged.Readers = []setups.Reader{{Name: "table", Driver: "pn532", Port: "/dev/serial/by-id/usb-FTDI_A5"}}
	const config = "boot/firmware/config.txt"
	for _, m := range []struct {
		name    string
		rig     setups.Rig
		change  func(fstest.MapFS)
		examine func(*check)
		want    string
	}{
		{"SPI off", rig, func(f fstest.MapFS) { f[config] = &fstest.MapFile{}; delete(f, "dev/spidev0.0") }, func(x *check) { x.ports(x.needs()) }, "there is no /dev/spidev0.0"},
		{"console on the UART", serial, func(f fstest.MapFS) {
			f["boot/firmware/cmdline.txt"] = &fstest.MapFile{Data: []byte("console=ttyAMA0,115200 root=/dev/mmcblk0p2")}
		}, func(x *check) { x.serial(x.needs()) }, "the console of Linux"},
		{"wrong group", rig, nil, func(x *check) { x.groups(x.needs()) }, "the user is not in: gpio, spi"},
		{"no rule", rig, func(f fstest.MapFS) { f["dev/spidev0.0"] = &fstest.MapFile{Mode: 0o600, Sys: &syscall.Stat_t{}} }, func(x *check) { x.access(x.needs()) }, "user pi may not open /dev/spidev0.0"},
		{"wrong pin", rig, nil, func(x *check) { x.unopened(reader, fmt.Errorf("reader table: %w", device.NoPin("GPIO28"))) }, "reader table: this computer has no pin GPIO28"},
		{"wire out", rig, nil, func(x *check) { x.unanswered(answeringReader{Reader: reader}, hw.ErrNoReader) }, "reader table: no chip answers at SPI0.0"},
		{"plug out", plugged, func(f fstest.MapFS) { delete(f, "dev/serial/by-id/usb-FTDI_A5") }, func(x *check) { x.ports(x.needs()) }, "there is no /dev/serial/by-id/usb-FTDI_A5"},
		{"two services", rig, func(f fstest.MapFS) { f[systemdService+"/cgroup.procs"] = &fstest.MapFile{} }, func(x *check) { x.free() }, "arbiter runs already"},
		{"port taken", serial, nil, func(x *check) {
			x.unanswered(answeringReader{Reader: serial.Readers[0]}, fmt.Errorf("%w: %w", hw.ErrNoReader, syscall.EBUSY))
		}, "reader table: another program uses /dev/ttyAMA0"},
		{"clock wrong", rig, nil, func(x *check) { x.machine.now = time.Unix(0, 0).UTC(); x.clock() }, "the clock says 1970-01-01"},
		{"disk full", rig, nil, func(x *check) { x.storage() }, "0 MB are free"},
		{"card broken", rig, func(f fstest.MapFS) {
			f["proc/self/mounts"] = &fstest.MapFile{Data: []byte("/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n")}
		}, func(x *check) {
			x.machine.Space = func(string) (uint64, error) { return 8 << 30, nil }
			x.storage()
		}, "the games are to be kept in /var/lib/arbiter, which is read-only; restart; if it stays so, the memory card is worn out"},
		{"card broken, as newer kernels tell it", rig, func(f fstest.MapFS) {
			f["proc/self/mounts"] = &fstest.MapFile{Data: []byte("/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")}
		}, func(x *check) {
			x.machine.Space = func(string) (uint64, error) { return 0, syscall.EROFS }
			x.storage()
		}, "the games are to be kept in /var/lib/arbiter, which is read-only; restart; if it stays so, the memory card is worn out"},
		{"card broken, as Linux 6.12 tells it", rig, nil, func(x *check) {
			x.machine.Space = func(string) (uint64, error) { return 0, syscall.EIO }
			x.storage()
		}, "the games are to be kept in /var/lib/arbiter, where nothing can be read or written; restart; if it stays so, the memory card is worn out"},
	} {
		f := files(m.rig)
		if m.change != nil {
			m.change(f)
		}
		got := says(t, f, func(x *check) {
			x.rig, x.dir, x.chip = m.rig, "/var/lib/arbiter", "/dev/gpiochip0"
			x.pins = closedWires{}
			x.machine.Space = func(string) (uint64, error) { return 0, nil }
			m.examine(x)
		})
		var bad []string
		for _, l := range got["en"] {
			if !strings.HasPrefix(l, "ok ") {
				bad = append(bad, l)
			}
		}
		if len(bad) != 1 || !strings.Contains(bad[0], m.want) || !strings.Contains(bad[0], "; ") {
			t.Errorf("%s: %q, want %q and what to do", m.name, got["en"], m.want)
		}
		for _, lang := range languages {
			text := strings.Join(got[lang], "\n")
			if lang != "en" && (text == strings.Join(got["en"], "\n") || !strings.Contains(text, "; ")) {
				t.Errorf("%s: in %s %q", m.name, lang, text)
			}
			t.Logf("%s, %s: %s", m.name, lang, text)
		}
	}
}

// A pinless computer has the ports of a rig but none of its pins.
type pinless struct {
	*emulator.Emulator
	why error
}

func (p pinless) Out(string) (gpio.PinOut, error) { return nil, p.why }

// Beside a running table, too, a reader that cannot be opened is told apart from a silent chip:
// nobody should look for a loose wire when the rig is wrong.
func TestDoctorBesideAReaderThatIsNotOpened(t *testing.T) {
	rig, err := setups.LoadRig("solo-one-reader")
	if err != nil {
		t.Fatal(err)
	}
	rig.Panels, rig.Buttons = nil, nil
	rig.Readers[0].Reset = "GPIO28"
	for name, test := range map[string]struct {
		why  error
		want string
	}{
		"a pin that is none": {device.NoPin("GPIO28"), "fault    reader table: this computer has no pin GPIO28; "},
		"a pin in use":       {&device.TakenPin{Pin: "GPIO25", Holder: "gpioset", Err: syscall.EBUSY}, `fault    reader table: pin GPIO25 is in use by "gpioset"; `},
		"anything else":      {errors.New("too little memory"), "fault    reader table: the port cannot be opened ("},
	} {
		t.Run(name, func(t *testing.T) {
			top, err := emulator.New(rig, "", 1, ink.Opts{})
			if err != nil {
				t.Fatal(err)
			}
			defer top.Close()
			buses := device.Buses(rig, pinless{top, test.why}, slog.New(slog.DiscardHandler))
			for _, bus := range buses {
				for _, r := range bus {
					if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrNoReader) {
						t.Fatalf("the scan says %v", err)
					}
				}
			}
			got := says(t, files(rig), func(x *check) {
				x.rig = rig
				x.usedReaders(t.Context(), device.HealthOf(buses))
				x.silent = nil // these were reported
			})
			if len(got["en"]) != 1 || !strings.HasPrefix(got["en"][0], test.want) {
				t.Errorf("found %q, want %q", got["en"], test.want)
			}
		})
	}
}

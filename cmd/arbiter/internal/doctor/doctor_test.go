package doctor

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/display/emu"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// files returns the files of a Raspberry Pi that is set up correctly for a rig.
func files(rig setups.Rig) fstest.MapFS {
	n := wiring.NeedsOf(rig)
	f := fstest.MapFS{}
	write := func(file, text string) {
		f[strings.TrimPrefix(file, "/")] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	write("boot/firmware/config.txt", "# what is needed\n"+strings.Join(n.Boot, "\n")+"\n")
	groups := "root:x:0:\n"
	for i, g := range []string{"spi", "gpio", "i2c", "dialout", "input"} {
		groups += fmt.Sprintf("%s:x:%d:\n", g, 100+i)
	}
	write("etc/group", groups)
	write("etc/passwd", "root:x:0:0::/root:/bin/sh\npi:x:1000:1000::/home/pi:/bin/sh\n")
	write("proc/self/mounts", "/dev/root / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n")
	write("run/systemd/timesync/synchronized", "")
	write("dev/gpiochip0", "")
	for _, p := range n.Ports {
		write("dev/spidev"+strings.TrimPrefix(p, "SPI"), "")
	}
	for _, b := range n.Buses {
		write("dev/i2c-"+strings.TrimPrefix(b, "I2C"), "")
	}
	for _, p := range n.Paths {
		write(p, "")
	}
	return f
}

// A checkup is a doctor at an emulated table.
type checkup struct {
	*testing.T
	Opts
	top    *emulator.Emulator
	files  fstest.MapFS
	free   uint64
	groups []int
	now    time.Time
	knock  time.Duration
	heard  func(line string) // what people do when a line is printed
	wires  device.Pins       // nil: top
}

func newCheckup(t *testing.T, rig string) *checkup {
	t.Helper()
	r, err := setups.LoadRig(rig)
	if err != nil {
		t.Fatal(err)
	}
	top, err := emulator.New(r, "", 1, emu.Opts{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := top.Close(); err != nil {
			t.Error(err)
		}
	})
	return &checkup{
		T: t, Opts: Opts{Within: time.Second, Flag: i18n.Flag{Lang: "en"}}, top: top, files: files(top.Rig),
		free: 8 << 30, groups: []int{100, 101, 102, 103}, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), knock: 4 * time.Second, heard: func(string) {},
	}
}

// Write hears what the doctor says, line by line.
func (c *checkup) Write(b []byte) (int, error) {
	c.heard(string(b))
	return len(b), nil
}

// lines returns what the doctor says, and whether it found a fault.
func (c *checkup) lines() (lines []string, err error) {
	c.Helper()
	var out bytes.Buffer
	before := c.heard
	defer func() { c.heard = before }()
	c.heard = func(line string) { out.WriteString(line); before(line) }
	w := c.wires
	if w == nil {
		w = c.top
	}
	err = c.examine(c.Context(), c, check{
		rig: c.top.Rig, dir: "/var/lib/arbiter", pins: w, patience: c.knock,
		machine: host{root: c.files, uid: 1000, groups: c.groups, now: c.now, Space: func(string) (uint64, error) { return c.free, nil }},
	})
	return strings.Split(strings.TrimSpace(out.String()), "\n"), err
}

// found returns the lines that are not ok.
func (c *checkup) found() (bad []string, err error) {
	c.Helper()
	lines, err := c.lines()
	for _, l := range lines {
		if !strings.HasPrefix(l, "ok ") && !strings.HasPrefix(l, " ") {
			bad = append(bad, l)
		}
	}
	return slices.DeleteFunc(bad, func(l string) bool { return strings.HasPrefix(l, "The antennas") }), err
}

// in runs a parallel test on a virtual clock.
func in(t *testing.T, rig string, test func(*checkup)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(newCheckup(t, rig)) })
}

// The control of everything below: at a healthy table nothing is wrong.
func TestDoctorAtAHealthyTable(t *testing.T) {
	t.Parallel()
	for rig, readers := range map[string]int{
		"solo-one-reader": 1, "four-council-seats": 4, "four-spell-books": 4, "four-seats-five-fields": 20, "two-seats-pn532": 2, "two-seats-pn532-header": 2, "two-seats-hubs": 10,
	} {
		t.Run(rig, func(t *testing.T) {
			in(t, rig, func(c *checkup) {
				for name, s := range c.top.Slots {
					s.Lay(picc.New(4, 1, 2, 3, 4, 5, name[len(name)-1]))
				}
				lines, err := c.lines()
				if err != nil {
					c.Error(err)
				}
				n := 0
				for _, l := range lines {
					if strings.HasPrefix(l, "ok       reader ") {
						n++
					}
					if !strings.HasPrefix(l, "ok ") && !strings.Contains(l, "The antennas were not tested") {
						c.Error(l)
					}
				}
				if got, want := n, readers; got != want {
					c.Errorf("%d readers are well, want %d; %q", got, want, lines)
				}
				for _, p := range c.top.Panels {
					if !p.Glass().Equal(testPicture(p.Glass().Bounds().Size())) {
						c.Error("the test picture is not on the panel")
					}
				}
			})
		})
	}
}

// An ailment is a fault of an emulated reader and what the doctor says about it.
type ailment struct {
	rig, reader, fault string
	value              float64
	lying              int    // cards on the reader
	want               string // "": the driver copes, and nobody needs to know
}

var ailments = []ailment{
	{"solo-one-reader", "table", "unplug", 0, 0, "fault    reader table: no chip answers at SPI0.0; check its 3.3 V"},
	{"solo-one-reader", "table", "stuck-miso", 0x00, 0, "fault    reader table: no chip answers at SPI0.0"},
	{"solo-one-reader", "table", "stuck-miso", 0xFF, 0, "fault    reader table: no chip answers at SPI0.0"},
	{"solo-one-reader", "table", "stuck-miso", 0x5A, 0, "fault    reader table: the wrong version answers (version register reads 0x5a, which is no MFRC522); if more than one"},
	{"solo-one-reader", "table", "version", 0x33, 0, "warning  reader table: a chip that is a copy of the MFRC522 (clone 0x33)"},
	{"solo-one-reader", "table", "version", 0x89, 0, "warning  reader table: a chip that is a copy of the MFRC522 (clone 0x89, FM17522E)"},
	{"solo-one-reader", "table", "version", 0x82, 0, "warning  reader table: a chip that is a copy of the MFRC522 (clone 0x82)"},
	{"solo-one-reader", "table", "hang", 0, 0, "warning  reader table: 20 of 20 scans failed; use shorter wires"},
	{"solo-one-reader", "table", "dead-bus", 0, 0, "fault    reader table: the answer is nonsense (the bus does not work); use shorter wires"},
	{"solo-one-reader", "table", "bit-flips", 0.02, 1, "scans its cards cannot be read; lay one card flat"},
	{"solo-one-reader", "table", "weak-tag", 0.75, 1, "warning  reader table"},
	{"solo-one-reader", "table", "lost-frames", 0.6, 1, "warning  reader table"},
	{"solo-one-reader", "table", "lost-frames", 0.1, 1, ""},
	{"solo-one-reader", "table", "lost-request", 1, 1, ""},
	{"solo-one-reader", "table", "lost-request", 8, 1, "warning  reader table sees card 04010203040500 in "},
	{"solo-one-reader", "table", "capture", 0, 2, ""},
	{"solo-one-reader", "table", "crowd", 3, 2, ""},
	{"four-council-seats", "red", "held-miso", 0, 0, ""}, // each board has a port of its own here
	{"two-seats-five-fields", "red-1", "held-miso", 0, 0, "fault    readers purple-1, purple-2, purple-3, purple-4, purple-5, red-2, red-3, red-4, red-5: no chip answers at table.0, table.1, table.2, table.3, table.4, table.6, table.7, table.8, table.9; check what they share"},
	{"two-seats-five-fields", "red-1", "held-miso", 0x12, 0, "fault    readers purple-1, purple-2, purple-3, purple-4, purple-5, red-2, red-3, red-4, red-5: the wrong version answers (version register reads 0x12, which is no MFRC522); if more than one"},
	{"two-seats-five-fields", "red-1", "unplug", 0, 0, "fault    reader red-1: no chip answers at table.5"},
	{"two-seats-pn532", "green", "unplug", 0, 0, "fault    reader green: no chip answers at "},
	{"two-seats-pn532", "green", "silence", 0, 0, "fault    reader green: no chip answers at "},
	{"two-seats-pn532", "green", "version", 0x31, 0, "fault    reader green: the wrong version answers (it says that it is a chip 31, which is no PN532); use a board"},
	{"two-seats-pn532-header", "purple", "unplug", 0, 0, "fault    reader purple: no chip answers at I2C1; set its switches to I2C"},
	{"two-seats-pn532-header", "purple", "silence", 0, 0, "fault    reader purple: no chip answers at I2C1; set its switches to I2C"},
	{"two-seats-pn532-header", "purple", "version", 0x31, 0, "fault    reader purple: the wrong version answers (it says that it is a chip 31, which is no PN532); use a board"},
	{"two-seats-pn532-header", "purple", "half-frames", 100000, 0, "fault    reader purple: the answer is nonsense (its frames are garbled); use shorter wires, and a slower bus"},
	{"two-seats-pn532-header", "purple", "lost-acks", 1, 0, ""},
	{"two-seats-pn532-header", "purple", "brownout", 0, 1, ""},
	{"two-seats-pn532-header", "green", "unplug", 0, 0, "fault    reader green: no chip answers at SPI0.0; set its switches to SPI"},
	{"two-seats-pn532-header", "green", "silence", 0, 0, "fault    reader green: no chip answers at SPI0.0; set its switches to SPI"},
	{"two-seats-pn532-header", "green", "half-frames", 1, 0, ""},
	{"two-seats-pn532-header", "green", "capture", 0, 2, ""},
	{"two-seats-pn532", "green", "half-frames", 1, 0, ""},
	{"two-seats-pn532", "green", "half-frames", 100000, 0, "fault    reader green: the answer is nonsense (its frames are garbled); use a shorter cable"},
	{"two-seats-pn532", "green", "lost-acks", 1, 0, ""},
	{"two-seats-pn532", "green", "line-flips", 0.5, 1, "reader green"},
	{"two-seats-pn532", "green", "brownout", 0, 1, ""},
	{"two-seats-pn532", "green", "bit-flips", 0.02, 1, "warning  reader green"},
	{"two-seats-pn532", "green", "weak-tag", 0.5, 1, "warning  reader green"},
	{"two-seats-pn532", "green", "capture", 0, 2, ""},
	{"two-seats-hubs", "green-1", "unplug", 0, 0, "fault    readers green-1, green-2, green-3, green-4, green-5: no hub speaks at "},
	{"two-seats-hubs", "green-1", "mute", 0, 0, "fault    readers green-1, green-2, green-3, green-4, green-5: no hub speaks at "},
	{"two-seats-hubs", "green-1", "broken", 0, 0, "fault    reader green-1: the hub answers, but not the reader (no answer from its chip)"},
	{"two-seats-hubs", "green-1", "crowd", 0, 0, "warning  reader green-1: in 20 of 20 scans its cards cannot be read"},
	{"two-seats-hubs", "green-1", "lost-lines", 1, 0, ""},
	{"two-seats-hubs", "green-1", "line-flips", 0.02, 0, ""},
}

func TestDoctorNamesEachAilment(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestDoctorWithCards")
	t.Parallel()
	for i, a := range ailments {
		t.Run(fmt.Sprint(a.rig, " ", a.fault, " ", a.value), func(t *testing.T) {
			in(t, a.rig, func(c *checkup) {
				c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
				s := c.top.Slots[a.reader]
				for n := range a.lying {
					s.Lay(picc.New(4, 1, 2, 3, 4, 5, byte(n)))
				}
				if err := ail(s, a.fault, a.value); err != nil {
					c.Fatal(err)
				}
				bad, err := c.found()
				for _, wrong := range a.misnamed(bad, err) {
					c.Errorf("%d: %s", i, wrong)
				}
			})
		})
	}
}

// misnamed returns what is wrong with the doctor's findings.
func (a ailment) misnamed(bad []string, err error) (wrong []string) {
	if got, want := err != nil, strings.HasPrefix(a.want, "fault"); got != want && a.fault != "line-flips" {
		wrong = append(wrong, fmt.Sprintf("a fault: %v, want %v", got, want))
	}
	switch {
	case a.want == "" && len(bad) > 0:
		wrong = append(wrong, fmt.Sprintf("%q, want nothing", bad))
	case a.want != "" && !slices.ContainsFunc(bad, func(l string) bool { return strings.Contains(l, a.want) }):
		wrong = append(wrong, fmt.Sprintf("%q, want %q", bad, a.want))
	}
	for _, l := range bad {
		if shared := a.fault == "held-miso" || strings.HasSuffix(a.want, "speaks at "); !strings.Contains(l, "reader "+a.reader) && !shared {
			wrong = append(wrong, "blamed: "+l)
		}
	}
	return wrong
}

// ail makes something go wrong.
func ail(s emulator.Slot, name string, value float64) error {
	if name == "unplug" {
		return s.Unplug()
	}
	all := s.Faults()
	i := slices.IndexFunc(all, func(f emulator.Fault) bool { return f.Name == name })
	if i < 0 {
		return fmt.Errorf("there is no fault %q", name)
	}
	if _, serial := s.(emulator.HubSlot); !serial {
		all[i].Do(value)
		return nil
	}
	// Earlier output of a hub is still in the cable.
	err := s.Unplug()
	all[i].Do(value)
	return errors.Join(err, s.Plug())
}

// The table above tries each fault of the emulators on at least one kind of reader.
func TestEveryAilmentIsTried(t *testing.T) {
	tried := map[string]bool{"dead-antenna": true} // TestDoctorWithCards
	for _, a := range ailments {
		tried[a.fault] = true
	}
	for _, rig := range []string{"solo-one-reader", "two-seats-pn532", "two-seats-pn532-header", "two-seats-hubs"} {
		for name, s := range newCheckup(t, rig).top.Slots {
			for _, f := range s.Faults() {
				if !tried[f.Name] {
					t.Errorf("%s: nobody has tried %s", name, f.Name)
				}
			}
		}
	}
}

package doctor

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"arbiter/cmd/arbiter/internal/datadir"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/emu/picc"
	"arbiter/setups"
	"arbiter/setups/wiring"
)

// expect compares the beginnings of the doctor's lines with want.
func (c *checkup) expect(want ...string) {
	c.Helper()
	bad, _ := c.found()
	ok := len(bad) == len(want)
	for i := range min(len(bad), len(want)) {
		ok = ok && strings.HasPrefix(bad[i], want[i])
	}
	if !ok {
		c.Errorf("found\n%s\nwant\n%s", strings.Join(bad, "\n"), strings.Join(want, "\n"))
	}
}

// Each mistake on a Raspberry Pi is found, and nothing else is blamed for it.
func TestDoctorExaminesTheDevice(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestDoctorWithCards")
	t.Parallel()
	file := func(name, text string) func(*checkup) {
		return func(c *checkup) { c.files[name] = &fstest.MapFile{Data: []byte(text)} }
	}
	remove := func(names ...string) func(*checkup) {
		return func(c *checkup) {
			for _, n := range names {
				delete(c.files, n)
			}
		}
	}
	const config = "boot/firmware/config.txt"
	for name, test := range map[string]struct {
		change func(*checkup)
		want   []string
	}{
		"as it should be": {func(*checkup) {}, nil},
		"SPI switched off": {func(c *checkup) {
			file(config, "#dtparam=spi=on\ndtoverlay=spi1-3cs\n")(c)
			remove("dev/spidev0.0", "dev/spidev1.2")(c)
		}, []string{"fault    there is no /dev/spidev0.0, /dev/spidev1.2, which these need: reader white, panel panel; add these lines to /boot/firmware/config.txt, and restart: dtparam=spi=on"}},
		"too few chip selects": {func(c *checkup) {
			file(config, "dtparam=spi=on\ndtoverlay=spi1-1cs\n")(c)
			remove("dev/spidev1.2")(c)
		}, []string{"fault    there is no /dev/spidev1.2, which these need: panel panel; add these lines to /boot/firmware/config.txt, and restart: dtoverlay=spi1-3cs"}},
		"devices that are there in some other way": {file(config, "# nothing\n"), nil},
		"another overlay":                          {file(config, "dtparam=spi=on\ndtoverlay = spi1-3cs,cs0_pin=18\n"), nil},
		"config.txt of old":                        {func(c *checkup) { c.files["boot/config.txt"] = c.files[config]; delete(c.files, config) }, nil},
		"no Raspberry Pi":                          {remove(config), []string{"warning  there is no config.txt: is this a Raspberry Pi?; on a Raspberry Pi, /boot/firmware/config.txt needs: dtparam=spi=on, dtoverlay=spi1-3cs"}},
		"a port is missing":                        {remove("dev/spidev1.2"), []string{"fault    there is no /dev/spidev1.2, which these need: panel panel; check the lines"}},
		"no pins":                                  {remove("dev/gpiochip0"), []string{"fault    there is no /dev/gpiochip0, which these need: reader white, panel panel, buttons white confirm, red confirm, yellow confirm, blue confirm, undo, next; check the lines"}},
		"not in a group":                           {file("etc/group", "spi:x:7:\ngpio:x:101:\n"), []string{"fault    the user is not in: spi, which these need: reader white, panel panel; sudo usermod -aG spi pi, then log in anew"}},
		"on a RAM disk":                            {file("proc/self/mounts", "/dev/root / ext4 rw 0 0\ntmpfs /var/lib tmpfs rw 0 0\n"), []string{"fault    the games are kept in /var/lib/arbiter on tmpfs, which a power cut empties"}},
		"on an overlay":                            {file("proc/self/mounts", "overlay / overlay rw 0 0\n"), []string{"fault    the games are kept in /var/lib/arbiter on overlay, which"}},
		"read-only":                                {file("proc/self/mounts", "/dev/root / ext4 ro,noatime 0 0\n"), []string{"fault    the games are to be kept in /var/lib/arbiter, which is read-only"}},
		"another disk is in RAM":                   {file("proc/self/mounts", "/dev/root / ext4 rw 0 0\ntmpfs /var/li tmpfs rw 0 0\n"), nil},
		"hardly any room":                          {func(c *checkup) { c.free = 30 << 20 }, []string{"fault    30 MB are free in /var/lib/arbiter; make room"}},
		"little room":                              {func(c *checkup) { c.free = 300 << 20 }, []string{"warning  300 MB are free in /var/lib/arbiter; make room"}},
		"a clock of 1970":                          {func(c *checkup) { c.now = time.Unix(0, 0).UTC() }, []string{"warning  the clock says 1970-01-01, which is wrong; games will bear that date"}},
		"a clock nobody set":                       {remove("run/systemd/timesync/synchronized"), []string{"warning  the clock says 2026-11-21, and nothing says that it was set; connect it"}},
		"a weak supply":                            {file("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n"), []string{"fault    the supply is too weak; "}},
		"a supply weak at times":                   {file("sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n"), []string{"warning  the supply was too weak since the start"}},
		"a strong supply":                          {file("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCheckup(t, "four-council-seats")
				c.top.Rig.Readers = c.top.Rig.Readers[:1]
				c.files = files(c.top.Rig)
				test.change(c)
				c.expect(test.want...)
			})
		})
	}
}

// Each shipped rig needs certain lines in config.txt.
func TestBootLines(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"solo-one-reader": "dtparam=spi=on", "four-council-seats": "dtparam=spi=on dtoverlay=spi1-3cs", "four-spell-books": "dtparam=spi=on dtoverlay=spi1-3cs", "four-seats-five-fields": "dtparam=spi=on dtoverlay=spi1-1cs",
		"two-seats-pn532": "dtparam=spi=on", "virtual": "",
	} {
		rig, err := setups.LoadRig(name)
		if err != nil {
			t.Fatal(err)
		}
		n := wiring.NeedsOf(rig)
		if got := strings.Join(n.Boot, " "); got != want || n.Own != "" {
			t.Errorf("%s needs %q, own %q, want %q", name, got, n.Own, want)
		}
	}
	rig := setups.Rig{Name: "own", Readers: []setups.Reader{{Driver: "rc522", Port: "SPI0.11"}, {Driver: "pn532", Port: "/dev/ttyAMA0"}}, Panels: []setups.Panel{{Port: "I2C1"}}}
	if n := wiring.NeedsOf(rig); n.Own != "SPI0" || strings.Join(n.Boot, " ") != "dtoverlay=arbiter-spi0 dtparam=i2c_arm=on enable_uart=1 dtoverlay=disable-bt" || strings.Join(n.Groups, " ") != "dialout i2c spi" {
		t.Errorf("%+v", n)
	}
}

// A bus with many chip selects needs an overlay that Raspberry Pi OS does not have.
func TestDoctorAsksForAnOverlay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newCheckup(t, "four-seats-three-fields")
		c.top.Rig.Panels = nil
		c.files = files(c.top.Rig)
		c.expect("fault    there is no /boot/firmware/overlays/arbiter-spi0.dtbo; make it: arbiter wiring --overlay four-seats-three-fields | sudo dtc ")
		c.files["boot/firmware/overlays/arbiter-spi0.dtbo"] = &fstest.MapFile{}
		c.expect()
	})
}

var asked = regexp.MustCompile(`Lay a card on reader (\S+);`)

// lays makes people lay a card on each reader when asked, or on the wrong one that misplaced names.
func (c *checkup) lays(misplaced map[string]string) {
	card, at := picc.New(4, 1, 2, 3, 4, 5, 6), ""
	c.heard = func(line string) {
		m := asked.FindStringSubmatch(line)
		if m == nil {
			return
		}
		if at != "" {
			c.top.Slots[at].Lift(card)
		}
		if at = m[1]; misplaced[at] != "" {
			at = misplaced[at]
		}
		c.top.Slots[at].Lay(card)
	}
}

func TestDoctorWithCards(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*checkup)
		want   []string
	}{
		"all well": {func(c *checkup) { c.lays(nil) }, nil},
		"a dead antenna": {func(c *checkup) {
			c.lays(nil)
			if err := ail(c.top.Slots["red-2"], "dead-antenna", 0); err != nil {
				c.Fatal(err)
			}
		}, []string{"fault    reader red-2: its chip answers, but it sees no card; check its antenna"}},
		"nobody lays a card": {func(c *checkup) { c.top.Rig.Readers = c.top.Rig.Readers[:1] },
			[]string{"fault    reader purple-1: its chip answers, but it sees no card; check its antenna"}},
		"chip selects that are swapped": {func(c *checkup) { c.lays(map[string]string{"red-1": "red-3", "red-3": "red-1"}) }, []string{
			"fault    reader red-1 sees no card, but reader red-3 does; if the card lies right, their chip selects are swapped",
			"fault    reader red-3 sees no card, but reader red-1 does; "}},
		"an address pin that is stuck": {func(c *checkup) {
			c.top.Rig.Readers = c.top.Rig.Readers[:2] // outputs 0 and 1
			c.top.Buses["SPI0.0"].StickPin(0, false)
			c.lays(nil)
		}, []string{"warning  reader purple-2 sees the card on reader purple-1, too; move them", "fault    reader purple-2: its chip answers, but it sees no card"}},
		"a card that is hard to read": {func(c *checkup) {
			c.lays(nil)
			if err := ail(c.top.Slots["red-2"], "bit-flips", 0.03); err != nil {
				c.Fatal(err)
			}
		}, []string{"warning  reader red-2: in "}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCheckup(t, "two-seats-five-fields")
				c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
				c.Cards, c.Within = true, 10*time.Second
				test.change(c)
				c.expect(test.want...)
			})
		})
	}
}

// While arbiter serves, the readers are its own.
func TestDoctorLeavesReadersToArbiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		unlock, err := datadir.Lock(dir)
		if err != nil {
			t.Fatal(err)
		}
		c := newCheckup(t, "solo-one-reader")
		look := func() string {
			var out bytes.Buffer
			x := check{rig: c.top.Rig, dir: dir, pins: c.top, patience: time.Second, machine: host{root: c.files, now: c.now, Space: func(string) (uint64, error) { return c.free, nil }}}
			_ = c.examine(t.Context(), &out, x) // its output is checked below
			return out.String()
		}
		if text := look(); !strings.Contains(text, "arbiter runs already") || strings.Contains(text, "reader table") {
			t.Error(text)
		}
		if err := unlock(); err != nil {
			t.Fatal(err)
		}
		if text := look(); strings.Contains(text, "arbiter runs already") || !strings.Contains(text, "reader table") {
			t.Error("control:", text)
		}
	})
}

// A sick table gives as many lines in each language, and none of them is left in English.
func TestDoctorSpeaksThreeLanguages(t *testing.T) {
	tier.Unraced(t, "goroutines of readers meet in TestDoctorWithCards")
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		said := map[string][]string{}
		for _, lang := range []string{"en", "de", "es"} {
			c := newCheckup(t, "four-council-seats")
			c.Lang, c.free = lang, 1<<20
			c.top.Rig.Panels = nil
			c.files = files(c.top.Rig)
			if err := c.top.Slots["red"].Unplug(); err != nil {
				t.Fatal(err)
			}
			lines, err := c.lines()
			if err == nil {
				t.Errorf("%s: no fault", lang)
			}
			said[lang] = append(lines, fmt.Sprint(err))
		}
		for _, lang := range []string{"de", "es"} {
			if got, want := len(said[lang]), len(said["en"]); got != want {
				t.Fatalf("%s: %d lines, want %d", lang, got, want)
			}
			for i, l := range said[lang] {
				if e := said["en"][i]; l == e && !strings.HasSuffix(l, "MFRC522, version 2.0") {
					t.Errorf("%s: %s", lang, l)
				}
			}
		}
		if !slices.ContainsFunc(said["de"], func(l string) bool { return strings.HasPrefix(l, "Fehler   Kartenleser red: kein Chip") }) {
			t.Errorf("%q", said["de"])
		}
	})
}

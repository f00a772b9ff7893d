package doctor

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"arbiter/cmd/arbiter/internal/emulator"
	"arbiter/hw/emu/pcscd"
	"arbiter/hw/emu/picc"
	"arbiter/hw/pcsc"
)

// ofPCSC returns a checkup of a rig with two readers of pcscd, in real time: a socket has no
// virtual clock.
func ofPCSC(t *testing.T) *checkup {
	t.Helper()
	c := newCheckup(t, "two-seats-pcsc")
	c.top.Rig.Panels, c.top.Rig.Buttons = nil, nil
	c.files = files(c.top.Rig)
	c.knock = time.Minute
	return c
}

// Readers of pcscd are named with their USB ports; each thing that may keep one from being used has
// its own sentence, with what to do.
func TestReadersOfPCSC(t *testing.T) {
	t.Parallel()
	c := ofPCSC(t)
	for _, s := range c.top.Slots {
		s.Lay(picc.New(4, 1, 2, 3, 4, 5, 6))
	}
	lines, err := c.lines()
	for _, want := range []string{
		"ok       readers of pcscd: usb:1-1.2 (ACS ACR122U PICC Interface), usb:1-1.3 (ACS ACR122U PICC Interface)",
		"ok       reader purple: ACS ACR122U PICC Interface (usb:1-1.2)", "ok       reader green: ACS ACR122U PICC Interface (usb:1-1.3)",
	} {
		if !slices.Contains(lines, want) || err != nil {
			t.Errorf("a table where all is well: %q, %v; want %q", lines, err, want)
		}
	}
	c.expect()
	green := c.top.Slots["green"]
	for fault, want := range map[string]string{
		"hang":       "fault    reader green: the reader at usb:1-1.3 does not answer pcscd; pull its plug and plug it in again",
		"taken":      "fault    reader green: another program has usb:1-1.3 for itself; end that program: a browser, or gpg with its scdaemon",
		"no-right":   "fault    readers purple, green: pcscd refuses this user: polkit does not allow org.debian.pcsc-lite.access_card; sudo apt install --reinstall arbiter brings the rule for its service; for another user a rule has to allow both: org.debian.pcsc-lite.access_pcsc and org.debian.pcsc-lite.access_card",
		"no-service": "fault    pcscd is not installed; these need it: readers purple, green; sudo apt install pcscd libccid",
	} {
		for _, f := range green.Faults() {
			if f.Name == fault {
				f.Do(0)
				c.expect(want)
				f.Undo()
			}
		}
	}
	c.expect()
	if err := green.Unplug(); err != nil {
		t.Fatal(err)
	}
	c.expect("fault    reader green: pcscd lists no usb:1-1.3; plug it in; if it is")
}

// Problems with pcscd and the kernel of this computer are reported before readers are asked.
func TestPCSCDOfThisComputer(t *testing.T) {
	t.Parallel()
	c := ofPCSC(t)
	c.file(filepath.Join(stealer, "1-1.3:1.0"), "")
	c.expect("fault    the driver pn533_usb of the kernel has the reader at usb:1-1.3, so that pcscd cannot; sudo sh -c 'echo blacklist pn533_usb > /etc/modprobe.d/arbiter-pcsc.conf; modprobe -r pn533_usb; systemctl restart pcscd'")
	delete(c.files, filepath.Join(stealer, "1-1.3:1.0"))
	c.file("usr/sbin/pcscd", "")
	stopped := c.top.Slots["green"].Faults()[3]
	stopped.Do(0)
	c.expect("fault    pcscd does not run; these need it: readers purple, green; sudo systemctl enable --now pcscd.socket")
	stopped.Undo()

	for minor, want := range map[int]string{
		6: "fault    pcscd speaks 4:6, this program 4:4 and 4:5; these need it: readers purple, green; install an Arbiter that is as new as pcscd",
		5: "warning  pcscd lists 16 readers, which is as many as it can; what is missing may be one too many",
	} {
		d, err := pcscd.Listen(filepath.Join(t.TempDir(), "comm"), minor)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Kill() })
		for range pcsc.Most {
			d.Plug("ACS ACR122U PICC Interface", pcscd.USB{})
		}
		c.wires = withPCSCD{c.top, filepath.Dir(d.Path())}
		c.top.Rig.Readers[0].Port, c.top.Rig.Readers[1].Port = "Purple", "Green"
		if bad, _ := c.found(); len(bad) == 0 || !strings.HasPrefix(bad[0], want) {
			t.Errorf("%q, want %q", bad, want)
		}
	}
}

// withPCSCD is a table with another pcscd.
type withPCSCD struct {
	*emulator.Emulator
	dir string
}

func (w withPCSCD) PCSC() (socket string, root fs.FS) {
	return filepath.Join(w.dir, "comm"), os.DirFS(w.dir)
}

// Root is refused nothing, but it asks on behalf of the service, which needs a rule if pcscd asks
// polkit.
func TestTheServiceNeedsARule(t *testing.T) {
	t.Parallel()
	c := ofPCSC(t)
	machine := host{root: c.files, uid: 0, now: c.now}
	missing := func() (all []string) {
		x := check{rig: c.top.Rig, pins: c.top, machine: machine, tell: func(f finding) {
			if f.level != healthy {
				all = append(all, f.what.String()+"; "+f.fix.String())
			}
		}}
		x.pcscd(x.needs())
		return all
	}
	c.files["etc/passwd"] = &fstest.MapFile{Data: []byte("root:x:0:0::/root:/bin/sh\narbiter:x:990:990::/var/lib/arbiter:/bin/false\n")}
	if got := missing(); len(got) > 0 {
		t.Errorf("pcscd asks nobody on Debian 12: %q", got)
	}
	c.file(polkitPolicy, "")
	if got := missing(); len(got) != 1 || !strings.Contains(got[0], "no rule of polkit lets the user arbiter use pcscd") || !strings.Contains(got[0], pcsc.AccessCard) {
		t.Errorf("pcscd asks polkit: %q", got)
	}
	c.file(polkitRule, "")
	if got := missing(); len(got) > 0 {
		t.Errorf("with the rule: %q", got)
	}
}

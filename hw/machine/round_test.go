package machine

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const farRig = "testdata/far.toml"

// A plan is a card that a seat lays on a reader, or names on a phone if reader is "".
type plan struct{ seat, card, reader string }

// words name the card to the emulator.
func (p plan) words() string { return strings.TrimSpace(p.seat + " " + p.card) }

// laid says which card is laid on which reader: for each seat, with readers of different kinds, and
// a reader with two cards.
var laid = []plan{
	{"purple", "discover", "purple"}, {"purple", "tower", "purple"}, {"purple", "harvest", "purple"},
	{"red", "tower", "red"}, {"red", "colonize", "red"}, {"red", "gems", "red"},
	{"green", "harvest", "green"}, {"green", "gems", "green"}, {"green", "discover", "green"},
	{"blue", "colonize", "blue-hub"}, {"blue", "discover", "blue-hub"}, {"blue", "tower", "blue-wedge"},
}

var seats = []string{"purple", "red", "green", "blue"}

// taughtTags returns a backup of a device that knows the tags of cards.
func taughtTags(t *testing.T, rig string, cards ...plan) (backup string) {
	t.Helper()
	dir := t.TempDir()
	p := oneProcess(t, dir, rig)
	p.owns()
	for _, c := range cards {
		p.say("lay " + c.words() + " " + c.reader)
		if c.reader != "blue-wedge" {
			p.say("lift " + c.words())
		}
	}
	done := filepath.Join(dir, "done")
	p.say("times " + done)
	p.shell("until [ -e " + done + " ]; do sleep 0.05; done") // lines are obeyed one after the other
	backup = filepath.Join(t.TempDir(), "tags.db")
	p.run("backup", backup)
	return backup
}

// round plays the first round, with cards on readers and the buttons of these seats.
func (t *table) round(plans []plan, buttons ...string) {
	t.Helper()
	t.owns()
	t.post("start", "game=council-of-shadows&box=stand-in&seat=purple&seat=red&seat=green&seat=blue&order=chosen&place-purple=1&place-red=2&place-green=3&place-blue=4&all=1")
	for _, seat := range seats {
		t.must(seat, seat+" pass")
	}
	planned := map[string]int{}
	for _, c := range plans {
		planned[c.seat]++
		if c.reader == "" {
			t.must(c.seat, fmt.Sprintf("%s plan %d %s", c.seat, planned[c.seat], c.card))
			continue
		}
		t.say("lay " + c.words() + " " + c.reader)
		t.shows("seat/"+c.seat, `data-thing="card `+c.card+`"`)
		if c.reader != "blue-wedge" {
			t.say("lift " + c.words())
		}
	}
	for _, seat := range seats {
		before := t.version(seat)
		if slices.Contains(buttons, seat) {
			t.say("press " + seat + " confirm")
		} else {
			t.must(seat, seat+" ready")
		}
		for end := time.Now().Add(patience); t.version(seat) == before; time.Sleep(100 * time.Millisecond) { // the table may be outside this process: it is polled
			if time.Now().After(end) {
				t.Fatalf("%s does not get ready", seat)
			}
		}
	}
	for range 40 {
		if _, text := t.ask("GET", "table", ""); strings.Contains(text, "Round 2") {
			return
		}
		for _, seat := range seats {
			t.do(seat, seat+" slide")
			t.do(seat, seat+" pass")
		}
	}
	t.Fatal("the round does not end")
}

// over ends the game and returns its script, without the name that it got when it began.
func (t *table) over() string {
	t.Helper()
	t.post("finish", "")
	_, script, _ := strings.Cut(t.run("games", "export"), "\n")
	return strings.TrimSpace(script)
}

// rests waits until a panel has not changed for longer than it may delay a picture.
func (t *table) rests(panel string) {
	t.Helper()
	end := time.Now().Add(patience)
	last, since := t.glass(panel), time.Now()
	for time.Since(since) < rest[panel]+3*time.Second {
		time.Sleep(500 * time.Millisecond) // as people would watch until it stays
		if now := t.glass(panel); !bytes.Equal(now, last) {
			last, since = now, time.Now()
		}
		if time.Now().After(end) {
			t.Fatalf("%s does not come to rest", panel)
		}
	}
}

// A round with a card on a reader of each kind, with buttons and three panels, gives the same
// entries and the same pictures through the kernel as in one process.
func TestRoundOnEveryReader(t *testing.T) {
	t.Parallel()
	m := boot(t)
	backup := taughtTags(t, farRig, laid...)
	m.wire()
	m.begin(backup, farRig, "purple", "red", "green", "blue-hub", "blue-wedge")
	data := t.TempDir()
	beside(t, data, "restore", backup)

	t.Log("every reader answers")
	m.noEdges()
	there := m.table()
	there.round(laid, "purple", "green")
	t.Log("the round was played through the kernel")
	here := oneProcess(t, data, farRig)
	here.round(laid, "purple", "green")
	here.rests("large") // it takes longest
	for _, panel := range []string{"large", "small", "status"} {
		for end := time.Now().Add(patience); ; time.Sleep(time.Second) { // until its ink is there
			got, want := there.glass(panel), here.glass(panel)
			if bytes.Equal(got, want) {
				break
			}
			if time.Now().After(end) {
				t.Errorf("panel %s: the kernel's picture is not that in one process: %s, %s", panel, kept(t, panel+"-kernel.png", got), kept(t, panel+"-process.png", want))
				break
			}
		}
	}
	if got, want := there.over(), here.over(); got != want {
		t.Errorf("through the kernel:\n%s\nin one process:\n%s", got, want)
	}
}

// noEdges checks that the service, which uses all pins of far.toml, asks the kernel for no edges:
// buttons and BUSY are polled. The control is a program that asks for edges, which is noticed.
func (m *machine) noEdges() {
	m.Helper()
	const asked = "cat /proc/interrupts"
	m.until("gpioinfo gpiochip0 | grep -c arbiter", "17")
	if said := m.sh(asked); strings.Contains(said, "arbiter") {
		m.Errorf("the service waits for edges:\n%s", said)
	}
	m.sh("systemd-run -q --unit edges gpiomon gpiochip0 7")
	m.until(asked, "gpiomon")
	m.sh("systemctl stop edges")
}

// The same kernel on ARM, with the package for it: a reader on USB is found, and the cards laid
// there give the same game as in one process.
func TestRoundOnARM(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(made(t), "arm64")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("long: hw/machine/build DIR/arm64 arm64 makes it; make long-kernel")
	}
	const rig = "testdata/arm.toml"
	var plans []plan
	for _, c := range laid {
		if c.seat != "green" {
			c.reader = ""
		}
		plans = append(plans, c)
	}
	backup, data := taughtTags(t, farRig, laid...), t.TempDir()
	beside(t, data, "restore", backup)
	m := bootOf(t, dir, nil)
	m.until(health, "table: ok")
	if arch := m.sh("uname -m; dpkg --print-architecture"); arch != "aarch64\narm64\n" {
		t.Fatalf("this machine is %q", arch)
	}
	m.sh(makeAdapter)
	m.do(order{Do: "serial", At: "/dev/ttyGS0", Text: adapter})
	m.sh(plugAdapter)
	m.begin(backup, rig, "green")
	t.Log("the reader answers")
	there, here := m.table(), oneProcess(t, data, rig)
	there.round(plans)
	here.round(plans)
	if got, want := there.over(), here.over(); got != want {
		t.Errorf("through the kernel:\n%s\nin one process:\n%s", got, want)
	}
}

// kept writes what a failing test has seen to where it stays.
func kept(t *testing.T, name string, picture []byte) string {
	t.Helper()
	file := filepath.Join(os.TempDir(), name)
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		t.Error(err)
	}
	return file
}

// begin starts the service at the table of a rig that knows the tags of a backup, and waits until
// its readers answer.
func (m *machine) begin(backup, rig string, readers ...string) {
	m.Helper()
	m.put(backup, "/tmp/tags.db")
	m.sh("systemctl stop arbiter; runuser -u arbiter -- arbiter restore --replace /tmp/tags.db")
	text, err := os.ReadFile(rig)
	if err != nil {
		m.Fatal(err)
	}
	m.use(string(text))
	for _, reader := range readers {
		m.until(health, "reader "+reader+": ok")
	}
}

// put copies a file into the machine.
func (m *machine) put(from, to string) {
	m.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		m.Fatal(err)
	}
	m.do(order{Do: "run", Args: []string{"sh", "-ec", "base64 -d >" + to + "; chmod 644 " + to}, Text: base64.StdEncoding.EncodeToString(text)})
}

// wire makes the header, plugs in USB and the keyboard, and connects the emulated parts.
func (m *machine) wire() {
	m.Helper()
	m.do(order{Do: "chips", At: strings.TrimSpace(m.sh(makeHeader))})
	m.sh(makeAdapter)
	m.do(order{Do: "serial", At: "/dev/ttyGS0", Text: adapter})
	m.do(order{Do: "serial", At: "/dev/ttyGS1", Text: hub})
	m.sh(plugAdapter)
	m.plugKeyboard()
}

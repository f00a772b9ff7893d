package machine

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const farRig = "testdata/far.toml"

// laid is which card is laid on which reader: a card of each seat's field, each seat with a
// reader of another kind, and one with two.
var laid = []struct{ seat, card, reader string }{
	{"purple", "discover", "purple"}, {"purple", "tower", "purple"}, {"purple", "harvest", "purple"},
	{"red", "tower", "red"}, {"red", "colonize", "red"}, {"red", "gems", "red"},
	{"green", "harvest", "green"}, {"green", "gems", "green"}, {"green", "discover", "green"},
	{"blue", "colonize", "blue-hub"}, {"blue", "discover", "blue-hub"}, {"blue", "tower", "blue-wedge"},
}

var seats = []string{"purple", "red", "green", "blue"}

// taughtTags is a backup of a device that knows the tags of all cards that are laid.
func taughtTags(t *testing.T) (backup string) {
	t.Helper()
	dir := t.TempDir()
	p := oneProcess(t, dir, farRig)
	p.owns()
	for _, c := range laid {
		p.say("lay " + c.seat + " " + c.card + " " + c.reader)
		if c.reader != "blue-wedge" {
			p.say("lift " + c.seat + " " + c.card)
		}
	}
	p.glass("large") // lines are obeyed one after the other
	backup = filepath.Join(t.TempDir(), "tags.db")
	p.run("backup", backup)
	return backup
}

// round plays the first round, with cards and buttons wherever they do it.
func (t *table) round() {
	t.Helper()
	t.owns()
	t.post("start", "game=council-of-shadows&box=stand-in&seat=purple&seat=red&seat=green&seat=blue&order=chosen&place-purple=1&place-red=2&place-green=3&place-blue=4&all=1")
	for _, seat := range seats {
		t.must(seat, seat+" pass")
	}
	for _, c := range laid {
		t.say("lay " + c.seat + " " + c.card + " " + c.reader)
		t.shows("seat/"+c.seat, `data-thing="card `+c.card+`"`)
		if c.reader != "blue-wedge" {
			t.say("lift " + c.seat + " " + c.card)
		}
	}
	for _, seat := range seats {
		before := t.version(seat)
		switch seat {
		case "purple", "green":
			t.say("press " + seat + " confirm")
		default:
			t.must(seat, seat+" ready")
		}
		for end := time.Now().Add(patience); t.version(seat) == before; time.Sleep(100 * time.Millisecond) { // a world outside: it is asked again
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

// over is the script of the game, which is ended, without the name that it got when it began.
func (t *table) over() string {
	t.Helper()
	t.post("finish", "")
	_, script, _ := strings.Cut(t.run("games", "export"), "\n")
	return strings.TrimSpace(script)
}

// rests is what is seen on a panel once nothing changes there any more.
func (t *table) rests(panel string) []byte {
	t.Helper()
	last := t.glass(panel)
	for same, end := 0, time.Now().Add(patience); same < 10; time.Sleep(500 * time.Millisecond) { // people look on until it stays
		now := t.glass(panel)
		if same++; !bytes.Equal(now, last) {
			same = 0
		}
		if last = now; time.Now().After(end) {
			t.Fatalf("%s does not come to rest", panel)
		}
	}
	return last
}

// A round with cards on a reader of each kind, with buttons and three panels, goes through
// the kernel as it goes in one process: every entry, and every picture.
func TestRoundOnEveryReader(t *testing.T) {
	m := boot(t, newDisk(t))
	backup := taughtTags(t)
	m.wire()
	tags, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	m.do(order{Do: "run", Args: []string{"sh", "-c", "base64 -d >/tmp/tags.db"}, Text: base64.StdEncoding.EncodeToString(tags)})
	m.sh("systemctl stop arbiter; runuser -u arbiter -- arbiter restore --replace /tmp/tags.db")
	rig, err := os.ReadFile(farRig)
	if err != nil {
		t.Fatal(err)
	}
	m.use(string(rig))
	for _, reader := range []string{"purple", "red", "green", "blue-hub", "blue-wedge"} {
		m.until(health, "reader "+reader+": ok")
	}
	data := t.TempDir()
	beside(t, data, "restore", backup)

	t.Log("every reader answers")
	there := m.table()
	there.round()
	t.Log("the round was played through the kernel")
	here := oneProcess(t, data, farRig)
	here.round()
	for _, panel := range []string{"large", "small", "status"} {
		want := here.rests(panel)
		for end := time.Now().Add(patience); ; time.Sleep(time.Second) { // until its ink is there
			got := there.glass(panel)
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

// kept writes what a test that fails has seen where it stays.
func kept(t *testing.T, name string, picture []byte) string {
	t.Helper()
	file := filepath.Join(os.TempDir(), name)
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		t.Error(err)
	}
	return file
}

// wire makes the header, plugs in USB and the keyboard, and begins to be what is there.
func (m *machine) wire() {
	m.Helper()
	m.do(order{Do: "chips", At: strings.TrimSpace(m.sh(makeHeader))})
	m.sh(makeAdapter)
	m.do(order{Do: "serial", At: "/dev/ttyGS0", Text: adapter})
	m.do(order{Do: "serial", At: "/dev/ttyGS1", Text: hub})
	m.sh(plugAdapter)
	m.plugKeyboard()
}

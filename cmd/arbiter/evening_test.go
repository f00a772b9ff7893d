package main

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/address"
	"arbiter/engine/enginetest/tier"
)

// installed names the root of a Debian in which the package was just installed: .ci/package
// has the evening there. Without it the program of the test is used, with settings of its
// own.
const installed = "ARBITER_ROOT"

// An evening is spent by an owner with a browser at a device whose parts are emulated.
type evening struct {
	*testing.T
	program func(args ...string) *exec.Cmd
	games   string
	owner   *phone
	in      io.Writer
	cmd     *exec.Cmd
	said    transcript
}

// A transcript is what a program has said until now.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *transcript) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func newEvening(t *testing.T) *evening {
	root := os.Getenv(installed)
	if root == "" {
		f := furnish(t, "")
		return &evening{T: t, program: f.command, games: f.games}
	}
	inside := func(args ...string) *exec.Cmd {
		cmd := exec.Command("chroot", append([]string{"--userspec=arbiter:arbiter", "--groups=spi,i2c,gpio,dialout,input,audio", root, "/usr/bin/arbiter"}, args...)...)
		cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
		return cmd
	}
	return &evening{T: t, program: inside, games: "/var/lib/arbiter"}
}

// begins starts the table of a rig, and makes the browser the owner's.
func (e *evening) begins(rig string) {
	e.Helper()
	e.said = transcript{}
	e.cmd = e.program("emu", "--rig", rig, "--data", e.games, "--addr", "127.0.0.1:0", "--refresh", "1ms")
	in, err := e.cmd.StdinPipe()
	must(e.T, err)
	e.in, e.cmd.Stdout, e.cmd.Stderr = in, &e.said, &e.said
	must(e.T, e.cmd.Start())
	e.Cleanup(func() {
		if e.cmd.ProcessState == nil {
			e.cmd.Process.Kill()
			e.cmd.Wait()
		}
		if e.Failed() {
			e.Logf("the program said:\n%s", e.said.String())
		}
	})
	e.until("it answers", func() bool { return strings.Contains(e.said.String(), "help lists") })
	base, link, _ := strings.Cut(e.said.String(), address.OwnerPath)
	s := &served{T: e.T, url: base[strings.LastIndex(base, "http://"):] + "/"}
	e.owner = s.phone("en")
	e.owner.ask("POST", "own", "code="+strings.Fields(link)[0])
}

// ends has it end well.
func (e *evening) ends() {
	e.Helper()
	e.tell("quit")
	must(e.T, e.cmd.Wait())
}

// tell does something to the parts on the table.
func (e *evening) tell(line string, args ...any) {
	e.Helper()
	_, err := fmt.Fprintf(e.in, line+"\n", args...)
	must(e.T, err)
}

func (e *evening) until(what string, is func() bool) {
	e.Helper()
	for deadline := time.Now().Add(longestWait); !is(); time.Sleep(20 * time.Millisecond) { // until it is so
		if time.Now().After(deadline) {
			e.Fatalf("never: %s", what)
		}
	}
}

// shows waits until a page shows something, and returns it.
func (e *evening) shows(path string, words ...string) (text string) {
	e.Helper()
	e.until(fmt.Sprintf("/%s shows %q", path, words), func() bool {
		_, text = e.owner.ask("GET", path, "")
		for _, w := range words {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return true
	})
	return text
}

// From the first start to the first evening, in a browser: the pages open; the wizard tries
// four readers, six buttons and a panel and writes the rig; ten cards are taught; a round is
// played with them; the games are listed; meanwhile the doctor finds nothing wrong with the
// parts, and no reader is lost.
func TestFirstEvening(t *testing.T) {
	tier.Long(t, tier.Program, "half a minute at readers that scan as fast as real ones")
	e := newEvening(t)
	e.begins("hat-4.2-four-rc522")
	for _, path := range []string{"", "own", "new", "join", "table", "games", "learn", "rig", "settings", "cards"} {
		if status, text := e.owner.ask("GET", path, ""); status != 200 || !strings.Contains(text, "</html>") {
			t.Errorf("/%s: %d", path, status)
		}
	}
	e.wizard()
	e.ends()
	e.begins("this-device") // the rig that was written
	e.teach()
	e.round()
	e.examined()
	e.owner.post("finish", "")
	e.ends()
	out, err := e.program("games", "list").CombinedOutput()
	if err != nil || strings.Count(string(out), "council-of-shadows") != 1 {
		t.Errorf("the games: %v\n%s", err, out)
	}
	if strings.Contains(e.said.String(), "does not answer") {
		t.Error("a reader was lost")
	}
}

// wizard walks from parts to a rig: every reader gets a card when it is asked for, every
// button is pressed, the panel is looked at.
func (e *evening) wizard() {
	e.Helper()
	e.owner.post("rig", "do=parts&computer=pi&readers=four-rc522&panel=4.2&buttons=1")
	e.shows("rig", "GPIO11", "/rig/wiring.svg")
	e.owner.post("rig", "do=go&to=readers")
	for i, seat := range []string{"Purple", "Red", "Green", "Blue"} {
		e.shows("rig", "Lay any card on the reader for: "+seat)
		e.tell("lay 04A2241B5C6D8%d %s", i, strings.ToLower(seat))
	}
	e.until("all readers were tried", func() bool {
		_, text := e.owner.ask("GET", "rig", "")
		return strings.Count(text, "<small>works</small>") == 4
	})
	for i := range 4 {
		e.tell("lift 04A2241B5C6D8%d", i)
	}
	e.owner.post("rig", "do=go&to=buttons")
	for i, button := range []string{"purple confirm", "red confirm", "green confirm", "blue confirm", "undo", "next"} {
		var last time.Time
		e.until(button+" was pressed", func() bool {
			if time.Since(last) > 2*time.Second { // again, where the buttons were not watched yet
				e.tell("press %s", button)
				last = time.Now()
			}
			_, text := e.owner.ask("GET", "rig", "")
			return strings.Count(text, "<small>works</small>") == i+1
		})
	}
	e.owner.post("rig", "do=go&to=panel")
	e.shows("rig", `id="frame-yes"`)
	e.owner.post("rig", "do=frame&seen=yes")
	e.owner.post("rig", "do=go&to=file")
	e.shows("rig", "this-device.toml", "[[reader]]")
	e.owner.post("rig", "do=keep")
	e.shows("rig", "/rigs/this-device.toml")
}

var turnOfPage = regexp.MustCompile(`name="turn" value="(\d+)"`)

// taught are the cards of two seats, with what is printed on them.
var taught = []struct{ seat, card, consumption, tag string }{
	{"purple", "discover", "3", "04A2241B5C6EA0"}, {"purple", "colonize", "3", "04A2241B5C6EA1"}, {"purple", "tower", "6", "04A2241B5C6EA2"},
	{"purple", "harvest", "3", "04A2241B5C6EA3"}, {"purple", "gems", "2", "04A2241B5C6EA4"}, {"green", "discover", "3", "04A2241B5C6EB0"},
	{"green", "colonize", "3", "04A2241B5C6EB1"}, {"green", "tower", "6", "04A2241B5C6EB2"}, {"green", "harvest", "3", "04A2241B5C6EB3"},
	{"green", "gems", "2", "04A2241B5C6EB4"},
}

// teach deals ten cards on one reader.
func (e *evening) teach() {
	e.Helper()
	say := func(text, do string, more ...string) {
		e.Helper()
		v := url.Values{"game": {"council-of-shadows"}, "turn": {turnOfPage.FindStringSubmatch(text)[1]}, "do": {do}}
		for i := 0; i < len(more); i += 2 {
			v.Set(more[i], more[i+1])
		}
		e.owner.post("learn", v.Encode())
	}
	for i, c := range taught {
		e.shows("learn", "Lay a card on any reader.")
		e.tell("lay %s purple", c.tag)
		text := e.shows("learn", "Which card is it?")
		say(text, "name", "card", c.seat+" "+c.card)
		if text = e.shows("learn", "What has happened"); strings.Contains(text, `value="tell"`) {
			say(text, "tell", "w0", c.consumption)
		}
		e.tell("lift %s", c.tag)
		e.shows("learn", fmt.Sprintf("Learned cards: %d of ", i+1))
	}
}

// round plays the first round with cards that were taught, from what the pages offer.
func (e *evening) round() {
	e.Helper()
	e.owner.post("start", "game=council-of-shadows&box=rulebook&seat=purple&seat=green&order=chosen&place-purple=1&place-green=2&all=1")
	e.owner.all("purple", "purple pass")
	e.owner.all("green", "green pass")
	for _, c := range taught {
		if c.card == "colonize" || c.card == "gems" {
			continue // three for each seat
		}
		e.tell("lay %s %s", c.tag, c.seat)
		e.shows("seat/"+c.seat, `data-thing="card `+c.card+`"`)
		e.tell("lift %s", c.tag)
	}
	e.owner.all("purple", "purple ready")
	e.owner.all("green", "green ready")
	for range 10 {
		if _, text := e.owner.ask("GET", "table", ""); strings.Contains(text, "Round 2") {
			return
		}
		for _, seat := range []string{"purple", "green"} {
			e.owner.do(seat, seat+" slide")
			e.owner.do(seat, seat+" pass")
		}
	}
	e.Fatal("the round does not end")
}

// examined asks the doctor during the game.
func (e *evening) examined() {
	e.Helper()
	said, err := e.program("doctor", "--lang", "en").CombinedOutput()
	text := string(said)
	holds(e.T, "the doctor", text, "Examined beside the table that is running", "ok       reader purple: MFRC522", "ok       reader red: MFRC522", "ok       reader green: MFRC522", "ok       reader blue: MFRC522", "ok       panel panel shows the game")
	if os.Getenv(installed) != "" { // it passes for a Raspberry Pi; this computer need not
		holds(e.T, "the doctor", text, "ok       button purple confirm at GPIO12 is up")
		if err != nil || strings.Contains(text, "fault ") || strings.Contains(text, "warning ") {
			e.Errorf("the doctor finds something: %v\n%s", err, text)
		}
	}
	_, health := e.owner.ask("GET", "healthz", "")
	holds(e.T, "the health", health, "reader purple: ok", "reader red: ok", "reader green: ok", "reader blue: ok")
}

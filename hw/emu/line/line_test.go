package line_test

import (
	"bufio"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/hw/emu/line"
)

// ear hears the lines of a hub.
type ear struct {
	*testing.T
	port  net.Conn
	lines chan string
}

// listen plugs a hub in, in the time of a virtual clock.
func listen(t *testing.T, h *line.Hub, f func(e ear)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		h.Connect(pulled{far})
		e := ear{t, near, make(chan string, 1000)}
		go func() {
			for s := bufio.NewScanner(near); s.Scan(); {
				e.lines <- s.Text()
			}
		}()
		f(e)
		if err := h.Unplug(); err != nil {
			t.Error(err)
		}
	})
}

// pulled is a pipe as a cable.
type pulled struct{ net.Conn }

func (p pulled) Pull() error { return p.Close() }

// hears expects these lines, apart from beats that nobody asked for.
func (e ear) hears(want ...string) {
	e.Helper()
	for _, w := range want {
		for got := ""; got != w; {
			select {
			case got = <-e.lines:
			case <-time.After(time.Minute):
				e.Fatalf("silence instead of %q", w)
			}
			if got != w && !strings.HasPrefix(got, "beat") {
				e.Fatalf("%q, want %q", got, w)
			}
		}
	}
}

// eventually waits for a line, skipping others.
func (e ear) eventually(want string) {
	e.Helper()
	for got := ""; got != want; {
		select {
		case got = <-e.lines:
		case <-time.After(time.Minute):
			e.Fatalf("silence instead of %q", want)
		}
	}
}

// silent checks that the lines end.
func (e ear) silent() {
	e.Helper()
	synctest.Wait()
	for len(e.lines) > 0 {
		<-e.lines
	}
	select {
	case got := <-e.lines:
		e.Fatalf("it goes on with %q", got)
	case <-time.After(time.Minute):
	}
}

func (e ear) asks() {
	e.Helper()
	if _, err := e.port.Write([]byte("hello 1\n")); err != nil {
		e.Fatal(err)
	}
}

func TestHub(t *testing.T) {
	h := line.New(1, line.Opts{}, "1", "2")
	h.Place("1", 0xDE, 0xAD, 0xBE, 0xEF) // before it is connected
	listen(t, h, func(e ear) {
		e.hears("hello 1 hub", "1 ready", "1 DEADBEEF in", "2 ready", "all", "beat 1")
		h.Place("2", 1, 2, 3, 4)
		h.Place("2", 1, 2, 3, 4)
		e.hears("2 01020304 in", "beat 2")
		h.Lift("1", 0xDE, 0xAD, 0xBE, 0xEF)
		h.Lift("1", 0xDE, 0xAD, 0xBE, 0xEF)
		h.Crowd("2")
		h.Fail("1", "no antenna")
		e.hears("1 DEADBEEF out", "2 collision", "1 error no antenna", "beat 1")
		e.asks()
		e.hears("hello 1 hub", "1 error no antenna", "2 ready", "2 01020304 in", "2 collision", "all")
		h.Repair("1")
		e.hears("1 ready")
		h.Lose(1)
		h.Say("lost")
		h.Say("3 anything")
		e.hears("3 anything")
		h.Flip(1)
		h.Say("3 anything")
		h.Flip(0)
		select {
		case got := <-e.lines:
			for strings.HasPrefix(got, "beat") {
				got = <-e.lines
			}
			if got == "3 anything" {
				t.Error("no bit fell over")
			}
		case <-time.After(time.Minute):
			t.Error("silence")
		}
	})
}

func TestChecksumsAndDeafness(t *testing.T) {
	h := line.New(1, line.Opts{Name: "x", Sums: true, Deaf: true}, "3")
	listen(t, h, func(e ear) {
		e.hears("hello 1 x *2B", "3 ready *78", "all *61") // computed by another program
		e.asks()
		h.Place("3", 0x04, 0xA2, 0x24, 0x1B, 0x5C, 0x6D, 0x80)
		e.eventually("3 04A2241B5C6D80 in *3A")
		e.eventually("hello 1 x *2B")
		e.hears("3 ready *78", "3 04A2241B5C6D80 in *3A", "all *61")
		h.Mute(true)
		e.silent()
		h.Mute(false)
		e.eventually("hello 1 x *2B")
	})
}

func TestPlug(t *testing.T) {
	h := line.New(1, line.Opts{})
	if err := h.Unplug(); err != nil {
		t.Error(err)
	}
	if err := h.Plug(filepath.Join(t.TempDir(), "nowhere", "x")); err == nil {
		t.Error("plugged in nowhere")
	}
	defer func() {
		if recover() == nil {
			t.Error("a reader that is not there took a card")
		}
	}()
	h.Place("9", 1, 2, 3, 4)
}

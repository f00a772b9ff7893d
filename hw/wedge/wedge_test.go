package wedge

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/cable"
)

// typist is a keyboard at the end of a pipe, which can be pulled out.
type typist struct {
	mu  sync.Mutex
	out *os.File
	at  time.Duration
	old bool // no keyboard

	opened int
}

func (k *typist) open() (io.ReadCloser, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.old {
		return nil, errors.New("no keyboard")
	}
	in, out, err := os.Pipe()
	k.out = out
	k.opened++
	return in, err
}

// typing writes events in odd pieces, as pipes may.
func (k *typist) typing(text string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var b []byte
	for _, e := range typed(&k.at, text) {
		b = append(b, encode(e)...)
	}
	for len(b) > 0 {
		n := min(7, len(b))
		k.out.Write(b[:n])
		b = b[n:]
	}
}

func (k *typist) pull(away bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.old = away
	k.out.Close()
}

func (k *typist) times() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.opened
}

var quick = Opts{Hold: 100 * time.Millisecond, RetryMin: time.Millisecond, RetryMax: 5 * time.Millisecond}

// start opens a reader and waits until it is there.
func start(t *testing.T, o Opts) (*typist, *Reader) {
	t.Helper()
	k := &typist{}
	r := Start("table", k.open, o)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	until(t, r, "[]")
	return k, r
}

func scan(t *testing.T, r *Reader) string {
	t.Helper()
	uids, err := r.Scan(t.Context())
	s := fmt.Sprint(uids)
	switch {
	case errors.Is(err, hw.ErrNoReader):
		s += "!"
	case errors.Is(err, hw.ErrIO):
		s += "?"
	case err != nil:
		t.Fatal(err)
	}
	return s
}

func until(t *testing.T, r *Reader, want string) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for got := scan(t, r); got != want; got = scan(t, r) {
		if time.Now().After(deadline) {
			t.Fatalf("%s, want %s", got, want)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestShown(t *testing.T) {
	k, r := start(t, quick)
	if got, want := r.Name(), "table"; got != want {
		t.Errorf("name %q, want %q", got, want)
	}
	k.typing("DEADBEEF\n")
	until(t, r, "[DEADBEEF]")
	k.typing("01020304\n")
	until(t, r, "[DEADBEEF 01020304]")
	k.typing("DEADBEEF\n")
	until(t, r, "[]")
}

func TestNonsense(t *testing.T) {
	k, r := start(t, quick)
	k.typing("hello\n")
	until(t, r, "[]?")
	if got, want := scan(t, r), "[]"; got != want {
		t.Errorf("said twice: %s, want %s", got, want)
	}
	k.typing("DEADBEEF\n")
	until(t, r, "[DEADBEEF]")
}

// However seldom it is scanned, a card that was shown is seen three times.
func TestSeldomScans(t *testing.T) {
	k, r := start(t, Opts{Hold: time.Nanosecond, RetryMin: time.Millisecond})
	k.typing("DEADBEEF\n")
	until(t, r, "[DEADBEEF]")
	time.Sleep(5 * time.Millisecond)
	if got, want := scan(t, r)+scan(t, r)+scan(t, r), "[DEADBEEF][DEADBEEF][]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPulledOut(t *testing.T) {
	k, r := start(t, quick)
	k.typing("DEADBEEF\n12")
	until(t, r, "[DEADBEEF]")
	k.pull(true)
	until(t, r, "[]!")
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		_, err := r.Scan(t.Context())
		if err != nil && strings.Contains(err.Error(), "no keyboard") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("what lies there instead of the keyboard is not told: %v", err)
		}
	}
	k.mu.Lock()
	k.old = false
	k.mu.Unlock()
	until(t, r, "[]")
	k.typing("DEADBEEF\n") // the digits of before are forgotten
	until(t, r, "[DEADBEEF]")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

var reconnects = flag.Int("reconnects", 1000, "how often a keyboard is pulled out")

// TestManyReconnects pulls the keyboard out again and again: nothing is left over.
func TestManyReconnects(t *testing.T) {
	rounds := *reconnects
	if testing.Short() {
		rounds = 100
	}
	k, r := start(t, quick)
	round := func() {
		k.typing("DEADBEEF\n")
		until(t, r, "[DEADBEEF]")
		opened := k.times()
		k.pull(false)
		for begin := time.Now(); k.times() == opened; time.Sleep(time.Millisecond) {
			if time.Since(begin) > 30*time.Second {
				t.Fatal("not opened again")
			}
		}
		until(t, r, "[]")
	}
	count := func() int {
		d, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(d)
	}
	round()
	files, routines := count(), runtime.NumGoroutine()
	for range rounds {
		round()
	}
	t.Logf("%d reconnects: %d descriptors and %d goroutines, before it %d and %d", rounds, count(), runtime.NumGoroutine(), files, routines)
	const slack = 3
	if got := count(); got > files+slack {
		t.Errorf("%d descriptors, %d before", got, files)
	}
	if got := runtime.NumGoroutine(); got > routines+slack {
		t.Errorf("%d goroutines, %d before", got, routines)
	}
}

// A card that is shown arrives once and leaves by itself.
func TestWatch(t *testing.T) {
	k, r := start(t, Opts{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := hw.Watch(ctx, []hw.Bus{{r}}, hw.NewTracker(hw.Opts{}), hw.Pace{})
	for range 2 {
		k.typing("DEADBEEF\n")
		for _, want := range []string{"table: arrived DEADBEEF", "table: left DEADBEEF"} {
			select {
			case c := <-w.Changes():
				if got := c.String(); got != want {
					t.Fatalf("%s, want %s", got, want)
				}
			case <-time.After(30 * time.Second):
				t.Fatalf("no change, want %s", want)
			}
		}
	}
}

// What is no keyboard is said to be none.
func TestDevice(t *testing.T) {
	line, err := cable.Plug(filepath.Join(t.TempDir(), "tty"))
	if err != nil {
		t.Fatal(err)
	}
	defer line.Pull()
	for path, want := range map[string]string{
		filepath.Join(t.TempDir(), "event7"): "no such file",
		line.Path():                          "is no keyboard",
		os.DevNull:                           "is no keyboard",
	} {
		f, err := Device(path)
		if err == nil {
			f.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	r := Open("table", os.DevNull, quick)
	defer r.Close()
	if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrNoReader) {
		t.Errorf("%v, want %v", err, hw.ErrNoReader)
	}
}

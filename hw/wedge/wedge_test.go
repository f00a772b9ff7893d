package wedge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/hw"
	"arbiter/hw/emu/cable"
)

// typist is a keyboard at the end of a pipe, which can be pulled out.
type typist struct {
	mu  sync.Mutex
	out *io.PipeWriter
	at  time.Duration
	old bool // no keyboard
}

func (k *typist) open() (io.ReadCloser, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.old {
		return nil, errors.New("no keyboard")
	}
	in, out := io.Pipe()
	k.out = out
	return in, nil
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

// inBubble opens a reader on a virtual clock, and waits until it is there.
func inBubble(t *testing.T, o Opts, f func(t *testing.T, k *typist, r *Reader)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		k := &typist{}
		r := Start("table", k.open, o)
		until(t, r, "[]")
		f(t, k, r)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
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
	deadline := time.Now().Add(time.Minute)
	for got := scan(t, r); got != want; got = scan(t, r) {
		if time.Now().After(deadline) {
			t.Fatalf("%s, want %s", got, want)
		}
		time.Sleep(time.Millisecond) // bubble: until it is typed
	}
}

func TestShown(t *testing.T) {
	inBubble(t, Opts{}, func(t *testing.T, k *typist, r *Reader) {
		if got, want := r.Name(), "table"; got != want {
			t.Errorf("name %q, want %q", got, want)
		}
		k.typing("DEADBEEF\n")
		until(t, r, "[DEADBEEF]")
		k.typing("01020304\n")
		until(t, r, "[DEADBEEF 01020304]")
		k.typing("DEADBEEF\n")
		until(t, r, "[]")
	})
}

func TestNonsense(t *testing.T) {
	inBubble(t, Opts{}, func(t *testing.T, k *typist, r *Reader) {
		k.typing("hello\n")
		until(t, r, "[]?")
		if got, want := scan(t, r), "[]"; got != want {
			t.Errorf("said twice: %s, want %s", got, want)
		}
		k.typing("DEADBEEF\n")
		until(t, r, "[DEADBEEF]")
	})
}

// A number that was cut short is not a card, and that is reported for long enough to be read.
func TestCutShort(t *testing.T) {
	inBubble(t, Opts{}, func(t *testing.T, k *typist, r *Reader) {
		ctx, cancel := context.WithCancel(t.Context())
		w := hw.Watch(ctx, []hw.Bus{{r}}, hw.NewTracker(hw.Opts{}), hw.Pace{})
		begin := time.Now()
		k.typing("8804A224\n")
		if c := <-w.Changes(); c.Kind != hw.Unreadable || !errors.Is(c.Err, hw.ErrCut) {
			t.Errorf("%v, %v; want a number that was cut short", c, c.Err)
		}
		if c := <-w.Changes(); c.Kind != hw.Readable || time.Since(begin) < complaint {
			t.Errorf("%v after %v", c, time.Since(begin))
		}
		k.typing("2282005028\n") // in decimal digits, whose order is unknown
		for _, want := range []hw.Kind{hw.Arrived, hw.Left} {
			if c := <-w.Changes(); c.Kind != want {
				t.Errorf("control: %v, want %v", c, want)
			}
		}
		cancel()
		for range w.Changes() {
		}
	})
}

// However seldom scans are, a card that was shown is seen three times.
func TestSeldomScans(t *testing.T) {
	inBubble(t, Opts{Hold: time.Nanosecond}, func(t *testing.T, k *typist, r *Reader) {
		k.typing("DEADBEEF\n")
		until(t, r, "[DEADBEEF]")
		time.Sleep(5 * time.Millisecond) // bubble: longer than the card is held
		if got, want := scan(t, r)+scan(t, r)+scan(t, r), "[DEADBEEF][DEADBEEF][]"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

func TestPulledOut(t *testing.T) {
	inBubble(t, Opts{}, func(t *testing.T, k *typist, r *Reader) {
		k.typing("DEADBEEF\n12")
		until(t, r, "[DEADBEEF]")
		k.pull(true)
		until(t, r, "[]!")
		time.Sleep(DefaultRetryMax) // bubble: it is opened again
		if _, err := r.Scan(t.Context()); err == nil || !strings.Contains(err.Error(), "no keyboard") {
			t.Errorf("what lies there instead of the keyboard is not told: %v", err)
		}
		k.mu.Lock()
		k.old = false
		k.mu.Unlock()
		until(t, r, "[]")
		k.typing("DEADBEEF\n") // the earlier digits are forgotten
		until(t, r, "[DEADBEEF]")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.Scan(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("canceled: %v", err)
		}
	})
}

// A card that is shown arrives once and leaves by itself.
func TestWatch(t *testing.T) {
	inBubble(t, Opts{}, func(t *testing.T, k *typist, r *Reader) {
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
				case <-time.After(time.Minute):
					t.Fatalf("no change, want %s", want)
				}
			}
		}
	})
}

// A device that is not a keyboard is reported as such.
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
	r := Open("table", os.DevNull, Opts{})
	defer r.Close()
	if _, err := r.Scan(t.Context()); !errors.Is(err, hw.ErrNoReader) {
		t.Errorf("%v, want %v", err, hw.ErrNoReader)
	}
}

// After a driver panics it is retried, like one whose device is missing.
func TestDriverPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, opened := &typist{}, 0
		r := Start("table", func() (io.ReadCloser, error) {
			if opened++; opened == 1 {
				panic("04A2241B5C6D80")
			}
			return k.open()
		}, Opts{})
		synctest.Wait()
		_, err := r.Scan(t.Context())
		if !errors.Is(err, hw.ErrNoReader) || !strings.Contains(err.Error(), "wedge_test.go:") || strings.Contains(err.Error(), "04A2") {
			t.Errorf("it says %v, want where it panicked", err)
		}
		until(t, r, "[]")
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}

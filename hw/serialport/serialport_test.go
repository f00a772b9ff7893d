package serialport_test

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/hw/emu/cable"
	"arbiter/hw/serialport"
)

func connect(t *testing.T) (*cable.Cable, *serialport.Port) {
	t.Helper()
	c, err := cable.Plug(filepath.Join(t.TempDir(), "reader"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := serialport.Open(c.Path(), 115200)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return c, p
}

func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// read collects n bytes.
func read(t *testing.T, p *serialport.Port, n int) string {
	t.Helper()
	got := ""
	for len(got) < n {
		b, err := p.Read(within(t, 5*time.Minute))
		if err != nil {
			t.Fatalf("after %q: %v", got, err)
		}
		got += string(b)
	}
	return got
}

func TestBothWays(t *testing.T) {
	c, p := connect(t)
	defer c.Pull()
	if err := p.Write(t.Context(), []byte("ask")); err != nil {
		t.Fatal(err)
	}
	var there [3]byte
	if _, err := io.ReadFull(c, there[:]); err != nil || string(there[:]) != "ask" {
		t.Errorf("arrived %q, %v", there, err)
	}
	if _, err := c.Write([]byte("answer")); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, p, 6), "answer"; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

// In silence a deadline is exact, although a Read of the device takes 0.1 s.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := serialport.Start(&device{read: idle})
		for range 3 {
			begin := time.Now()
			_, err := p.Read(within(t, 15*time.Millisecond))
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("silence: %v", err)
			}
			if got, want := time.Since(begin), 15*time.Millisecond; got != want {
				t.Errorf("it took %v, want %v", got, want)
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Silence is never a loss.
func TestSilence(t *testing.T) {
	c, p := connect(t)
	if _, err := p.Read(within(t, 350*time.Millisecond)); !errors.Is(err, context.DeadlineExceeded) { // three Reads of the device
		t.Errorf("silence: %v", err)
	}
	if p.Gone() {
		t.Error("silence counts as a pulled cable")
	}
	if _, err := c.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, p, 1), "x"; got != want {
		t.Errorf("after the silence: %q, want %q", got, want)
	}
	c.Pull()
	if _, err := p.Read(within(t, 5*time.Minute)); !errors.Is(err, serialport.ErrGone) {
		t.Errorf("control: a pulled cable says %v", err)
	}
}

func TestUnplug(t *testing.T) {
	c, p := connect(t)
	if _, err := c.Write([]byte("last words")); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, p, 10), "last words"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.Pull()
	if _, err := p.Read(within(t, 5*time.Minute)); !errors.Is(err, serialport.ErrGone) {
		t.Errorf("read: %v", err)
	}
	if err := p.Write(t.Context(), []byte{1}); !errors.Is(err, serialport.ErrGone) {
		t.Errorf("write: %v", err)
	}
	if !p.Gone() {
		t.Error("not gone")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error("closed twice:", err)
	}
	if !p.Released() {
		t.Error("the device is still open")
	}
}

func TestCloseInSilence(t *testing.T) {
	c, p := connect(t)
	defer c.Pull()
	if p.Released() {
		t.Error("released before it was closed")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if _, err := p.Read(t.Context()); !errors.Is(err, serialport.ErrGone) {
		t.Errorf("read after closing: %v", err)
	}
}

// Bytes that nobody reads stop the pump, but not Close.
func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		script := make(chan []byte, 200)
		for range 200 {
			script <- []byte{1}
		}
		p := serialport.Start(&device{read: func(b []byte) (int, error) { return copy(b, <-script), nil }})
		synctest.Wait()
		if len(script) == 0 {
			t.Error("the pump holds everything")
		}
		p.Discard()
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestDiscard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		script := make(chan []byte)
		p := serialport.Start(&device{read: func(b []byte) (int, error) { return copy(b, <-script), nil }})
		script <- []byte("stale")
		script <- []byte("stale") // the first one is there now
		script <- nil
		p.Discard()
		if b, err := p.Read(within(t, 10*time.Millisecond)); err == nil {
			t.Errorf("read %q that was discarded", b)
		}
		script <- []byte("fresh")
		if got, want := read(t, p, 5), "fresh"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		close(script)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	c, _ := connect(t)
	defer c.Pull()
	for _, x := range []struct {
		device string
		baud   int
	}{{c.Path(), 115201}, {filepath.Join(t.TempDir(), "nothing"), 9600}, {"/dev/null", 9600}} {
		if p, err := serialport.Open(x.device, x.baud); err == nil {
			t.Errorf("%s was opened at %d baud", x.device, x.baud)
			p.Close()
		}
	}
}

// device is a port without a line.
type device struct {
	read   func([]byte) (int, error)
	write  chan struct{} // nil: writes succeed
	closed atomic.Bool
}

func (d *device) Read(b []byte) (int, error) { return d.read(b) }
func (d *device) Write(b []byte) (int, error) {
	if d.write != nil {
		<-d.write
		return 0, errors.New("EIO")
	}
	return len(b), nil
}
func (d *device) Close() error {
	d.closed.Store(true)
	return nil
}

func idle([]byte) (int, error) {
	time.Sleep(60 * time.Millisecond) // bubble: a Read of the device
	return 0, nil
}

// A write that hangs ends with its context and blocks nobody: neither the next write nor Close. The
// device is closed as soon as it lets go.
func TestStuckWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &device{read: idle, write: make(chan struct{})}
		p := serialport.Start(d)
		if err := p.Write(within(t, 10*time.Millisecond), []byte{1}); !errors.Is(err, serialport.ErrStuck) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a hanging write says %v", err)
		}
		if err := p.Write(within(t, 10*time.Millisecond), []byte{1}); !errors.Is(err, serialport.ErrStuck) {
			t.Errorf("the next write says %v", err)
		}
		if err := p.Close(); !errors.Is(err, serialport.ErrStuck) {
			t.Errorf("closing says %v", err)
		}
		if p.Released() || d.closed.Load() {
			t.Error("the device was closed under a write")
		}
		close(d.write)
		if err := p.Close(); err != nil || !d.closed.Load() {
			t.Errorf("afterwards: %v, closed %v", err, d.closed.Load())
		}
	})
}

func TestLosses(t *testing.T) {
	broken := errors.New("EIO")
	for name, c := range map[string]struct {
		read func([]byte) (int, error)
		gone bool
	}{
		"an error":             {func([]byte) (int, error) { return 0, broken }, true},
		"hung up, EOF":         {func([]byte) (int, error) { return 0, io.EOF }, true},
		"hung up, nothing":     {func([]byte) (int, error) { return 0, nil }, true},
		"idle":                 {idle, false},
		"idle as tarm says it": {func(b []byte) (int, error) { idle(b); return 0, io.EOF }, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := serialport.Start(&device{read: c.read})
				defer p.Close()
				_, err := p.Read(within(t, 300*time.Millisecond))
				if got := errors.Is(err, serialport.ErrGone); got != c.gone || got != p.Gone() {
					t.Errorf("%v, gone %v, want %v", err, p.Gone(), c.gone)
				}
			})
		})
	}
}

// faulty is a device whose driver panics when it reads, or when it writes.
type faulty struct {
	read bool
	shut atomic.Bool
}

func (f *faulty) Read([]byte) (int, error) {
	if f.read {
		panic("04A2241B5C6D80")
	}
	time.Sleep(50 * time.Millisecond) // bubble: nothing comes
	return 0, nil
}

func (f *faulty) Write([]byte) (int, error) { panic("04A2241B5C6D80") }

func (f *faulty) Close() error {
	f.shut.Store(true)
	return nil
}

// A driver that panics loses its port and nothing more, and no value is reported.
func TestDriverPanics(t *testing.T) {
	for name, read := range map[string]bool{"read": true, "write": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &faulty{read: read}
				p := serialport.Start(f)
				err := p.Write(t.Context(), []byte("ask"))
				if read {
					_, err = p.Read(t.Context())
				}
				if !errors.Is(err, serialport.ErrGone) || !strings.Contains(err.Error(), "serialport_test.go:") || strings.Contains(err.Error(), "04A2") {
					t.Errorf("it says %v, want that the port is gone, and where it panicked", err)
				}
				if err := p.Close(); err != nil || !f.shut.Load() {
					t.Errorf("the device is not given back: %v", err)
				}
			})
		})
	}
}

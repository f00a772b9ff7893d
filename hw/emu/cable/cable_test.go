package cable_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/tarm/serial"

	"arbiter/hw/emu/cable"
)

func plug(t *testing.T, path string) *cable.Cable {
	t.Helper()
	c, err := cable.Plug(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t *testing.T, path string) *serial.Port {
	t.Helper()
	p, err := serial.OpenPort(&serial.Config{Name: path, Baud: 115200, ReadTimeout: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// All 256 bytes go both ways unchanged, whoever had the line open before.
func TestTransparent(t *testing.T) {
	c := plug(t, filepath.Join(t.TempDir(), "reader"))
	defer c.Pull()
	var all [256]byte
	for i := range all {
		all[i] = byte(i)
	}
	for range 2 {
		p := open(t, c.Path())
		if _, err := p.Write(all[:]); err != nil {
			t.Fatal(err)
		}
		var there [256]byte
		if _, err := io.ReadFull(c, there[:]); err != nil || there != all {
			t.Fatalf("arrived: % X, %v", there, err)
		}
		if _, err := c.Write(all[:]); err != nil {
			t.Fatal(err)
		}
		var back [256]byte
		if _, err := io.ReadFull(p, back[:]); err != nil || back != all {
			t.Fatalf("came back: % X, %v", back, err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reader")
	c := plug(t, path)
	p := open(t, path)
	defer p.Close()
	if err := c.Pull(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write([]byte{1}); err == nil {
		t.Error("writing into a pulled cable succeeded")
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("the name is still there")
	}
	c = plug(t, path)
	defer c.Pull()
	again := open(t, path)
	defer again.Close()
	if _, err := again.Write([]byte{1}); err != nil {
		t.Error("after plugging in anew:", err)
	}
}

// Pull ends a Read that waits for a byte.
func TestPullEndsReading(t *testing.T) {
	c := plug(t, filepath.Join(t.TempDir(), "reader"))
	ended := make(chan error, 1)
	go func() {
		_, err := c.Read(make([]byte, 1))
		ended <- err
	}()
	time.Sleep(10 * time.Millisecond) // until it reads, most likely; either way it must end
	if err := c.Pull(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err == nil {
			t.Error("read something")
		}
	case <-time.After(5 * time.Minute):
		t.Error("still reading")
	}
}

func TestReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reader")
	old, fresh := plug(t, path), plug(t, path)
	defer fresh.Pull()
	p := open(t, path)
	defer p.Close()
	if _, err := p.Write([]byte{7}); err != nil {
		t.Fatal(err)
	}
	var b [1]byte
	if _, err := io.ReadFull(fresh, b[:]); err != nil || b[0] != 7 {
		t.Errorf("the new cable got % X, %v", b, err)
	}
	if err := old.Pull(); err != nil {
		t.Error(err)
	}
}

func TestNoSuchFolder(t *testing.T) {
	if c, err := cable.Plug(filepath.Join(t.TempDir(), "nowhere", "reader")); err == nil {
		t.Error("a cable without a name:", c.Path())
	}
}

// With too few descriptors there is no cable, and nothing is leaked.
func TestFewDescriptors(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	restore := limit
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &restore)
	path := filepath.Join(t.TempDir(), "reader")
	if err := plug(t, path).Pull(); err != nil { // whatever is opened once is open now
		t.Fatal(err)
	}
	used := descriptors(t)
	failures := 0
	for more := range 12 {
		limit.Cur = uint64(used - 3 + more)
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		c, err := cable.Plug(path)
		if err != nil {
			failures++
		} else if err := c.Pull(); err != nil {
			t.Error(err)
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &restore); err != nil {
			t.Fatal(err)
		}
		if got := descriptors(t); got != used {
			t.Errorf("%d more: %d descriptors are open, want %d", more, got, used)
		}
	}
	if failures < 3 || failures == 12 {
		t.Errorf("%d of 12 failed: the limit tests nothing", failures)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	d, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(d)
}

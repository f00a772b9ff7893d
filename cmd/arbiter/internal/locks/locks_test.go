package locks_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/cmd/arbiter/internal/locks"
)

// TestMain lets the test binary take a device, and hold it until its input ends.
func TestMain(m *testing.M) {
	if dir := os.Getenv("TAKE"); dir != "" {
		_, err := locks.In(dir).Take("SPI0.0")
		if err != nil {
			os.Stdout.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Stdout.WriteString("taken\n")
		os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// taker starts another program that takes a device, and returns what it says.
func taker(t *testing.T, dir string) (end func(), said string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TAKE="+dir)
	in, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	b := make([]byte, 200)
	n, err := out.Read(b)
	must(t, err)
	return func() { in.Close(); cmd.Wait() }, string(b[:n])
}

// The second program is told who holds the device; however the first one ends, the device is free
// again. Another device is free all the time.
func TestOneProgramHoldsADevice(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "devices")
	end, said := taker(t, dir)
	if said != "taken\n" {
		t.Fatal(said)
	}
	mine := locks.In(dir)
	_, err := mine.Take("SPI0.0")
	var held *locks.Held
	if !errors.As(err, &held) || held.Device != "SPI0.0" || held.Holder.PID == os.Getpid() || held.Holder.Program != "locks.test" || time.Since(held.Holder.Since) > time.Hour {
		t.Fatalf("a second program takes it: %v", err)
	}
	if _, err := mine.Take("/dev/ttyUSB0"); err != nil {
		t.Errorf("another device: %v", err)
	}
	end()
	release, err := mine.Take("SPI0.0")
	must(t, err)
	if end, said := taker(t, dir); !strings.Contains(said, "SPI0.0 is in use by locks.test (process ") {
		t.Errorf("the other way round it says %q", said)
		end()
	}
	must(t, release())
	end, said = taker(t, dir)
	if said != "taken\n" {
		t.Errorf("a device that was given back: %q", said)
	}
	end()
}

// Parts of one program may share a pin, and the lock ends with the last of them.
func TestAPinIsShared(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "devices")
	mine := locks.In(dir)
	var all sync.WaitGroup
	var mu sync.Mutex
	var releases []func() error
	for range 8 {
		all.Go(func() {
			release, err := mine.Take("SPI0.0")
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			releases = append(releases, release)
		})
	}
	all.Wait()
	for i, release := range releases {
		if end, said := taker(t, dir); !strings.Contains(said, "in use") {
			t.Errorf("after %d of %d were done: %q", i, len(releases), said)
			end()
		}
		must(t, release())
		must(t, release()) // releasing twice is harmless
	}
	if _, said := taker(t, dir); said != "taken\n" {
		t.Error(said)
	}
}

// The contents of a lock cannot play tricks on a terminal, and if no lock can be created devices
// are taken without one.
func TestLocksAreAdvice(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "lock")
	for text, want := range map[string]string{
		"evil\x1b[2J\n7\n2026-11-23T15:00:00Z\n": "evil[2J (process 7, since ",
		"":                                       "another program",
		"a\nb\nc\n":                              "another program",
	} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		f, err := os.Open(file)
		must(t, err)
		if got := locks.Read(f).String(); !strings.HasPrefix(got, want) {
			t.Errorf("%q is told as %q, want %q", text, got, want)
		}
		must(t, f.Close())
	}
	for _, dir := range []string{"", filepath.Join(file, "below")} {
		release, err := locks.In(dir).Take("SPI0.0")
		must(t, err)
		must(t, release())
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

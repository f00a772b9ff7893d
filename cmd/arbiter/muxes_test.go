package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"runtime"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/gpio"

	"arbiter/cmd/arbiter/internal/device"
	"arbiter/engine/enginetest/tier"
	"arbiter/hw/rc522"
	"arbiter/setups"
)

func decodedRig(t *testing.T) (setups.Rig, *decoded) {
	t.Helper()
	rig, err := setups.LoadRig("four-seats-five-fields")
	if err != nil {
		t.Fatal(err)
	}
	return rig, decode(t, rig)
}

// A mux is opened with its first port and closed with its last; a port that is
// closed twice counts once.
func TestMuxIsShared(t *testing.T) {
	t.Parallel()
	rig, d := decodedRig(t)
	m := &device.Muxes{Pins: d, Rig: rig}
	a, err := m.Port("table.0")
	if err != nil {
		t.Fatal(err)
	}
	b, err := m.Port("table.19")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Port("table.19"); err == nil {
		t.Error("one address was opened twice")
	}
	if err := errors.Join(a.Close(), a.Close()); err != nil {
		t.Error(err)
	}
	if _, err := rc522.Open("b", b, nil, rc522.Opts{}); err != nil {
		t.Error("the other port is closed too:", err)
	}
	if got, want := len(m.Ports), 1; got != want {
		t.Errorf("%d muxes are open, want %d", got, want)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if got, want := len(m.Ports), 0; got != want {
		t.Errorf("%d muxes are open, want %d", got, want)
	}
	if p, err := m.Port("SPI1.0"); err != nil || p == nil {
		t.Errorf("a port of the device: %v", err)
	}
}

// fewPins has no pin GPIO16.
type fewPins struct{ *decoded }

func (f fewPins) Out(name string) (gpio.PinOut, error) {
	if name == "GPIO16" {
		return nil, errors.New("no pin GPIO16")
	}
	return f.decoded.Out(name)
}

// What is missing is an error, after which everything is as it was.
func TestMuxThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	rig, d := decodedRig(t)
	m := &device.Muxes{Pins: fewPins{d}, Rig: rig}
	if _, err := m.Port("table.0"); err == nil {
		t.Error("a mux without a pin was opened")
	}
	m.Pins = d
	d.missing.Store(true)
	if _, err := m.Port("table.0"); err == nil {
		t.Error("a mux without a port was opened")
	}
	d.missing.Store(false)
	p, err := m.Port("table.0")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil || len(m.Ports) != 0 {
		t.Errorf("%v, %d muxes open", err, len(m.Ports))
	}
}

// descriptors is how many files the process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc:", err)
	}
	return len(list)
}

// TestReconnects opens and closes a reader behind the mux many times, every third
// time in vain: nothing piles up. Nothing runs beside it, so that it can count.
func TestReconnects(t *testing.T) {
	rig, d := decodedRig(t)
	m := &device.Muxes{Pins: d, Rig: rig}
	o := rc522.Opts{PowerUp: -1, Rest: -1}
	once := func(i int) {
		d.missing.Store(i%3 == 0)
		r, err := device.OpenRC522(m, device.NewHubs(m.Pins), rig.Readers[i%20], o)
		if (err != nil) != (i%3 == 0) {
			t.Fatalf("time %d: %v", i, err)
		}
		if err != nil {
			return
		}
		if i%1000 == 1 { // the first scan of a chip takes a millisecond
			if _, err := r.Scan(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	once(1)
	goroutines, files := runtime.NumGoroutine(), descriptors(t)
	for i := range tier.Of(t, tier.Readers, "reconnects", 1000, 10_000, 100_000) {
		once(i)
	}
	runtime.GC()
	if got := runtime.NumGoroutine(); got > goroutines+2 {
		t.Errorf("%d goroutines, before it were %d", got, goroutines)
	}
	if got := descriptors(t); got > files+2 {
		t.Errorf("%d open files, before it were %d", got, files)
	}
	if len(m.Ports) != 0 {
		t.Error("the mux is still open")
	}
}

// A table whose wires are all missing starts, says so, and takes them when they
// come.
func TestDecodedTableThatComesLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		rig, d := decodedRig(t)
		d.missing.Store(true)
		m := device.Buses(rig, d, slog.New(slog.DiscardHandler))
		ctx, cancel := context.WithTimeout(t.Context(), longestWait)
		defer cancel()
		for _, bus := range m {
			if got, want := len(bus), 5; got != want {
				t.Errorf("a group of %d readers, want %d", got, want)
			}
			if _, err := bus[0].Scan(ctx); err == nil {
				t.Error("a reader without wires says that it is empty")
			}
		}
		d.missing.Store(false)
		for _, bus := range m {
			for _, r := range bus {
				if _, err := r.Scan(ctx); err != nil {
					t.Error(r.Name(), err)
				}
				if err := r.Close(); err != nil {
					t.Error(r.Name(), err)
				}
			}
		}
		if got, want := len(m), 4; got != want {
			t.Errorf("%d groups, want %d", got, want)
		}
		d.healthy(t)
	})
}

package ssd168x_test

import (
	"context"
	"errors"
	"image"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ink"
	"arbiter/display/ssd168x"
)

func TestBusyStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "2.9v2", false, 0)
		b := display.NewBitmap(d.panel.Bounds().Max)
		if err := d.show(b, display.Full); err != nil {
			t.Fatal(err)
		}
		d.chip.StickBusy(true)
		for range 2 {
			b.Fill(image.Rect(10, 10, 90, 90), true)
			start := time.Now()
			err := d.show(b, display.Partial)
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "BUSY stays high") {
				t.Fatalf("got %v, want BUSY stays high", err)
			}
			if took := time.Since(start); took > 16*time.Second {
				t.Errorf("the error came after %v, the deadline is 15 s", took)
			}
		}
		d.chip.StickBusy(false)
		time.Sleep(time.Second) // bubble: BUSY falls
		full := d.chip.Updates(display.Full)
		if err := d.show(b, display.Partial); err != nil {
			t.Fatal(err)
		}
		if !d.chip.Glass().Equal(b) {
			t.Error("the glass is not the picture")
		}
		if got, want := d.chip.Updates(display.Full), full+1; got != want {
			t.Errorf("%d full updates after the trouble, want %d: nobody knows what was on the glass", got, want)
		}
	})
}

// A call without a deadline ends nevertheless.
func TestBusyStuckWithoutADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "1.54", false, 0)
		d.chip.StickBusy(true)
		start := time.Now()
		if err := d.panel.Show(context.Background(), display.NewBitmap(d.panel.Bounds().Max), display.Full); err == nil {
			t.Error("a stuck panel shows a picture")
		}
		if took, most := time.Since(start), 31*time.Second; took > most {
			t.Errorf("it took %v, want at most %v", took, most)
		}
	})
}

// If a reset does not arrive the controller stays asleep: that is an error, and the next call tries
// again.
func TestLostReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "2.13v4", false, 0)
		b := display.NewBitmap(d.panel.Bounds().Max)
		if err := errors.Join(d.show(b, display.Full), d.panel.Sleep(context.Background())); err != nil {
			t.Fatal(err)
		}
		if got, want := d.chip.Asleep(), true; got != want {
			t.Fatalf("asleep: %v, want %v", got, want)
		}
		d.chip.LoseResets(1)
		b.Fill(image.Rect(1, 2, 30, 40), true)
		if err := d.show(b, display.Partial); err == nil || !strings.Contains(err.Error(), "BUSY stays high") {
			t.Errorf("without a reset: %v", err)
		}
		if err := d.show(b, display.Partial); err != nil {
			t.Error(err)
		}
		if wrong := d.differ(b, b); wrong != "" {
			t.Error(wrong)
		}
	})
}

// A missing panel is told apart from a quick one.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "2.13v3", false, 0)
		b := display.NewBitmap(d.panel.Bounds().Max)
		d.chip.CutBusy(true)
		if err := d.show(b, display.Full); !errors.Is(err, ssd168x.ErrSilent) {
			t.Errorf("got %v, want %v", err, ssd168x.ErrSilent)
		}
		d.chip.CutBusy(false)
		time.Sleep(5 * time.Second) // bubble: the update ends
		if err := d.show(b, display.Full); err != nil {
			t.Error(err)
		}
	})
}

// Sleep keeps the picture, and the next update may be a partial one.
func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "4.2v2", false, 0)
		b := display.NewBitmap(d.panel.Bounds().Max)
		for i := range 3 {
			was := new(display.Bitmap).Copy(b)
			b.Fill(image.Rect(10*i, 0, 10*i+5, 100), true)
			if err := d.show(b, display.Partial); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				was = b
			}
			if wrong := d.differ(b, was); wrong != "" {
				t.Error(wrong)
			}
			for range 2 {
				if err := d.panel.Sleep(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got, want := d.chip.Updates(display.Full), 1; got != want {
			t.Errorf("%d full updates, want %d", got, want)
		}
	})
}

// Two callers never get into the driver at the same time: the controller would get a command while
// it is busy, or one cut in two.
func TestCallsWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "2.9v2", false, 0)
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				b := display.NewBitmap(d.panel.Bounds().Max)
				b.Fill(image.Rect(i*10, 0, i*10+9, 100), true)
				if err := d.show(b, display.Partial); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if f := d.chip.Faults(); len(f) > 0 {
			t.Error(strings.Join(f, "; "))
		}
		d.chip.StickBusy(true)
		wg.Go(func() {
			if err := d.show(display.NewBitmap(d.panel.Bounds().Max), display.Full); err == nil {
				t.Error("a stuck panel shows a picture")
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := d.panel.Sleep(ctx); err == nil || !strings.Contains(err.Error(), "another call goes on") {
			t.Errorf("while a call hangs, another one gives %v", err)
		}
		wg.Wait()
		if err := d.panel.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestACallThatIsOver(t *testing.T) {
	d := newDesk(t, "1.54", false, 0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := d.panel.Show(ctx, display.NewBitmap(d.panel.Bounds().Max), display.Full); err == nil {
		t.Error("a picture is shown after the end of the call")
	}
	if err := d.panel.Show(context.Background(), display.NewBitmap(image.Pt(200, 199)), display.Full); err == nil {
		t.Error("a picture of the wrong size is shown")
	}
}

var errBroken = errors.New("broken")

// A brokenPin does nothing.
type brokenPin struct{ gpio.PinIO }

func (*brokenPin) Out(gpio.Level) error          { return errBroken }
func (*brokenPin) In(gpio.Pull, gpio.Edge) error { return errBroken }

// A brokenPort cannot be connected to, or breaks when something is sent.
type brokenPort struct{ late bool }

func (brokenPort) String() string { return "broken" }
func (b brokenPort) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) {
	if b.late {
		return brokenConn{}, nil
	}
	return nil, errBroken
}

type brokenConn struct{ spi.Conn }

func (brokenConn) Tx([]byte, []byte) error { return errBroken }

// Whichever wire is broken, the error says so.
func TestBrokenWires(t *testing.T) {
	m, e := model(t, "1.54")
	for name, broken := range map[string]func(*ink.Pins) spi.Port{
		"DC":     func(p *ink.Pins) spi.Port { p.DC = &brokenPin{}; return nil },
		"CS":     func(p *ink.Pins) spi.Port { p.CS = &brokenPin{}; return nil },
		"RST":    func(p *ink.Pins) spi.Port { p.Reset = &brokenPin{}; return nil },
		"BUSY":   func(p *ink.Pins) spi.Port { p.Busy = &brokenPin{}; return nil },
		"bus":    func(*ink.Pins) spi.Port { return brokenPort{} },
		"send":   func(*ink.Pins) spi.Port { return brokenPort{late: true} },
		"needed": func(p *ink.Pins) spi.Port { p.DC = nil; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chip := emu.NewSSD168x(e, emu.Opts{})
				pins := ink.Pins{DC: chip.DC(), CS: chip.CS(), Reset: chip.Reset(), Busy: chip.Busy()}
				port := broken(&pins)
				if port == nil {
					port = chip.Port(0)
				}
				p, err := ssd168x.New(port, pins, ssd168x.Opts{Model: m})
				if err == nil {
					err = p.Show(context.Background(), display.NewBitmap(p.Bounds().Max), display.Full)
				}
				if err == nil || !strings.Contains(err.Error(), name) {
					t.Errorf("got %v, want something about %s", err, name)
				}
			})
		})
	}
	if _, err := ssd168x.New(brokenPort{}, ink.Pins{}, ssd168x.Opts{}); err == nil || !strings.Contains(err.Error(), "which panel") {
		t.Errorf("without a model: %v", err)
	}
}

package waveshare_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/waveshare"
	"arbiter/engine/enginetest/tier"
)

// rig wires the emulated controller to the real driver.
func rig(t testing.TB, chip *emu.Chip, port spi.Port) *waveshare.Panel {
	t.Helper()
	p, err := waveshare.New(port, waveshare.Pins{DC: chip.DC(), CS: chip.CS(), Reset: chip.Reset(), Busy: chip.Busy()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// show shows a picture as the Scheduler does, with a deadline.
func show(p *waveshare.Panel, b *display.Bitmap, m display.Mode) error {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	return p.Show(ctx, b, m)
}

// differ says how the panel differs from the picture; "" if it does not.
func differ(chip *emu.Chip, want *display.Bitmap) string {
	for name, got := range map[string]*display.Bitmap{
		"RAM 24": chip.RAM(0x24), "RAM 26": chip.RAM(0x26), "glass": chip.Glass()} {
		if !got.Equal(want) {
			return fmt.Sprintf("%s differs in %v", name, got.Diff(want))
		}
	}
	return ""
}

func scribble(r *rand.Rand, b *display.Bitmap) {
	for range r.IntN(7) {
		x, y := r.IntN(250), r.IntN(122)
		b.Fill(image.Rect(x, y, x+1+r.IntN(60), y+1+r.IntN(60)), r.IntN(2) == 0)
	}
}

// Whatever is shown, in whatever order, RAM and glass hold the picture.
func TestThePanelShowsThePicture(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestSchedulerAndPanel")
	evenings, first := uint64(tier.Of(t, tier.Readers, "evenings", 10, 100, 5_000)), tier.Seed(t)
	for seed := first; seed < first+evenings; seed++ {
		synctest.Test(t, func(t *testing.T) { evening(t, rand.New(rand.NewPCG(seed, 1))) })
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// evening shows some pictures, and lets the panel sleep in between.
func evening(t *testing.T, r *rand.Rand) {
	chip := emu.New(emu.Opts{})
	p := rig(t, chip, chip.Port())
	b := display.NewBitmap(p.Bounds().Max)
	for range 1 + r.IntN(8) {
		scribble(r, b)
		mode := display.Partial
		if r.IntN(3) == 0 {
			mode = display.Full
		}
		if err := show(p, b, mode); err != nil {
			t.Fatal(err)
		}
		if d := differ(chip, b); d != "" {
			t.Fatalf("after a %v update: %s", mode, d)
		}
		if r.IntN(5) == 0 {
			if err := p.Sleep(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if f := chip.Faults(); len(f) > 0 {
		t.Fatalf("against the data sheet: %s", strings.Join(f, "; "))
	}
}

// The controls: the test above must notice a lost command or a flipped bit. Only 45 may be lost:
// its rows matter when the counter wraps around, which the driver does not let happen.
func TestDamageIsSeen(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestSchedulerAndPanel")
	for _, command := range []byte{0x24, 0x26, 0x44, 0x4E, 0x4F, 0x32, 0x20, 0x21} {
		t.Run(fmt.Sprintf("without command %02X", command), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				chip := emu.New(emu.Opts{})
				chip.Ignore(command)
				damaged(t, rig(t, chip, chip.Port()), chip)
			})
		})
	}
	t.Run("with a flipped bit", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			chip := emu.New(emu.Opts{})
			damaged(t, rig(t, chip, flipper{chip.Port()}), chip)
		})
	})
}

func damaged(t *testing.T, p *waveshare.Panel, chip *emu.Chip) {
	t.Helper()
	b := display.NewBitmap(p.Bounds().Max)
	seen := ""
	for i := range 3 {
		b.Fill(image.Rect(20*i, 30, 20*i+50, 70+i), i != 1)
		if err := show(p, b, display.Partial); err != nil {
			t.Fatal(err)
		}
		seen += differ(chip, b)
	}
	if seen == "" {
		t.Error("the panel shows the picture nevertheless")
	}
}

// A flipper is a bus that flips a bit in every row of a picture.
type flipper struct{ spi.Port }

func (f flipper) Connect(hz physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := f.Port.Connect(hz, mode, bits)
	return flipping{c}, err
}

type flipping struct{ spi.Conn }

func (f flipping) Tx(w, r []byte) error {
	if len(w) == 16 {
		w[5] ^= 0x10
	}
	return f.Conn.Tx(w, r)
}

func TestBusyStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := emu.New(emu.Opts{})
		p := rig(t, chip, chip.Port())
		b := display.NewBitmap(p.Bounds().Max)
		if err := show(p, b, display.Full); err != nil {
			t.Fatal(err)
		}
		chip.StickBusy(true)
		for _, mode := range []display.Mode{display.Partial, display.Full} {
			b.Fill(image.Rect(10, 10, 90, 90), true)
			start := time.Now()
			err := show(p, b, mode)
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "BUSY stays high") {
				t.Fatalf("got %v, want BUSY stays high", err)
			}
			if took := time.Since(start); took > 16*time.Second {
				t.Errorf("the error came after %v, the deadline is 15 s", took)
			}
		}
		chip.StickBusy(false)
		time.Sleep(time.Second) // bubble: BUSY falls
		full := chip.Updates(display.Full)
		if err := show(p, b, display.Partial); err != nil {
			t.Fatal(err)
		}
		if d := differ(chip, b); d != "" {
			t.Error(d)
		}
		if got, want := chip.Updates(display.Full), full+1; got != want {
			t.Errorf("%d full updates after the trouble, want %d", got, want)
		}
	})
}

// Two callers never get into the driver at the same time: the controller would get a command while
// it is busy, or one cut in two.
func TestCallsWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := emu.New(emu.Opts{})
		p := rig(t, chip, chip.Port())
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				b := display.NewBitmap(p.Bounds().Max)
				b.Fill(image.Rect(i*10, 0, i*10+9, 100), true)
				if err := show(p, b, display.Partial); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if f := chip.Faults(); len(f) > 0 {
			t.Error(strings.Join(f, "; "))
		}
		chip.StickBusy(true)
		wg.Go(func() {
			if err := show(p, display.NewBitmap(p.Bounds().Max), display.Full); err == nil {
				t.Error("a stuck panel shows a picture")
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := p.Sleep(ctx); err == nil || !strings.Contains(err.Error(), "another call goes on") {
			t.Errorf("while a call hangs, another one gives %v", err)
		}
		wg.Wait()
	})
}

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := emu.New(emu.Opts{})
		p := rig(t, chip, chip.Port())
		b := display.NewBitmap(p.Bounds().Max)
		for range 2 {
			if err := show(p, b, display.Partial); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := p.Sleep(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			if got, want := chip.Asleep(), true; got != want {
				t.Errorf("asleep: %v, want %v", got, want)
			}
		}
		if got, want := chip.Updates(display.Full), 2; got != want {
			t.Errorf("%d full updates, want %d: one after each waking", got, want)
		}
		if f := chip.Faults(); len(f) > 0 {
			t.Error(strings.Join(f, "; "))
		}
	})
}

func TestWrongSize(t *testing.T) {
	chip := emu.New(emu.Opts{})
	p := rig(t, chip, chip.Port())
	if err := p.Show(context.Background(), display.NewBitmap(image.Pt(122, 250)), display.Full); err == nil {
		t.Error("a picture of the wrong size is shown")
	}
}

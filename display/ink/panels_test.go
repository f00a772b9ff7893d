package ink_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ink"
	"arbiter/display/ssd168x"
	"arbiter/display/uc8179"
	"arbiter/engine/enginetest/tier"
)

// A chip is an emulated controller with its panel.
type chip interface {
	Port(most int) spi.Port
	DC() gpio.PinOut
	CS() gpio.PinOut
	Reset() gpio.PinOut
	Power() gpio.PinOut
	Busy() gpio.PinIn
	Glass() *display.Bitmap
	RAM(command byte) *display.Bitmap
	Updates(display.Mode) int
	Asleep() bool
	Faults() []string
	Ignore(command byte)
	StickBusy(bool)
	CutBusy(bool)
	LoseResets(int)
	Blackout()
}

// A kind is a large panel: its chip, its driver, the commands that bring the
// new and the old picture, and the level of BUSY at work.
type kind struct {
	chip     func(emu.Opts) chip
	open     func(spi.Port, ink.Pins, bool) (display.Panel, error)
	now, was byte
	work     gpio.Level
}

func kinds() map[string]kind {
	return map[string]kind{
		"7.5": {
			func(o emu.Opts) chip { return emu.NewUC8179(o) },
			func(p spi.Port, pins ink.Pins, turned bool) (display.Panel, error) {
				return uc8179.New(p, pins, uc8179.Opts{Turned: turned})
			}, 0x13, 0x10, gpio.Low,
		},
		"5.83": {
			func(o emu.Opts) chip { return emu.NewUC8179Of("5.83v2", o) },
			func(p spi.Port, pins ink.Pins, turned bool) (display.Panel, error) {
				m, err := uc8179.Find("5.83v2")
				if err != nil {
					return nil, err
				}
				return uc8179.New(p, pins, uc8179.Opts{Model: m, Turned: turned})
			}, 0x13, 0x10, gpio.Low,
		},
		"4.26": {
			func(o emu.Opts) chip {
				all := emu.Models()
				return emu.NewSSD168x(all[len(all)-1], o)
			},
			func(p spi.Port, pins ink.Pins, turned bool) (display.Panel, error) {
				m, err := ssd168x.Find("4.26")
				if err != nil {
					return nil, err
				}
				return ssd168x.New(p, pins, ssd168x.Opts{Model: m, Turned: turned})
			}, 0x24, 0x26, gpio.High,
		},
	}
}

// forEach runs a test for each kind of panel, in a synctest bubble.
func forEach(t *testing.T, f func(*testing.T, kind)) {
	for name, k := range kinds() {
		t.Run(name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { f(t, k) }) })
	}
}

// A desk is a panel wired to its emulated controller.
type desk struct {
	t     *testing.T
	kind  kind
	chip  chip
	panel display.Panel
	turn  bool
}

// wiring is how a desk differs from the usual one.
type wiring struct {
	gated, turned bool
	most          int
	busy          func(gpio.PinIn) gpio.PinIn
	times         emu.Opts
}

func newDesk(t *testing.T, k kind, w wiring) *desk {
	t.Helper()
	c := k.chip(w.times)
	pins := ink.Pins{DC: c.DC(), CS: c.CS(), Reset: c.Reset(), Busy: c.Busy()}
	if w.gated {
		pins.Power = c.Power()
	}
	if w.busy != nil {
		pins.Busy = w.busy(pins.Busy)
	}
	p, err := k.open(c.Port(w.most), pins, w.turned)
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t, k, c, p, w.turned}
}

// show shows a picture as the Scheduler does, with a deadline.
func (d *desk) show(b *display.Bitmap, m display.Mode) error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return d.panel.Show(ctx, b, m)
}

func (d *desk) sleep() {
	d.t.Helper()
	if err := d.panel.Sleep(context.Background()); err != nil {
		d.t.Fatal(err)
	}
}

// wrong says how glass and memory differ from a picture, or what was sent in violation of the data
// sheet.
func (d *desk) wrong(b *display.Bitmap) string {
	want := b
	if d.turn {
		want = around(b)
	}
	if got := d.chip.Glass(); !got.Equal(want) {
		return fmt.Sprintf("glass differs in %v", got.Diff(want))
	}
	written := want.Bounds()
	if c, ok := d.chip.(interface{ Window() image.Rectangle }); ok {
		written = c.Window() // nothing else is sent
	}
	memory := d.chip.RAM(d.kind.now)
	for y := written.Min.Y; y < written.Max.Y; y++ {
		for x := written.Min.X; x < written.Max.X; x++ {
			if memory.Black(x, y) != want.Black(x, y) {
				return fmt.Sprintf("memory differs in (%d,%d)", x, y)
			}
		}
	}
	if f := d.chip.Faults(); len(f) > 0 {
		return "against the data sheet: " + strings.Join(f[:min(len(f), 3)], "; ")
	}
	return ""
}

func around(b *display.Bitmap) *display.Bitmap {
	size := b.Bounds().Max
	turned := display.NewBitmap(size)
	for y := range size.Y {
		for x := range size.X {
			turned.Set(size.X-1-x, size.Y-1-y, b.Black(x, y))
		}
	}
	return turned
}

// play shows random pictures, full and partial ones, and lets the panel sleep or
// lose its power in between. It returns the first thing that is wrong.
func (d *desk) play(r *rand.Rand, pictures int) string {
	b := display.NewBitmap(d.panel.Bounds().Max)
	var last *display.Bitmap
	for i := range pictures {
		// A picture that changes nothing is not sent to a memory that a blackout has emptied.
		for last = last.Copy(b); b.Equal(last); {
			for range 1 + r.IntN(6) {
				x, y := r.IntN(800), r.IntN(480)
				b.Fill(image.Rect(x, y, x+1+r.IntN(200), y+1+r.IntN(90)), r.IntN(2) == 0)
			}
		}
		mode := display.Partial
		if r.IntN(5) == 0 {
			mode = display.Full
		}
		if err := d.show(b, mode); err != nil {
			return err.Error()
		}
		if w := d.wrong(b); w != "" {
			return fmt.Sprintf("after picture %d, %v: %s", i, mode, w)
		}
		switch r.IntN(12) {
		case 0:
			d.sleep()
		case 1:
			d.chip.Blackout()
		}
	}
	return ""
}

// Whatever is shown, in whatever order, the glass shows the picture, and nothing was sent to a busy
// controller.
func TestTwoHundredPictures(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestADeadPanelIsANotice")
	pictures, seed := tier.Of(t, tier.Readers, "pictures", 20, 200, 2_000), tier.Seed(t)
	forEach(t, func(t *testing.T, k kind) {
		for i, w := range []wiring{{most: 4096}, {gated: true, turned: true, most: 64}} {
			d := newDesk(t, k, w)
			if wrong := d.play(rand.New(rand.NewPCG(seed, uint64(i))), pictures/2); wrong != "" {
				t.Errorf("%+v: %s", w, wrong)
			}
			if d.chip.Updates(display.Full) == 0 || d.chip.Updates(display.Partial) < pictures/4 {
				t.Errorf("%d full and %d partial updates say little", d.chip.Updates(display.Full), d.chip.Updates(display.Partial))
			}
		}
	})
}

// The controls: a panel that is deaf to a command does not show the picture.
func TestALeftOutCommandIsSeen(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestADeadPanelIsANotice")
	forEach(t, func(t *testing.T, k kind) {
		deaf := []byte{k.now, k.was, 0x20, 0x11, 0x44}
		if k.now == 0x13 {
			deaf = []byte{k.now, k.was, 0x12, 0x04, 0x61, 0x00, 0x90, 0x91, 0x92} // 50 is about the border
		}
		for _, command := range deaf {
			d := newDesk(t, k, wiring{})
			d.chip.Ignore(command)
			if d.play(rand.New(rand.NewPCG(1, uint64(command))), 8) == "" {
				t.Errorf("without command %02X nothing is wrong", command)
			}
		}
	})
}

// A partial update of the 7.5" panel drives only what has changed, in whole bytes, whichever way
// the panel hangs: when a seat tells its energy, one lane is updated and nothing else.
func TestWindowOfAnUpdate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for turned, want := range map[bool]image.Rectangle{false: image.Rect(8, 100, 56, 140), true: image.Rect(744, 340, 792, 380)} {
			d := newDesk(t, kinds()["7.5"], wiring{turned: turned})
			b := display.NewBitmap(d.panel.Bounds().Max)
			for i, mode := range []display.Mode{display.Full, display.Partial, display.Full} {
				b.Fill(image.Rect(13, 100, 50, 120+10*i), i%2 == 0)
				b.Fill(image.Rect(13, 139, 50, 140), i%2 == 0)
				if err := d.show(b, mode); err != nil {
					t.Fatal(err)
				}
				got, want := d.chip.(*emu.UC8179).Window(), want
				if mode == display.Full {
					want = b.Bounds()
				}
				if got != want {
					t.Errorf("turned %v, %v: %v was driven, want %v", turned, mode, got, want)
				}
				if w := d.wrong(b); w != "" {
					t.Error(w)
				}
			}
		}
	})
}

// hasty is a BUSY pin that reports the end of work too soon.
type hasty struct {
	gpio.PinIn
	work gpio.Level
	told *bool
}

func (h hasty) Read() gpio.Level {
	*h.told = !*h.told
	return h.work == gpio.Level(*h.told)
}

// The control of BUSY: a driver that does not wait for it is noticed.
func TestHasteIsSeen(t *testing.T) {
	forEach(t, func(t *testing.T, k kind) {
		d := newDesk(t, k, wiring{
			busy:  func(p gpio.PinIn) gpio.PinIn { return hasty{p, k.work, new(bool)} },
			times: emu.Opts{Full: 10 * time.Second, Other: 100 * time.Millisecond},
		})
		b := display.NewBitmap(d.panel.Bounds().Max)
		for range 2 {
			b.Fill(image.Rect(3, 4, 400, 300), true)
			if err := d.show(b, display.Full); err != nil {
				t.Log(err)
			}
		}
		if f := strings.Join(d.chip.Faults(), "; "); !strings.Contains(f, "while busy") {
			t.Errorf("faults %q, want one about BUSY", f)
		}
	})
}

// A panel sleeps without power and wakes with the next picture, which may be a
// partial one; without a gate it sleeps, too.
func TestPowerGate(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestADeadPanelIsANotice")
	forEach(t, func(t *testing.T, k kind) {
		for _, gated := range []bool{true, false} {
			d := newDesk(t, k, wiring{gated: gated})
			b := display.NewBitmap(d.panel.Bounds().Max)
			for i := range 4 {
				b.Fill(image.Rect(90*i, 20, 90*i+50, 400), true)
				if err := d.show(b, display.Partial); err != nil {
					t.Fatal(err)
				}
				if w := d.wrong(b); w != "" {
					t.Error(w)
				}
				for range 2 {
					d.sleep()
				}
				if !d.chip.Asleep() {
					t.Error("the panel is awake")
				}
			}
			if got, want := d.chip.Updates(display.Full), 1; got != want {
				t.Errorf("%d full updates, want %d", got, want)
			}
		}
	})
}

// If a driver leaves the gate shut, its commands go nowhere, which is noticed.
func TestAShutGateIsSeen(t *testing.T) {
	forEach(t, func(t *testing.T, k kind) {
		d := newDesk(t, k, wiring{})
		d.chip.Power() // nobody drives it
		err := d.show(display.NewBitmap(d.panel.Bounds().Max), display.Full)
		if f := strings.Join(d.chip.Faults(), "; "); err == nil && !strings.Contains(f, "without power") {
			t.Errorf("a panel without power shows a picture; faults %q", f)
		}
	})
}

// A dead panel is reported in time, whatever is wrong with it, and gets a full update once it is
// repaired.
func TestADeadPanel(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestADeadPanelIsANotice")
	for name, c := range map[string]struct {
		breaks func(chip, bool)
		want   func(error) bool
	}{
		"stuck": {chip.StickBusy, func(err error) bool {
			return errors.Is(err, context.DeadlineExceeded) && strings.Contains(err.Error(), "BUSY stays")
		}},
		"cut": {chip.CutBusy, func(err error) bool { return errors.Is(err, ink.ErrSilent) }},
		"asleep": {func(c chip, on bool) {
			if on {
				c.LoseResets(1)
			}
		}, func(err error) bool { return strings.Contains(err.Error(), "BUSY stays") }},
	} {
		t.Run(name, func(t *testing.T) {
			forEach(t, func(t *testing.T, k kind) {
				d := newDesk(t, k, wiring{})
				b := display.NewBitmap(d.panel.Bounds().Max)
				if err := d.show(b, display.Full); err != nil {
					t.Fatal(err)
				}
				d.sleep()
				c.breaks(d.chip, true)
				b.Fill(image.Rect(10, 10, 90, 90), true)
				start := time.Now()
				if err := d.show(b, display.Partial); err == nil || !c.want(err) {
					t.Errorf("got %v", err)
				}
				if took := time.Since(start); took > 21*time.Second {
					t.Errorf("the error came after %v, the deadline is 20 s", took)
				}
				c.breaks(d.chip, false)
				time.Sleep(5 * time.Second) // bubble: what was begun ends
				if err := d.show(b, display.Partial); err != nil {
					t.Fatal(err)
				}
				if !d.chip.Glass().Equal(b) {
					t.Error("the glass is not the picture")
				}
			})
		})
	}
}

// With Scheduler and panel together, a panel that dies causes one notice, and one more when it is
// back; the last picture is shown in the end.
func TestADeadPanelIsANotice(t *testing.T) {
	forEach(t, func(t *testing.T, k kind) {
		d := newDesk(t, k, wiring{gated: true, most: 4096})
		var notices []error
		s := display.NewScheduler(d.panel, display.EInk(), func(err error) { notices = append(notices, err) })
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx) }()
		b := display.NewBitmap(s.Bounds().Max)
		for i := range 60 {
			synctest.Wait() // nothing breaks in the middle of a transaction
			d.chip.StickBusy(20 <= i && i < 40)
			b.Fill(image.Rect(7*i, i, 7*i+30, i+200), i%3 > 0)
			s.Submit(b)
			time.Sleep(3 * time.Second) // bubble: until the next picture
		}
		time.Sleep(time.Minute) // bubble: the last picture is shown
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if len(notices) != 2 || notices[0] == nil || notices[1] != nil {
			t.Errorf("notices %v, want the trouble and its end", notices)
		}
		if w := d.wrong(b); w != "" && !strings.HasPrefix(w, "memory") {
			t.Error(w)
		}
		if !d.chip.Asleep() {
			t.Error("in the end the panel is awake")
		}
	})
}

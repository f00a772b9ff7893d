package ssd168x_test

import (
	"context"
	"fmt"
	"image"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/spi"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ink"
	"arbiter/display/ssd168x"
	"arbiter/engine/enginetest/tier"
)

// The models of the driver and of the emulator are separate tables, so that they do not share
// mistakes.
func model(t testing.TB, name string) (ssd168x.Model, emu.Model) {
	t.Helper()
	m, err := ssd168x.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range emu.Models() {
		if e.Name == name {
			return m, e
		}
	}
	t.Fatalf("no emulated panel %s", name)
	return m, emu.Model{}
}

// A desk is a panel wired to its emulated controller.
type desk struct {
	chip  *emu.SSD168x
	panel *ink.Panel
	turn  display.Turn
}

func newDesk(t testing.TB, name string, turned bool, most int) *desk {
	t.Helper()
	m, e := model(t, name)
	chip := emu.NewSSD168x(e, emu.Opts{})
	d := &desk{chip: chip}
	if turned {
		d.turn = display.Around
	}
	d.panel = d.wire(t, m, turned, chip.Port(most))
	if got, want := d.panel.Bounds().Max, chip.Size(); got != want {
		t.Fatalf("%s: the driver says %v, the panel has %v", name, got, want)
	}
	return d
}

func (d *desk) wire(t testing.TB, m ssd168x.Model, turned bool, port spi.Port) *ink.Panel {
	t.Helper()
	pins := ink.Pins{DC: d.chip.DC(), CS: d.chip.CS(), Reset: d.chip.Reset(), Busy: d.chip.Busy()}
	p, err := ssd168x.New(port, pins, ssd168x.Opts{Model: m, Turned: turned})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// show shows a picture as the Scheduler does, with a deadline.
func (d *desk) show(b *display.Bitmap, m display.Mode) error {
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	return d.panel.Show(ctx, b, m)
}

// seen returns a picture of the chip as somebody sees it on a panel mounted this way.
func (d *desk) seen(b *display.Bitmap) *display.Bitmap {
	if d.turn == display.Upright {
		return b
	}
	turned := display.NewBitmap(b.Bounds().Max)
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			turned.Set(b.Bounds().Dx()-1-x, b.Bounds().Dy()-1-y, b.Black(x, y))
		}
	}
	return turned
}

// differ says how memory and glass differ from what they should be after an update to b: 0x24 and
// the glass hold the picture; 0x26 holds the one before or, after a full update, either of the two.
func (d *desk) differ(b *display.Bitmap, was *display.Bitmap) string {
	for _, c := range []struct {
		name      string
		got, want *display.Bitmap
	}{{"RAM 24", d.chip.RAM(0x24), b}, {"glass", d.chip.Glass(), b}, {"RAM 26", d.chip.RAM(0x26), was}} {
		if got := d.seen(c.got); !got.Equal(c.want) {
			return fmt.Sprintf("%s differs in %v", c.name, got.Diff(c.want))
		}
	}
	if f := d.chip.Faults(); len(f) > 0 {
		return "against the data sheet: " + strings.Join(f, "; ")
	}
	return ""
}

func scribble(r *rand.Rand, b *display.Bitmap) {
	size := b.Bounds().Max
	for range r.IntN(6) {
		x, y := r.IntN(size.X), r.IntN(size.Y)
		b.Fill(image.Rect(x, y, x+1+r.IntN(60), y+1+r.IntN(60)), r.IntN(2) == 0)
	}
}

// evening shows some pictures, full and partial ones, and lets the panel sleep
// or lose its memory in between. It returns the first thing that is wrong.
func (d *desk) evening(r *rand.Rand) string {
	b := display.NewBitmap(d.panel.Bounds().Max)
	was := b
	for i := range 2 + r.IntN(7) {
		scribble(r, b)
		mode := display.Mode(r.IntN(2))
		updates := d.chip.Updates(display.Full) + d.chip.Updates(display.Partial)
		if err := d.show(b, mode); err != nil {
			return err.Error()
		}
		old := was
		switch now := d.chip.Updates(display.Full) + d.chip.Updates(display.Partial); {
		case now == updates && mode == display.Partial && b.Equal(was) && i > 0:
			continue // nothing has changed, and nothing was sent
		case now != updates+1:
			return fmt.Sprintf("%d updates for one picture", now-updates)
		case mode == display.Full || i == 0:
			old = b
		}
		if diff := d.differ(b, old); diff != "" {
			return fmt.Sprintf("after picture %d, %v: %s", i, mode, diff)
		}
		was = new(display.Bitmap).Copy(b)
		switch r.IntN(8) {
		case 0, 1:
			if err := d.panel.Sleep(context.Background()); err != nil {
				return err.Error()
			}
		case 2:
			d.chip.Blackout()
		}
	}
	return ""
}

var (
	names = []string{"1.54", "2.13v3", "2.13v4", "2.7v2", "2.9v2", "4.2v2", "4.26"}
	reds  = []string{"2.13bv4", "2.66b", "2.9bv4", "4.2bv2"}
)

// Whatever is shown, in whatever order, memory and glass hold the picture.
func TestThePanelShowsThePicture(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestSchedulerAndPanel")
	evenings, first := uint64(tier.Of(t, tier.Readers, "evenings", 3, 12, 1_000)), tier.Seed(t)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			for seed := first; seed < first+evenings; seed++ {
				synctest.Test(t, func(t *testing.T) {
					most := []int{0, 64, 4096}[seed%3]
					if wrong := newDesk(t, name, seed%2 == 1, most).evening(rand.New(rand.NewPCG(seed, 1))); wrong != "" {
						t.Errorf("seed %d: %s", seed, wrong)
					}
				})
			}
		})
	}
}

// The controls: the test above must notice a driver that leaves out a command, above all the old
// picture, though not every time, since not every evening has a partial update. The counters (4E,
// 4F) may be left out: they wrap around to their start.
func TestWhatADriverLeavesOutIsSeen(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestSchedulerAndPanel")
	left := map[string][]byte{
		"2.13v4": {0x24, 0x26, 0x20, 0x21, 0x22, 0x44, 0x18},
		"2.9v2":  {0x26, 0x32},
		"2.7v2":  {0x26, 0x24},
		"4.2v2":  {0x26, 0x21},
		"1.54":   {0x26, 0x24},
	}
	for name, commands := range left {
		for _, command := range commands {
			t.Run(fmt.Sprintf("%s without %02X", name, command), func(t *testing.T) {
				wrong := 0
				for seed := range uint64(6) {
					synctest.Test(t, func(t *testing.T) {
						d := newDesk(t, name, false, 0)
						d.chip.Ignore(command)
						if d.evening(rand.New(rand.NewPCG(seed, 2))) != "" {
							wrong++
						}
					})
				}
				if got, least := wrong, 2; got < least {
					t.Errorf("%d of 6 evenings are seen to be wrong, want at least %d", got, least)
				}
			})
		}
	}
}

// A driver that does not send the old picture leaves ghosts on the glass, apart from what it leaves
// in the memory.
func TestWithoutTheOldPictureGhostsStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "4.2v2", false, 0)
		d.chip.Ignore(0x26)
		for i := range 4 {
			b := display.NewBitmap(d.panel.Bounds().Max)
			b.Fill(image.Rect(40*i, 20, 40*i+90, 200), true)
			if err := d.show(b, display.Partial); err != nil {
				t.Fatal(err)
			}
			if i > 0 && d.chip.Glass().Equal(b) {
				t.Errorf("picture %d has no ghost: the emulator does not tell", i)
			}
		}
	})
}

// The error for an unknown panel names it, and the known ones.
func TestFind(t *testing.T) {
	if _, err := ssd168x.Find("7.5"); err == nil || !strings.Contains(err.Error(), "2.9v2, 4.2bv2, 4.2v2, 4.26") {
		t.Errorf("got %v", err)
	}
	got := map[bool][]string{}
	for _, m := range ssd168x.Models() {
		got[m.Red()] = append(got[m.Red()], m.String())
	}
	if want := map[bool][]string{false: names, true: reds}; !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("models %v, want %v: names and reds of this file list them", got, want)
	}
}

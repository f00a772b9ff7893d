package ssd168x_test

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

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ink"
	"arbiter/engine/enginetest/tier"
)

// redEvening shows some pictures with red on a panel that has it, and returns the first thing that
// is wrong.
func (d *desk) redEvening(r *rand.Rand) string {
	b := display.NewBitmap(d.panel.Bounds().Max)
	black, red := &display.Bitmap{}, &display.Bitmap{}
	for i := range 3 {
		if r.IntN(3) == 0 {
			b.Clear()
		}
		scribble(r, b)
		b.Fill(image.Rect(i, 0, 9, 9), i%2 == 0)
		x, y := r.IntN(b.Bounds().Dx()), r.IntN(b.Bounds().Dy())
		b.Accent(image.Rect(x-20, y-20, x+90, y+50)) // beyond the edges, too
		b.Fill(image.Rect(x, y, x+30, y+1), true)
		ctx, cancel := context.WithTimeout(context.Background(), display.Red().Deadline)
		err := d.panel.Show(ctx, b, display.Full)
		cancel()
		if err != nil {
			return err.Error()
		}
		b.Separate(black, red)
		if got := d.seen(d.chip.Glass()); !got.Equal(b) {
			return fmt.Sprintf("picture %d: the glass differs in %v", i, got.Diff(b))
		}
		if got := d.seen(d.chip.Reds()); !got.Equal(red) || red.Equal(display.NewBitmap(b.Bounds().Max)) {
			return fmt.Sprintf("picture %d: what is red differs in %v", i, got.Diff(red))
		}
		if f := d.chip.Faults(); len(f) > 0 {
			return "against the data sheet: " + strings.Join(f, "; ")
		}
		switch r.IntN(4) {
		case 0:
			if err := d.panel.Sleep(context.Background()); err != nil {
				return err.Error()
			}
		case 1:
			d.chip.Blackout()
		}
	}
	return ""
}

// Whatever is shown, what is accented is red, and the rest is black and white.
func TestRedPanelsShowThePicture(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestSchedulerAndPanel")
	evenings, first := uint64(tier.Of(t, tier.Readers, "evenings", 2, 6, 300)), tier.Seed(t)
	for _, name := range reds {
		t.Run(name, func(t *testing.T) {
			for seed := first; seed < first+evenings; seed++ {
				synctest.Test(t, func(t *testing.T) {
					if wrong := newDesk(t, name, seed%2 == 1, 4096).redEvening(rand.New(rand.NewPCG(seed, 4))); wrong != "" {
						t.Errorf("seed %d: %s", seed, wrong)
					}
				})
			}
			for _, command := range []byte{0x24, 0x26, 0x20, 0x18} { // the controls
				synctest.Test(t, func(t *testing.T) {
					d := newDesk(t, name, false, 0)
					d.chip.Ignore(command)
					if d.redEvening(rand.New(rand.NewPCG(1, 5))) == "" {
						t.Errorf("without %02X nothing is wrong", command)
					}
				})
			}
		})
	}
}

// A panel with red gets only full updates, at the pace of such panels, and in the end the last
// picture.
func TestRedPanelsAtTheirPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "2.9bv4", false, 4096)
		var notices []error
		s := display.NewScheduler(d.panel, display.Red(), func(err error) { notices = append(notices, err) })
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx) }()
		b := d.play(s) // 200 pictures in 200 s
		cancel()
		if err := <-ended; err != nil || len(notices) > 2 {
			t.Errorf("error %v, notices %v", err, notices)
		}
		if full, partial := d.chip.Updates(display.Full), d.chip.Updates(display.Partial); partial != 0 || full < 3 || full > 12 {
			t.Errorf("%d full and %d partial updates", full, partial)
		}
		if f := d.chip.Faults(); !d.chip.Glass().Equal(b) || !d.chip.Asleep() || len(f) > 0 {
			t.Errorf("another picture, awake, or against the data sheet: %s", strings.Join(f, "; "))
		}
	})
}

// A panel of another version than given is noticed by how long BUSY lasts, either way; the right
// one is not doubted, even if cold makes it slow.
func TestAnotherVersionIsTold(t *testing.T) {
	for _, tc := range []struct {
		said, is string
		full     time.Duration
		want     error
	}{
		{"2.9v2", "2.9v2", 0, nil}, {"2.9v2", "2.9v2", 8 * time.Second, nil}, {"2.9bv4", "2.9bv4", 0, nil}, {"2.9bv4", "2.9bv4", 40 * time.Second, nil},
		{"2.9v2", "2.9bv4", 0, ink.ErrRed}, {"2.9bv4", "2.9v2", 0, ink.ErrNoRed}, {"4.2v2", "4.2bv2", 23 * time.Second, ink.ErrRed},
	} {
		synctest.Test(t, func(t *testing.T) {
			said, _ := model(t, tc.said)
			_, is := model(t, tc.is)
			d := &desk{chip: emu.NewSSD168x(is, emu.Opts{Full: tc.full})}
			p := d.wire(t, said, false, d.chip.Port(0))
			if p.Doubt() != nil {
				t.Error("doubted before it was seen")
			}
			if err := p.Show(t.Context(), display.NewBitmap(p.Bounds().Max), display.Full); err != nil {
				t.Fatal(err)
			}
			if got := p.Doubt(); !errors.Is(got, tc.want) {
				t.Errorf("a %s that is said to be a %s: %v, want %v", tc.is, tc.said, got, tc.want)
			}
		})
	}
}

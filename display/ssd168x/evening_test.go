package ssd168x_test

import (
	"context"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/display"
)

// Scheduler, driver and controller work together at both paces: BUSY hangs for a minute in the
// middle, the controller loses its power once, and in the end the panel shows the last picture.
func TestSchedulerAndPanel(t *testing.T) {
	for name, tc := range map[string]struct {
		pace display.Pace
		full int // the first one, the one after the trouble, and one for five partial ones
	}{"usual": {display.EInk(), 24}, "calm": {display.Calm(), 2}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, "2.9v2", false, 4096)
				var notices []string
				s := display.NewScheduler(d.panel, tc.pace, func(err error) {
					if err == nil {
						notices = append(notices, "back")
					} else {
						notices = append(notices, err.Error())
					}
				})
				ctx, cancel := context.WithCancel(context.Background())
				ended := make(chan error, 1)
				go func() { ended <- s.Run(ctx) }()
				b := d.play(s)
				if !d.chip.Glass().Equal(b) {
					t.Errorf("the glass differs in %v", d.chip.Glass().Diff(b))
				}
				cancel()
				if err := <-ended; err != nil {
					t.Error(err)
				}
				if got, want := len(notices), 2; got != want || !strings.Contains(notices[0], "BUSY stays high") || notices[1] != "back" {
					t.Errorf("notices %q, want the trouble and its end", notices)
				}
				if f := d.chip.Faults(); !d.chip.Asleep() || len(f) > 0 {
					t.Errorf("asleep: %v; against the data sheet: %s", d.chip.Asleep(), strings.Join(f, "; "))
				}
				if full, partial := d.chip.Updates(display.Full), d.chip.Updates(display.Partial); full > tc.full || partial < full {
					t.Errorf("%d full and %d partial updates, want at most %d full ones", full, partial, tc.full)
				}
			})
		})
	}
}

// play submits 200 pictures, one a second, and returns the last.
func (d *desk) play(s *display.Scheduler) *display.Bitmap {
	b := display.NewBitmap(s.Bounds().Max)
	for i := range 200 {
		synctest.Wait() // nothing breaks in the middle of a transaction
		switch i {
		case 60:
			d.chip.StickBusy(true)
		case 120:
			d.chip.StickBusy(false)
		case 170:
			d.chip.Blackout()
		}
		b.Fill(image.Rect(i, i%100, i+30, i%100+20), i%3 > 0)
		s.Submit(b)
		time.Sleep(time.Second) // bubble: until the next picture
	}
	time.Sleep(20 * time.Second) // bubble: the last picture is shown
	return b
}

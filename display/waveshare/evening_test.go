package waveshare_test

import (
	"context"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbiter/display"
	"arbiter/display/emu"
)

// Scheduler, adapter, driver and controller work together: BUSY hangs for a minute in the middle,
// and in the end the panel shows the last picture.
func TestSchedulerAndPanel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := emu.New(emu.Opts{})
		p := rig(t, chip, chip.Port())
		var notices []string
		s := display.NewScheduler(p, display.Pace{}, func(err error) {
			if err == nil {
				notices = append(notices, "back")
			} else {
				notices = append(notices, err.Error())
			}
		})
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx) }()

		b := display.NewBitmap(s.Bounds().Max)
		for i := range 200 {
			switch i {
			case 60:
				chip.StickBusy(true)
			case 120:
				chip.StickBusy(false)
			}
			b.Fill(image.Rect(i, i%100, i+30, i%100+20), i%3 > 0)
			s.Submit(b)
			time.Sleep(time.Second) // bubble: until the next picture
		}
		time.Sleep(10 * time.Second) // bubble: the last picture is shown
		if d := differ(chip, b); d != "" {
			t.Error(d)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got, want := len(notices), 2; got != want || !strings.Contains(notices[0], "BUSY stays high") || notices[1] != "back" {
			t.Errorf("notices %q, want the trouble and its end", notices)
		}
		if !chip.Asleep() {
			t.Error("the panel was not put to sleep")
		}
		if f := chip.Faults(); len(f) > 0 {
			t.Errorf("against the data sheet: %s", strings.Join(f, "; "))
		}
		if full, partial := chip.Updates(display.Full), chip.Updates(display.Partial); partial > 5*full || partial < full {
			t.Errorf("%d full and %d partial updates", full, partial)
		}
	})
}

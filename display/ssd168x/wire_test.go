package ssd168x_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/display"
	"arbiter/display/emu"
	"arbiter/display/ink"
	"arbiter/display/ssd168x"
	"arbiter/engine/enginetest/tier"
)

// A slowPort is a bus that takes its time: 2 microseconds for a byte.
type slowPort struct{ spi.Port }

func (p slowPort) Connect(f physic.Frequency, m spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.Port.Connect(f, m, bits)
	return slowConn{c}, err
}

type slowConn struct{ spi.Conn }

// MaxTxSize is small, so that what is sent is cut into pieces that take 1 ms.
func (slowConn) MaxTxSize() int { return 512 }

func (c slowConn) Tx(w, r []byte) error {
	time.Sleep(time.Duration(len(w)) * 2 * time.Microsecond) // bubble: the bytes on the bus
	return c.Conn.Tx(w, r)
}

// An outage cuts the BUSY wire during an update, and reconnects it.
type outage struct {
	asleep   bool // the controller must be woken
	mode     display.Mode
	cut, end time.Duration // after the update was asked for
}

// survive puts a panel that shows a picture through an outage, shows the next pictures like a
// Scheduler, again and again until there is no error, and returns what is wrong on the glass.
func (o outage) survive(t *testing.T, other time.Duration) string {
	m, e := model(t, "1.54")
	chip := emu.NewSSD168x(e, emu.Opts{Other: other})
	pins := ink.Pins{DC: chip.DC(), CS: chip.CS(), Reset: chip.Reset(), Busy: chip.Busy()}
	panel, err := ssd168x.New(slowPort{chip.Port(0)}, pins, ssd168x.Opts{Model: m})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{chip: chip, panel: panel}
	b := display.NewBitmap(panel.Bounds().Max)
	show := func(m display.Mode) (wrong string) {
		for range 20 {
			if err = d.show(b, m); err == nil {
				if !chip.Glass().Equal(b) {
					return fmt.Sprintf("the glass differs in %v", chip.Glass().Diff(b))
				}
				return ""
			}
			time.Sleep(250 * time.Millisecond) // bubble: until the next try
		}
		return err.Error()
	}
	b.Fill(image.Rect(0, 0, 200, 90), true)
	if wrong := show(display.Full); wrong != "" {
		return "before: " + wrong
	}
	if o.asleep {
		if err := panel.Sleep(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	cut := time.AfterFunc(o.cut, func() { chip.CutBusy(true) })
	mend := time.AfterFunc(o.end, func() { chip.CutBusy(false) })
	defer func() { cut.Stop(); mend.Stop() }()
	for i := range 3 {
		b.Fill(image.Rect(30*i, 20, 30*i+60, 190), i%2 == 0)
		mode := o.mode
		if i > 0 {
			mode = display.Partial
		}
		if wrong := show(mode); wrong != "" {
			return fmt.Sprintf("picture %d: %s", i, wrong)
		}
	}
	return ""
}

// outages are cuts at every moment of an update, of every length, in steps of a millisecond or
// more, as long as something happens.
func outages() (all []outage) {
	begins := []time.Duration{0, 1, 3, 5, 12, 24, 26, 30, 36, 46, 52, 60, 68, 75, 90, 200, 320, 700, 1500, 2060, 2100}
	lengths := []time.Duration{2, 15, 43, 61, 99, 400, 1800, 4100}
	for _, begin := range begins {
		for i, length := range lengths {
			mode := display.Mode((i + int(begin)) % 2)
			all = append(all, outage{(i/2+int(begin))%2 == 0, mode, begin * time.Millisecond, (begin + length) * time.Millisecond})
		}
	}
	return all
}

// A BUSY wire that comes back leaves no mixture of two pictures: after a call without an error the
// glass shows the picture.
func TestAWireThatComesBack(t *testing.T) {
	all := outages()
	n := tier.Of(t, tier.Readers, "outages", 24, len(all), len(all))
	for i := range n {
		o := all[i*len(all)/n]
		synctest.Test(t, func(t *testing.T) {
			if wrong := o.survive(t, 0); wrong != "" {
				t.Errorf("%+v: %s", o, wrong)
			}
		})
	}
}

// The control: a controller that is deaf after a reset for longer than the driver assumes shows
// mixtures, which the test above would notice.
func TestAMixtureIsSeen(t *testing.T) {
	tier.Unraced(t, "goroutines of a panel meet in TestSchedulerAndPanel")
	wrong := ""
	for _, o := range outages() {
		synctest.Test(t, func(t *testing.T) { wrong = o.survive(t, 55*time.Millisecond) })
		if wrong != "" {
			return
		}
	}
	t.Error("no outage leaves a mixture: the test would not see one")
}

// After a silence the picture is sent twice, both memories each time, and after that only once
// again.
func TestAfterASilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, "2.13v4", false, 0)
		b := display.NewBitmap(d.panel.Bounds().Max)
		d.chip.CutBusy(true)
		if err := d.show(b, display.Full); !errors.Is(err, ssd168x.ErrSilent) {
			t.Fatalf("got %v, want %v", err, ssd168x.ErrSilent)
		}
		d.chip.CutBusy(false)
		time.Sleep(10 * time.Second) // bubble: longer than any update
		for _, want := range []int{2, 1} {
			b.Fill(image.Rect(0, 0, 10*want, 40), true)
			before := d.chip.Updates(display.Full)
			if err := d.show(b, display.Full); err != nil {
				t.Fatal(err)
			}
			if got := d.chip.Updates(display.Full) - before; got != want {
				t.Errorf("%d updates, want %d", got, want)
			}
			if wrong := d.differ(b, b); wrong != "" {
				t.Error(wrong)
			}
		}
	})
}

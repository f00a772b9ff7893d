package pn532_test

import (
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"arbiter/hw"
	"arbiter/hw/emu/picc"
	chip "arbiter/hw/emu/pn532"
	"arbiter/hw/pn532"
	"arbiter/hw/readertest"
)

// plugged is what an emulated board on a bus can do in addition.
type plugged interface {
	Plug() error
	Unplug() error
}

// buses are the ways to wire a board to a bus.
var buses = map[string]func(*chip.Chip) (plugged, func() (io.ReadWriteCloser, error)){
	"I2C": func(c *chip.Chip) (plugged, func() (io.ReadWriteCloser, error)) {
		b := c.OnI2C()
		return b, onI2C(b)
	},
	"I2C that keeps a frame after its status": func(c *chip.Chip) (plugged, func() (io.ReadWriteCloser, error)) {
		b := c.OnI2C()
		b.Keeps = true
		return b, onI2C(b)
	},
	"I2C that is shy of its address": func(c *chip.Chip) (plugged, func() (io.ReadWriteCloser, error)) {
		b := c.OnI2C()
		b.Shy = 3
		return b, onI2C(b)
	},
	"SPI": func(c *chip.Chip) (plugged, func() (io.ReadWriteCloser, error)) {
		b := c.OnSPI()
		return b, func() (io.ReadWriteCloser, error) { return pn532.OnSPI(b, 0) }
	},
}

func onI2C(b i2c.BusCloser) func() (io.ReadWriteCloser, error) {
	return func() (io.ReadWriteCloser, error) { return pn532.OnI2C(b), nil }
}

// onBuses tests a reader on each bus with its usual deadlines, on a virtual clock.
func onBuses(t *testing.T, f func(t *testing.T, b bench)) {
	t.Helper()
	for name, wire := range buses {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				board, open := wire(b.chip)
				b.plugIn, b.pull = board.Plug, board.Unplug
				b.start(pn532.Open("purple-1", name, pn532.Opts{Open: open}))
				f(t, b)
			})
		})
	}
}

// What the reader does on a serial line it also does on each bus.
func TestOnBuses(t *testing.T) {
	onBuses(t, func(t *testing.T, b bench) {
		b.expect(nil)
		model, err := b.r.Chip(t.Context())
		if want := "PN532, firmware 1.6"; err != nil || model != want {
			t.Errorf("identified as %q, %v; want %q", model, err, want)
		}
		var all []*picc.Tag
		var uids []string
		for _, u := range []string{"00112233445566778899", one, two, "DEADBEEF"} {
			all, uids = append(all, tag(t, u)), append(uids, u)
			b.field.Place(all[len(all)-1])
			b.expect(nil, uids...)
		}
		for i, x := range all {
			b.field.Lift(x)
			b.expect(nil, uids[i+1:]...)
		}
	})
}

// An answer that is longer than what is read at first is read whole.
func TestLongAnswersOnBuses(t *testing.T) {
	onBuses(t, func(t *testing.T, b bench) {
		u, err := hw.ParseUID(one)
		if err != nil {
			t.Fatal(err)
		}
		b.field.Place(tag(t, one))
		want := []byte("what is written on twelve pages of a card: 48 b")
		want = append(want, '.')
		for i := range len(want) / 4 {
			if err := b.r.WritePage(t.Context(), u, 6+i, [4]byte(want[4*i:])); err != nil {
				t.Fatal(err)
			}
		}
		got, err := b.r.ReadPages(t.Context(), u, 6, len(want)/4)
		if err != nil || string(got) != string(want) {
			t.Errorf("read %q, %v; want %q", got, err, want)
		}
	})
}

// What goes wrong on a serial line also goes wrong on a bus, and is overcome in the same way.
func TestTroubleOnBuses(t *testing.T) {
	onBuses(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		b.expect(nil, one)
		for name, f := range map[string]func(){
			"halves":   func() { b.chip.Halve(1) },
			"no ack":   func() { b.chip.LoseACKs(1) },
			"brownout": b.chip.Brownout,
		} {
			f()
			b.recover(one)
			t.Logf("%s: overcome", name)
		}
		b.chip.Lag(60 * time.Millisecond)
		b.expect(nil, one)
		b.chip.Lag(0)
		b.chip.Flip(0.2, 0.05)
		right := 0
		for range 200 {
			switch got, err := b.scan(); {
			case err == nil && !slices.Equal(got, []string{one}) && len(got) > 0:
				t.Fatalf("found %v", got)
			case err == nil && len(got) == 1:
				right++
			}
		}
		b.chip.Flip(0, 0)
		b.recover(one)
		if right < 50 {
			t.Errorf("the card was found %d times of 200", right)
		}
		b.chip.Silence(true)
		b.fails(hw.ErrNoReader)
		b.chip.Silence(false)
		b.recover(one)
		b.chip.SetFirmware([4]byte{0x31, 2, 4, 7})
		b.chip.Brownout()
		b.fails(hw.ErrForeign)
		b.chip.SetFirmware([4]byte{chip.IC, 1, 6, 7})
		b.recover(one)
	})
}

func TestReconnectsOnBuses(t *testing.T) {
	onBuses(t, func(t *testing.T, b bench) {
		b.field.Place(tag(t, one))
		readertest.Reconnects(t, 20, readertest.Rig{Reader: b.r, Card: one, Pull: b.pull, Plug: b.plugIn})
	})
}

// A bus that the system takes away is reopened.
func TestABusThatGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		board := &leaving{I2C: b.chip.OnI2C()}
		opened := 0
		b.plugIn, b.pull = board.Plug, board.Unplug
		b.start(pn532.Open("purple-1", "I2C1", pn532.Opts{Open: func() (io.ReadWriteCloser, error) {
			opened++
			return pn532.OnI2C(board), nil
		}}))
		b.field.Place(tag(t, one))
		b.expect(nil, one)
		board.gone.Store(true)
		b.fails(hw.ErrNoReader)
		board.gone.Store(false)
		b.recover(one)
		if opened < 2 {
			t.Errorf("the bus was opened %d times", opened)
		}
	})
}

type leaving struct {
	*chip.I2C
	gone atomic.Bool
}

func (l *leaving) Tx(addr uint16, w, r []byte) error {
	if l.gone.Load() {
		return syscall.ENODEV
	}
	return l.I2C.Tx(addr, w, r)
}

// A bus is left alone as long as no answer is due.
func TestABusAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		board := &counting{I2C: b.chip.OnI2C()}
		b.plugIn, b.pull = board.Plug, board.Unplug
		b.start(pn532.Open("purple-1", "I2C1", pn532.Opts{Open: onI2C(board)}))
		b.expect(nil)
		before := board.n.Load()
		time.Sleep(time.Minute) // of the virtual clock
		if n := board.n.Load() - before; n != 0 {
			t.Errorf("%d transfers in a minute in which nobody asks", n)
		}
		b.expect(nil)
		if board.n.Load() == before {
			t.Error("a scan makes no transfer")
		}
	})
}

type counting struct {
	*chip.I2C
	n atomic.Int32
}

func (c *counting) Tx(addr uint16, w, r []byte) error {
	c.n.Add(1)
	return c.I2C.Tx(addr, w, r)
}

// A port that cannot do what the chip needs says so, and is closed.
func TestAPortThatCannot(t *testing.T) {
	p := &refusing{SPI: chip.New(picc.NewField(1), 1).OnSPI()}
	if _, err := pn532.OnSPI(p, 10*physic.MegaHertz); !errors.Is(err, syscall.EINVAL) || !p.closed {
		t.Errorf("error %v, closed: %v", err, p.closed)
	}
}

type refusing struct {
	*chip.SPI
	closed bool
}

func (r *refusing) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) {
	return nil, syscall.EINVAL
}

func (r *refusing) Close() error {
	r.closed = true
	return nil
}

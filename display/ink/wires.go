// Package ink has what e-ink panels share: the wires of a controller, which are bus,
// DC, RST, BUSY and the power gate, with a deadline for every wait; and what a panel
// remembers from one update to the next. What is sent is the matter of the packages
// that know a controller.
package ink

import (
	"context"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// To be confirmed on the panels.
const (
	speed    = 4 * physic.MegaHertz  // the controllers take 20 MHz, long wires do not
	pulse    = 2 * time.Millisecond  // of the reset; some boards take a longer one for switching off
	charge   = 50 * time.Millisecond // from switching the power on until the voltages stand
	look     = 2 * time.Millisecond  // between two looks at BUSY
	rise     = 20 * time.Millisecond // until BUSY tells of work that has begun
	patience = 30 * time.Second      // for BUSY, if a call has no deadline
	bulk     = 4096                  // bytes at once, where the bus tells no limit: that of Linux

	// Settle is how long a controller is deaf after a reset; data sheets ask for
	// 10 ms.
	Settle = 20 * time.Millisecond
)

// ErrSilent means that BUSY never told of work although an update was begun: no
// panel is there, or BUSY is not wired.
var ErrSilent = errors.New("the panel does not answer: BUSY never told of work; check its cable")

// Pins are the wires beside the bus. CS is nil if the bus drives it, Power if the
// panel always has power.
type Pins struct {
	DC, CS, Reset, Power gpio.PinOut
	Busy                 gpio.PinIn
}

// Wires send commands to a controller. The first error sticks until Begin.
type Wires struct {
	conn conn.Conn
	most int // bytes at once
	pins Pins
	work gpio.Level // of BUSY while the controller works

	ctx     context.Context
	err     error
	deaf    time.Time // until then the controller may be at work, whatever BUSY says
	powered bool
}

// Connect takes port and pins into use and sends nothing. BUSY has the level work
// while the controller works: the families differ in it.
func Connect(port spi.Port, pins Pins, work gpio.Level) (*Wires, error) {
	if pins.DC == nil || pins.Reset == nil || pins.Busy == nil {
		return nil, errors.New("the pins DC, RST and BUSY are needed")
	}
	if err := pins.Busy.In(gpio.PullNoChange, gpio.NoEdge); err != nil {
		return nil, fmt.Errorf("BUSY: %w", err)
	}
	c, err := port.Connect(speed, spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("bus: %w", err)
	}
	w := &Wires{conn: c, most: bulk, pins: pins, work: work, ctx: context.Background()}
	if l, ok := c.(conn.Limits); ok && l.MaxTxSize() > 0 {
		w.most = l.MaxTxSize()
	}
	return w, nil
}

// Begin starts a call, which gives up when ctx ends.
func (w *Wires) Begin(ctx context.Context) { w.ctx, w.err = ctx, nil }

// Err returns what went wrong since Begin.
func (w *Wires) Err() error { return w.err }

// fail keeps the first error.
func (w *Wires) fail(doing string, err error) {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("%s: %w", doing, err)
	}
}

// Command sends a command and its data.
func (w *Wires) Command(c byte, data ...byte) {
	w.send(gpio.Low, []byte{c})
	w.send(gpio.High, data)
}

// send sends bytes, in pieces that the bus takes, as commands or as data.
func (w *Wires) send(kind gpio.Level, b []byte) {
	if len(b) == 0 || w.err != nil {
		return
	}
	if w.fail("send", w.ctx.Err()); w.err != nil {
		return
	}
	w.fail("DC", w.pins.DC.Out(kind))
	w.choose(gpio.Low)
	for len(b) > 0 && w.err == nil {
		n := min(len(b), w.most)
		w.fail("send", w.conn.Tx(b[:n], nil))
		b = b[n:]
	}
	w.choose(gpio.High)
}

// choose drives the chip select, if the bus does not.
func (w *Wires) choose(l gpio.Level) {
	if w.pins.CS != nil {
		w.fail("CS", w.pins.CS.Out(l))
	}
}

// Reset gives the panel power, wakes the controller and clears its registers.
func (w *Wires) Reset() {
	w.deaf = time.Time{}
	w.powerUp()
	w.fail("RST", w.pins.Reset.Out(gpio.High))
	w.Pause(pulse)
	w.fail("RST", w.pins.Reset.Out(gpio.Low))
	w.Pause(pulse)
	w.fail("RST", w.pins.Reset.Out(gpio.High))
	w.Pause(Settle)
	w.Ready()
}

// powerUp opens the power gate. It is driven each time: whoever had the pin before
// may have left it low.
func (w *Wires) powerUp() {
	if w.pins.Power == nil {
		return
	}
	w.fail("PWR", w.pins.Power.Out(gpio.High))
	if !w.powered {
		w.Pause(charge)
	}
	w.powered = w.err == nil
}

// PowerDown closes the power gate, if there is one. The other wires go low first:
// a chip without a supply would take its current from them.
func (w *Wires) PowerDown() {
	if w.pins.Power == nil || w.err != nil {
		return
	}
	w.fail("DC", w.pins.DC.Out(gpio.Low))
	w.fail("RST", w.pins.Reset.Out(gpio.Low))
	w.fail("PWR", w.pins.Power.Out(gpio.Low))
	w.powered = false
}

// Pause waits, or gives up.
func (w *Wires) Pause(d time.Duration) {
	if w.err != nil || d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-w.ctx.Done():
		w.fail("wait", w.ctx.Err())
	}
}

// Ready waits until BUSY tells of no work, and until an update has had its time: a
// wire that is cut may tell anything. It looks again and again: what waits for
// edges differs between hosts.
func (w *Wires) Ready() {
	w.Pause(time.Until(w.deaf))
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	for w.err == nil && w.pins.Busy.Read() == w.work {
		if err := ctx.Err(); err != nil {
			w.fail("BUSY stays "+levelName(w.work), err)
			return
		}
		time.Sleep(look)
	}
}

func levelName(l gpio.Level) string {
	if l == gpio.High {
		return "high"
	}
	return "low"
}

// Worked waits until BUSY has told of work and tells of none any more. Where that
// is before its time, the next call waits the rest: it may come from a wire that
// was cut.
func (w *Wires) Worked(takes time.Duration) {
	w.deaf = time.Time{}
	defer func(begin time.Time) { w.deaf = begin.Add(takes) }(time.Now())
	for end := time.Now().Add(rise); w.err == nil && w.pins.Busy.Read() != w.work; time.Sleep(look / 4) {
		if time.Now().After(end) {
			w.err = ErrSilent
		}
	}
	w.Ready()
}

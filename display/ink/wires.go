// Package ink has what e-ink panels share: the wires of a controller (bus, DC, RST, BUSY and the
// power gate), with a deadline for every wait; and what a panel remembers from one update to the
// next. What is sent is up to the packages for the controllers.
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
	pulse    = 2 * time.Millisecond  // of the reset; some boards take a longer pulse for switching off
	charge   = 50 * time.Millisecond // from switching the power on until the voltages have settled
	look     = 2 * time.Millisecond  // between two looks at BUSY
	rise     = 20 * time.Millisecond // until BUSY shows that work has begun
	patience = 30 * time.Second      // for BUSY, if a call has no deadline; red ink is slow: redPatience
	bulk     = 4096                  // bytes in a transfer if the bus gives no limit: that of Linux

	// Settle is how long a controller ignores commands after a reset; data sheets ask for 10 ms.
	Settle = 20 * time.Millisecond
)

// ErrSilent means that BUSY never showed any work although an update was started: there is no
// panel, or BUSY is not wired.
var ErrSilent = errors.New("the panel does not answer: BUSY never told of work; check its cable")

// Pins are the wires beside the bus. CS is nil if the bus drives it, Power is nil if the panel is
// always powered.
type Pins struct {
	DC, CS, Reset, Power gpio.PinOut
	Busy                 gpio.PinIn
}

// Wires send commands to a controller. The first error sticks until Begin.
type Wires struct {
	conn conn.Conn
	most int // bytes at once
	pins Pins
	work gpio.Level // level of BUSY while the controller works

	ctx      context.Context
	err      error
	deaf     time.Time     // until then the controller may be at work, whatever BUSY says
	patience time.Duration // for BUSY
	worked   time.Duration // how long BUSY showed the last work that Worked has waited for
	powered  bool
}

// Connect takes port and pins into use and sends nothing. BUSY has the level work while the
// controller works, which differs between families.
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
	w := &Wires{conn: c, most: bulk, pins: pins, work: work, patience: patience, ctx: context.Background()}
	if l, ok := c.(conn.Limits); ok && l.MaxTxSize() > 0 {
		w.most = l.MaxTxSize()
	}
	return w, nil
}

// Begin starts a call, which is given up when ctx ends.
func (w *Wires) Begin(ctx context.Context) { w.ctx, w.err = ctx, nil }

// Err returns the first error since Begin.
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

// send sends bytes as commands or as data, in pieces that fit the bus.
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

// choose drives the chip select, unless the bus does.
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

// powerUp switches the power gate on. It drives the pin each time, because the previous user of the
// pin may have left it low.
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

// PowerDown switches the power gate off, if there is one. The other wires go low first, because a
// chip without a supply would draw current from them.
func (w *Wires) PowerDown() {
	if w.pins.Power == nil || w.err != nil {
		return
	}
	w.fail("DC", w.pins.DC.Out(gpio.Low))
	w.fail("RST", w.pins.Reset.Out(gpio.Low))
	w.fail("PWR", w.pins.Power.Out(gpio.Low))
	w.powered = false
}

// Pause waits for d, or until the call is given up.
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

// Ready waits until BUSY shows no work and an update has had its time, since a disconnected wire
// may show anything. It polls, because waiting for edges differs between hosts.
func (w *Wires) Ready() {
	w.Pause(time.Until(w.deaf))
	ctx, cancel := context.WithTimeout(w.ctx, w.patience)
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

// Worked waits until BUSY has shown work and shows none any more. If that is earlier than the work
// can be done, the next call waits for the rest of the time: the signal may come from a
// disconnected wire.
func (w *Wires) Worked(takes time.Duration) {
	w.deaf = time.Time{}
	defer func(begin time.Time) { w.deaf, w.worked = begin.Add(takes), time.Since(begin) }(time.Now())
	for end := time.Now().Add(rise); w.err == nil && w.pins.Busy.Read() != w.work; time.Sleep(look / 4) {
		if time.Now().After(end) {
			w.err = ErrSilent
		}
	}
	w.Ready()
}

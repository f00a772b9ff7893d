package ssd168x

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
	settle   = 20 * time.Millisecond // after a reset the controller is deaf; data sheets ask for 10 ms
	look     = 2 * time.Millisecond  // between two looks at BUSY
	rise     = 20 * time.Millisecond // until BUSY is high after an update has begun
	patience = 30 * time.Second      // for BUSY, if a call has no deadline
	bulk     = 4096                  // bytes at once, where the bus tells no limit: that of Linux
)

// ErrSilent means that BUSY never rose although an update was begun: no panel is
// there, or BUSY is not wired.
var ErrSilent = errors.New("the panel does not answer: BUSY never rose; check its cable")

// Wires send commands to a controller. The first error sticks until begin.
type wires struct {
	conn conn.Conn
	most int // bytes at once
	pins Pins

	ctx  context.Context
	err  error
	deaf time.Time // until then the controller may be at work, whatever BUSY says
}

func connect(port spi.Port, pins Pins) (*wires, error) {
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
	w := &wires{conn: c, most: bulk, pins: pins, ctx: context.Background()}
	if l, ok := c.(conn.Limits); ok && l.MaxTxSize() > 0 {
		w.most = l.MaxTxSize()
	}
	return w, nil
}

// begin starts a call, which gives up when ctx ends.
func (w *wires) begin(ctx context.Context) { w.ctx, w.err = ctx, nil }

// fail keeps the first error.
func (w *wires) fail(doing string, err error) {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("%s: %w", doing, err)
	}
}

// command sends a command and its data.
func (w *wires) command(c byte, data ...byte) {
	w.send(gpio.Low, []byte{c})
	w.send(gpio.High, data)
}

// send sends bytes, in pieces that the bus takes, as commands or as data.
func (w *wires) send(kind gpio.Level, b []byte) {
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
func (w *wires) choose(l gpio.Level) {
	if w.pins.CS != nil {
		w.fail("CS", w.pins.CS.Out(l))
	}
}

// reset wakes the controller and clears its registers.
func (w *wires) reset() {
	w.deaf = time.Time{}
	w.fail("RST", w.pins.Reset.Out(gpio.High))
	w.pause(pulse)
	w.fail("RST", w.pins.Reset.Out(gpio.Low))
	w.pause(pulse)
	w.fail("RST", w.pins.Reset.Out(gpio.High))
	w.pause(settle)
	w.ready()
	w.command(softReset)
	w.pause(settle)
	w.ready()
}

// pause waits, or gives up.
func (w *wires) pause(d time.Duration) {
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

// ready waits until BUSY is low, and until an update has had its time: a wire that
// is cut is low, too. It looks again and again: what waits for edges differs
// between hosts.
func (w *wires) ready() {
	w.pause(time.Until(w.deaf))
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	for w.err == nil && w.pins.Busy.Read() == gpio.High {
		if err := ctx.Err(); err != nil {
			w.fail("BUSY stays high", err)
			return
		}
		time.Sleep(look)
	}
}

// worked waits until BUSY has been high and is low again. Where BUSY goes low
// before its time, the next call waits the rest: it may come from a wire that was
// cut.
func (w *wires) worked(takes time.Duration) {
	w.deaf = time.Time{}
	defer func(begin time.Time) { w.deaf = begin.Add(takes) }(time.Now())
	for end := time.Now().Add(rise); w.err == nil && w.pins.Busy.Read() == gpio.Low; time.Sleep(look / 4) {
		if time.Now().After(end) {
			w.err = ErrSilent
		}
	}
	w.ready()
}

package mfrc522

import (
	"time"

	"periph.io/x/conn/v3/physic"

	"arbiter/hw/emu/picc"
)

// Pace is how long things take. With the zero Pace nothing takes time: a virtual timer decides at
// once between an answer and a timeout.
type Pace struct {
	Call time.Duration    // for each transaction, besides its bits
	Bus  physic.Frequency // of the bus; 0: bits take no time
	Air  bool             // frames, answers and the timer take their time
	Wake time.Duration    // a tag hears nothing until this long after the field came on
	Fade time.Duration    // a tag forgets nothing if the field was off for less than this

	Sleep func(time.Duration) // lets time pass; nil: time.Sleep, for a virtual clock
}

// Real returns the pace of a chip on a Raspberry Pi: 35 us for a system call (an estimate that
// hardware must confirm) and the times of ISO/IEC 14443.
func Real(bus physic.Frequency) Pace {
	return Pace{Call: 35 * time.Microsecond, Bus: bus, Air: true, Wake: 4900 * time.Microsecond, Fade: 5 * time.Millisecond}
}

// Times on the air at 106 kbit/s (ISO/IEC 14443-3, 6.2; NTAG213 10.5).
const (
	bitTime   = 9440 * time.Nanosecond
	delayTime = 91 * time.Microsecond // from a frame to its answer
	writeTime = 4100 * time.Microsecond
)

// SetPace sets the chip's pace from now on. Time is that of a testing/synctest bubble, or real
// time.
func (c *Chip) SetPace(p Pace) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pace = p
}

// spend waits for the duration of one transaction.
func (c *Chip) spend(bytes int) {
	c.mu.Lock()
	p := c.pace
	c.mu.Unlock()
	d := p.Call
	if p.Bus > 0 {
		d += time.Duration(8*bytes) * p.Bus.Period()
	}
	if p.Sleep == nil {
		p.Sleep = time.Sleep
	}
	if d > 0 {
		p.Sleep(d)
	}
}

// pending is an outcome that takes effect when it is due.
type pending struct {
	due       time.Time
	answer    picc.Bits // without bits: the timer runs out
	collision int
}

// expect schedules the outcome of a frame.
func (c *Chip) expect(frame, answer picc.Bits, collision int) {
	o := pending{answer: answer, collision: collision}
	if !c.pace.Air {
		c.settle(o)
		return
	}
	now := time.Now()
	sent := now.Add(onAir(frame.N))
	if o.due = sent.Add(c.timer()); answer.N > 0 {
		start := sent.Add(delayTime)
		if answer.N == 4 && frame.Data[0] == 0xA2 {
			start = sent.Add(writeTime)
		}
		if !c.timed() || !start.After(o.due) {
			o.due = start.Add(onAir(answer.N))
		} else {
			o.answer = picc.Bits{} // too late
		}
	}
	c.pending = &o
}

// onAir returns how long n bits take: each byte has a parity bit, each frame a start and an end
// bit.
func onAir(n int) time.Duration { return time.Duration(n+n/8+2) * bitTime }

// elapse applies what is due.
func (c *Chip) elapse() {
	if c.pending == nil || time.Now().Before(c.pending.due) {
		return
	}
	o := *c.pending
	c.pending = nil
	c.settle(o)
}

func (c *Chip) settle(o pending) {
	c.regs[rComIrq] |= irqTx
	if o.answer.N > 0 {
		c.receive(o.answer, o.collision)
	} else if c.timed() {
		c.regs[rComIrq] |= irqTimer
	}
}

// timed reports whether the timer starts automatically after a frame (8.5).
func (c *Chip) timed() bool { return c.regs[rTMode]&autoStart != 0 }

// timer returns how long the timer runs (8.5).
func (c *Chip) timer() time.Duration {
	prescaler := int(c.regs[rTMode]&0x0F)<<8 | int(c.regs[rTPrescaler])
	reload := int(c.regs[rTReloadH])<<8 | int(c.regs[rTReloadL])
	return time.Duration((2*prescaler+1)*(reload+1)) * time.Microsecond * 100 / 1356
}

// radiate switches the field. If it was off too briefly, tags do not notice.
func (c *Chip) radiate(on bool) {
	if c.radiates == on {
		return
	}
	now := time.Now()
	if on && now.Sub(c.since) < c.pace.Fade {
		c.field.Resume()
	} else {
		c.field.Power(on)
	}
	c.radiates, c.since = on, now
}

// reaches reports whether the field has been on for long enough.
func (c *Chip) reaches() bool {
	return c.radiates && time.Since(c.since) >= c.pace.Wake
}

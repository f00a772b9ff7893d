// Package rc522 is an hw.Reader for boards with NXP's MFRC522 on SPI.
//
// It uses periph's register layer (mfrc522/commands.LowLevel) and puts its own ISO/IEC 14443-3
// inventory on top: several tags, UIDs of 4, 7 and 10 bytes, every answer checked. It needs no IRQ
// wire, and every wait has a limit. Section numbers are those of the NXP data sheet MFRC522,
// revision 3.9.
package rc522

import (
	"context"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw"
	"arbiter/hw/iso14443"
	"arbiter/hw/ntag"
)

// Opts are the values that depend on board and antenna. Zero fields take the
// defaults.
type Opts struct {
	Gain    int           // receiver gain 1 (18 dB) to 7 (48 dB), 9.3.3.6
	PowerUp time.Duration // from field on to the first request
	Rest    time.Duration // field off between two inventories

	// Neighborhood is shared by the readers that must not radiate at the same time; nil
	// is for a reader without neighbors.
	Neighborhood *hw.Neighborhood
	// Speed limits the speed of the port, up to MaxSpeed.
	Speed physic.Frequency
	// Sleep sleeps while a frame and its answer are on the air, for 0.1 to 1 ms. The default is the
	// kernel's sleep; tests with a virtual clock set their own.
	Sleep func(time.Duration)
}

// MaxSpeed is the most that the chip supports (8.1.2).
const MaxSpeed = 10 * physic.MegaHertz

// Values that can only be determined on hardware; the bench checklist in hw/README.md says how.
const (
	// DefaultSpeed is what half a meter of wire with several boards on it can carry, and the same
	// as behind a mux. 4 MHz would save 0.2 ms of a scan. Hardware must confirm it.
	DefaultSpeed = 2 * physic.MegaHertz
	// DefaultGain is 33 dB. Hardware must confirm it: with too much a reader sees its neighbor's
	// card, with too little it misses its own.
	DefaultGain = 4
	// DefaultPowerUp is what the standard allows a tag for waking up (ISO/IEC 14443-3, 5). Hardware
	// must confirm that less is not enough.
	DefaultPowerUp = 5 * time.Millisecond
	// DefaultRest is the shortest reset of a tag (ISO/IEC 14443-3, 5.1 ms field off). Hardware must
	// confirm it for the cards in use.
	DefaultRest = 5100 * time.Microsecond
	// wakeUp is how long a chip needs after a soft reset. Hardware must confirm it: the data sheet
	// (8.8.2) gives only the oscillator's start.
	wakeUp = time.Millisecond
	// timerPrescaler and timerReload make ticks of 25 us and 0.4 ms until a tag counts as silent
	// (8.5). The timer stops at an answer's fifth bit, 0.14 ms after the frame; NXP's own library
	// allows as much. Hardware must confirm the margin.
	timerPrescaler = 0xA9
	timerReload    = 16
	// timerTick is the tick that timerPrescaler makes of 13.56 MHz.
	timerTick = 25 * time.Microsecond
	// finish is how long a frame and its answer may take before the chip counts as dead; the
	// longest take 2 ms. Hardware must confirm it.
	finish = 10 * time.Millisecond
	// glance is the pause between two looks at a busy chip. Hardware must confirm it: shorter ones
	// find an answer earlier but take processor and bus from others.
	glance = 100 * time.Microsecond
)

// refresh is after how many scans the chip is set up again in any case, because a disturbed
// register can make it deaf.
const refresh = 50

// Reader is one board. All methods but Close are safe for concurrent use.
type Reader struct {
	ntag.Memory // its cards

	name  string
	chip  *commands.LowLevel
	bus   *bus
	opts  Opts
	ready bool          // the chip has our values
	timer time.Duration // until a tag counts as silent, in the chip
	scans int           // scans since it got our values
	tags  int           // tags found by the last scan
	off   time.Time     // since when the field has been off
	roll  iso14443.Roll
}

var _ hw.Memory = (*Reader)(nil)

// Open takes an open SPI port and the pin at the board's RST, which is only ever driven high; nil
// means that RST is tied to 3.3 V. It connects the port but does not ask the chip: a missing board
// is reported by Scan, and may appear later. The caller still has to close the port, after the
// Reader.
func Open(name string, port spi.Port, reset gpio.PinOut, o Opts) (*Reader, error) {
	if reset == nil {
		reset = noReset{gpio.INVALID}
	}
	o = o.withDefaults()
	if o.Gain < 1 || o.Gain > 7 {
		return nil, fmt.Errorf("reader %s: gain %d is not 1 to 7", name, o.Gain)
	}
	b := &bus{Port: port, speed: o.Speed}
	chip, err := commands.NewLowLevelSPI(b, reset, nil)
	if err != nil {
		return nil, fmt.Errorf("reader %s: %w", name, err)
	}
	r := &Reader{name: name, chip: chip, bus: b, opts: o}
	r.Memory.ByTalk = r.Talk
	return r, nil
}

func (o Opts) withDefaults() Opts {
	if o.Gain == 0 {
		o.Gain = DefaultGain
	}
	if o.PowerUp == 0 {
		o.PowerUp = DefaultPowerUp
	}
	if o.Rest == 0 {
		o.Rest = DefaultRest
	}
	if o.Neighborhood == nil {
		o.Neighborhood = hw.NewNeighborhood()
	}
	if o.Speed == 0 {
		o.Speed = DefaultSpeed
	}
	if o.Sleep == nil {
		o.Sleep = nap
	}
	return o
}

// Name returns the reader's name in the rig.
func (r *Reader) Name() string { return r.name }

// Close switches the field off. A reader that does not answer is closed too.
func (r *Reader) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := r.opts.Neighborhood.Enter(ctx); err != nil {
		return fmt.Errorf("reader %s: %w", r.name, err)
	}
	defer r.opts.Neighborhood.Leave()
	return r.chip.DevWrite(commands.TxControlReg, fieldOff)
}

// patience is how long Close waits for a scan that was given up.
const patience = time.Second

// Scan powers the field, takes the inventory and switches the field off again. A chip that was away
// is set up again as soon as it answers, and so is, before the next scan, a chip that misses a tag,
// so that a register that lost its value cannot make a card leave.
func (r *Reader) Scan(ctx context.Context) (uids []hw.UID, err error) {
	if err := r.opts.Neighborhood.Enter(ctx); err != nil {
		return nil, err
	}
	defer r.opts.Neighborhood.Leave()
	err = r.powered(ctx, func() error {
		uids, err = r.roll.Call(ctx, link{r})
		return ofReader(err)
	})
	r.scans++
	if len(uids) < r.tags || r.scans >= refresh {
		r.ready = false
	}
	r.tags = len(uids)
	return uids, err
}

// Talk selects a card, which may be one of several, lets f talk to it, and returns what f returns.
func (r *Reader) Talk(ctx context.Context, u hw.UID, f func(ntag.Exchange) error) error {
	if err := r.opts.Neighborhood.Enter(ctx); err != nil {
		return err
	}
	defer r.opts.Neighborhood.Leave()
	return r.powered(ctx, func() error {
		switch err := iso14443.Present(ctx, link{r}, u); {
		case errors.Is(err, iso14443.ErrSilence):
			return fmt.Errorf("%w: %v", hw.ErrNoCard, u)
		case err != nil:
			return ofReader(err)
		}
		return f(func(command []byte, within time.Duration) ([]byte, error) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			answer, err := iso14443.Exchange(link{r}, command, within)
			return answer, ofReader(err)
		})
	})
}

// powered calls f with the field on, and checks the chip afterwards.
func (r *Reader) powered(ctx context.Context, f func() error) (err error) {
	defer func() {
		if errors.Is(err, hw.ErrIO) || errors.Is(err, hw.ErrNoReader) {
			r.ready = false
		}
	}()
	if err := r.wake(ctx); err != nil {
		return err
	}
	if err := hw.Pause(ctx, r.opts.Rest-time.Since(r.off)); err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, r.write(commands.TxControlReg, fieldOff))
		r.off = time.Now()
	}()
	if err := r.write(commands.TxControlReg, fieldOn); err != nil {
		return err
	}
	if err := hw.Pause(ctx, r.opts.PowerUp); err != nil {
		return err
	}
	return f()
}

// ofReader turns trouble with tags into an error of a reader.
func ofReader(err error) error {
	for _, w := range [...]struct{ said, means error }{
		{iso14443.ErrCollision, hw.ErrCollision},
		{iso14443.ErrRefused, hw.ErrRefused},
		{iso14443.ErrGarbled, hw.ErrUnreadable},
		{iso14443.ErrSilence, hw.ErrUnreadable},
	} {
		if errors.Is(err, w.said) {
			return fmt.Errorf("%w: %w", w.means, err)
		}
	}
	return err
}

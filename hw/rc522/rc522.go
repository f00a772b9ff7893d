// Package rc522 is an hw.Reader for boards with NXP's MFRC522 on SPI.
//
// It uses periph's register layer (mfrc522/commands.LowLevel) and puts its own
// ISO/IEC 14443-3 inventory on top: several tags, UIDs of 4, 7 and 10 bytes,
// every answer checked. It needs no IRQ wire and waits for nothing without an
// end. It does not read tag memory. Section numbers are those of the NXP data
// sheet MFRC522, revision 3.9.
package rc522

import (
	"context"
	"errors"
	"fmt"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/devices/v3/mfrc522/commands"

	"arbiter/hw"
	"arbiter/hw/iso14443"
)

// Opts are the values that depend on board and antenna. Zero fields take the
// defaults.
type Opts struct {
	Gain    int           // receiver gain 1 (18 dB) to 7 (48 dB), 9.3.3.6
	PowerUp time.Duration // from field on to the first request
	Rest    time.Duration // field off between two inventories
}

// Values that only hardware can settle; the bench checklist in hw/README.md
// says how.
const (
	// DefaultGain is 33 dB. Hardware must confirm it: too much reads the
	// neighbor's card, too little misses one's own.
	DefaultGain = 4
	// DefaultPowerUp is what the standard gives a tag to wake (ISO/IEC
	// 14443-3, 5). Hardware must confirm that less does not do.
	DefaultPowerUp = 5 * time.Millisecond
	// DefaultRest is the shortest reset of a tag (ISO/IEC 14443-3, 5.1 ms
	// field off). Hardware must confirm it for the cards in use.
	DefaultRest = 5100 * time.Microsecond
	// wakeUp is how long a chip needs after a soft reset. Hardware must
	// confirm it: the data sheet (8.8.2) names the oscillator's start only.
	wakeUp = time.Millisecond
	// collCountsAlign says whether CollPos counts the bits below RxAlign.
	// Hardware must confirm it: the data sheet (9.3.1.15) can be read both
	// ways, and a wrong choice fails with three tags, not with two.
	collCountsAlign = false
	// timerPrescaler and timerReload are 25 us a tick and 1 ms until a tag
	// counts as silent (8.5); an answer starts within 0.1 ms. Hardware must
	// confirm the margin.
	timerPrescaler = 0xA9
	timerReload    = 40
	// finish is how long a frame and its answer may take before the chip
	// counts as dead; the longest takes 2 ms. Hardware must confirm it.
	finish = 10 * time.Millisecond
)

// refresh is after how many scans the chip is set up again whatever it says,
// because a disturbed register can make it deaf.
const refresh = 50

// versions are the known values of VersionReg: NXP 1.0 and 2.0, the Fudan
// FM17522 family, and clones seen in the field. Hardware must confirm more.
var versions = [...]byte{0x91, 0x92, 0x88, 0x82, 0xB2, 0x90, 0x12}

// Reader is one board.
type Reader struct {
	name  string
	chip  *commands.LowLevel
	opts  Opts
	ready bool      // the chip has our values
	scans int       // since it got them
	tags  int       // found by the last scan
	off   time.Time // since when the field has been off
}

var _ hw.Reader = (*Reader)(nil)

// Open takes an open SPI port and the pin at the board's RST, which is only
// ever driven high; nil means that RST is tied to 3.3 V. It connects the port
// but does not ask the chip: a missing board shows at Scan, and may come later.
// The port stays the caller's to close, after the Reader.
func Open(name string, port spi.Port, reset gpio.PinOut, o Opts) (*Reader, error) {
	if reset == nil {
		reset = tiedHigh{gpio.INVALID}
	}
	chip, err := commands.NewLowLevelSPI(port, reset, nil)
	if err != nil {
		return nil, fmt.Errorf("reader %s: %w", name, err)
	}
	if o.Gain == 0 {
		o.Gain = DefaultGain
	}
	if o.PowerUp == 0 {
		o.PowerUp = DefaultPowerUp
	}
	if o.Rest == 0 {
		o.Rest = DefaultRest
	}
	if o.Gain < 1 || o.Gain > 7 {
		return nil, fmt.Errorf("reader %s: gain %d is not 1 to 7", name, o.Gain)
	}
	return &Reader{name: name, chip: chip, opts: o}, nil
}

// tiedHigh stands for a reset line without a pin.
type tiedHigh struct{ gpio.PinIO }

func (tiedHigh) Out(gpio.Level) error { return nil }

// Name is the reader's name in the rig.
func (r *Reader) Name() string { return r.name }

// Close switches the field off. A reader that does not answer is closed too.
func (r *Reader) Close() error {
	return r.chip.DevWrite(commands.TxControlReg, fieldOff)
}

// Scan powers the field, takes the inventory and switches the field off again.
// A chip that was away is set up again as soon as it answers. A chip that misses
// a tag is set up again too before the next scan: so a register that lost its
// value cannot make a card leave.
func (r *Reader) Scan(ctx context.Context) ([]hw.UID, error) {
	uids, err := r.inventory(ctx)
	if errors.Is(err, hw.ErrIO) || errors.Is(err, hw.ErrNoReader) {
		r.ready = false
	}
	r.scans++
	if len(uids) < r.tags || r.scans >= refresh {
		r.ready = false
	}
	r.tags = len(uids)
	return uids, err
}

func (r *Reader) inventory(ctx context.Context) (uids []hw.UID, err error) {
	if err := r.wake(ctx); err != nil {
		return nil, err
	}
	if err := pause(ctx, r.opts.Rest-time.Since(r.off)); err != nil {
		return nil, err
	}
	if err := r.write(commands.TxControlReg, fieldOn); err != nil {
		return nil, err
	}
	defer func() {
		r.off = time.Now()
		err = errors.Join(err, r.write(commands.TxControlReg, fieldOff))
	}()
	if err := pause(ctx, r.opts.PowerUp); err != nil {
		return nil, err
	}
	return r.ask(ctx)
}

// ask tells trouble with the tags from trouble with the chip.
func (r *Reader) ask(ctx context.Context) ([]hw.UID, error) {
	uids, err := iso14443.Inventory(ctx, link{r})
	for _, ofTags := range []error{iso14443.ErrUnresolved, iso14443.ErrGarbled, iso14443.ErrSilence} {
		if errors.Is(err, ofTags) {
			return uids, fmt.Errorf("%w: %w", hw.ErrCollision, err)
		}
	}
	return uids, err
}

// wake makes sure that the right chip answers and has our values.
func (r *Reader) wake(ctx context.Context) error {
	if err := r.identify(); err != nil {
		return err
	}
	if r.ready {
		// After a moment without power the chip answers, but has forgotten.
		if v, err := r.read(commands.TReloadRegL); err != nil || v == timerReload {
			return err
		}
		r.ready = false
	}
	r.chip.SetAntennaGain(r.opts.Gain)
	if err := r.chip.Init(); err != nil {
		return r.because(err)
	}
	if err := r.write(commands.TxControlReg, fieldOff); err != nil {
		return err
	}
	r.off = time.Now()
	if err := pause(ctx, wakeUp); err != nil {
		return err
	}
	return r.setUp()
}

// identify reads the version register: it is the only one that cannot be
// confused with an open or shorted line.
func (r *Reader) identify() error {
	v, err := r.read(commands.VersionReg)
	switch {
	case err != nil:
		return err
	case v == 0x00 || v == 0xFF:
		return fmt.Errorf("%w: version register reads %#02x, is the board connected?", hw.ErrNoReader, v)
	}
	for _, known := range versions {
		if v == known {
			return nil
		}
	}
	return fmt.Errorf("%w: version register reads %#02x, which is no MFRC522", hw.ErrIO, v)
}

// because tells a chip that has gone from one that answers nonsense.
func (r *Reader) because(symptom error) error {
	if err := r.identify(); err != nil {
		return err
	}
	return fmt.Errorf("%w: %w", hw.ErrIO, symptom)
}

func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

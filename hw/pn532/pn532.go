// Package pn532 is an hw.Reader for boards with NXP's PN532 on a serial port (HSU), an I2C bus or an
// SPI port, and reads and writes NTAGs.
//
// One inventory finds any number of tags, although the chip numbers only two at a time. The reader
// opens its port itself and reopens it after every loss; every wait has a limit. Section numbers
// are those of the user manual UM0701-02. It is not an NFC stack: it knows type A at 106 kbit/s and
// what a card game needs of it.
package pn532

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"arbiter/hw"
	"arbiter/hw/ntag"
	"arbiter/hw/serialport"
)

// DefaultBaud is the speed of a PN532 for which no other is given.
const DefaultBaud = 115200

// Opts are the values that depend on board and antenna. Zero fields take the
// defaults.
type Opts struct {
	Baud    int           // of the port
	PowerUp time.Duration // from field on to the first request
	Rest    time.Duration // field off between two inventories
	Ack     time.Duration // how long the chip may take to acknowledge a command
	Reply   time.Duration // and for the answer behind it
	// Neighborhood is shared by the readers that must not radiate at the same time; nil means that
	// there are no such neighbors.
	Neighborhood *hw.Neighborhood
	// Open, if set, opens the line in place of the device. It must return what serialport.Start
	// expects; OnI2C and OnSPI do.
	Open func() (io.ReadWriteCloser, error)
}

// Values that can only be determined on hardware; the bench checklist in hw/README.md says how.
const (
	// DefaultPowerUp is what the standard allows a tag for waking up (ISO/IEC 14443-3, 5). Hardware
	// must confirm that less is not enough.
	DefaultPowerUp = 5 * time.Millisecond
	// DefaultRest is the shortest reset of a tag (ISO/IEC 14443-3, 5.1 ms field off). Hardware must
	// confirm it for the cards in use.
	DefaultRest = 5100 * time.Microsecond
)

// refresh is after how many scans the chip is set up again in any case, because losing a value can
// make it deaf.
const refresh = 200

// farewell is how long Close waits for a scan and for the chip.
const farewell = time.Second

// Reader is one board. It is safe for concurrent use.
type Reader struct {
	ntag.Memory // its cards

	name   string
	device string
	opts   Opts

	turn  chan struct{} // holds a token while somebody talks to the chip
	port  *serialport.Port
	lost  bool // the port was lost and must be reopened
	chip  *chip
	ready bool // the chip has our values
	scans int  // since it got them
	model string
	off   time.Time // since when the field has been off
}

var _ hw.Memory = (*Reader)(nil)

// Open returns the reader for a board on a device such as "/dev/ttyUSB0". It does not touch the
// device: a missing board is reported by Scan, and may appear later.
func Open(name, device string, o Opts) *Reader {
	if o.Baud == 0 {
		o.Baud = DefaultBaud
	}
	for v, standard := range map[*time.Duration]time.Duration{
		&o.PowerUp: DefaultPowerUp, &o.Rest: DefaultRest, &o.Ack: DefaultAck, &o.Reply: DefaultReply,
	} {
		if *v == 0 {
			*v = standard
		}
	}
	if o.Neighborhood == nil {
		o.Neighborhood = hw.NewNeighborhood()
	}
	r := &Reader{name: name, device: device, opts: o, turn: make(chan struct{}, 1)}
	r.Memory.ByTalk = r.Talk
	return r
}

// Name returns the reader's name in the rig.
func (r *Reader) Name() string { return r.name }

// Scan powers the field, takes the inventory and switches the field off again. A board that was
// away is opened and set up as soon as it answers.
func (r *Reader) Scan(ctx context.Context) (uids []hw.UID, err error) {
	err = r.session(ctx, func(c *chip) (err error) {
		if err := c.setTiming(ctx, briefly); err != nil {
			return err
		}
		if uids, _, err = c.search(ctx, hw.UID{}); err != nil || len(uids) > 0 {
			return err
		}
		return c.silent(ctx)
	})
	return uids, err
}

// Chip asks the chip what it is. Its errors tell a port without a PN532
// (hw.ErrNoReader) from something else that answers (hw.ErrIO).
func (r *Reader) Chip(ctx context.Context) (model string, err error) {
	err = r.session(ctx, func(*chip) error {
		model = r.model
		return nil
	})
	return model, err
}

// session powers the field for one conversation.
func (r *Reader) session(ctx context.Context, do func(*chip) error) error {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	err := r.powered(ctx, do)
	if troubled(ctx, err) {
		r.ready = false // it is set up again, which begins with the field off
	}
	if errors.Is(err, serialport.ErrGone) {
		r.lost = true
	}
	return err
}

// troubled reports whether the chip, and not the cards, is the trouble. After an interruption it is
// unknown what the chip is doing.
func troubled(ctx context.Context, err error) bool {
	return errors.Is(err, hw.ErrNoReader) || errors.Is(err, hw.ErrIO) || ctx.Err() != nil
}

func (r *Reader) powered(ctx context.Context, do func(*chip) error) error {
	if err := r.connect(ctx); err != nil {
		return err
	}
	if err := hw.Pause(ctx, r.opts.Rest-time.Since(r.off)); err != nil {
		return err
	}
	if err := r.opts.Neighborhood.Enter(ctx); err != nil {
		return err
	}
	defer r.opts.Neighborhood.Leave()
	if err := r.chip.setField(ctx, true); err != nil {
		return err
	}
	if err := hw.Pause(ctx, r.opts.PowerUp); err != nil {
		return err
	}
	err := do(r.chip)
	if troubled(ctx, err) {
		return err
	}
	if off := r.chip.setField(ctx, false); off != nil {
		return errors.Join(err, off)
	}
	r.off = time.Now()
	return err
}

// connect makes sure that the port is open and the chip has our values.
func (r *Reader) connect(ctx context.Context) error {
	if err := r.open(); err != nil {
		return fmt.Errorf("%w: %w", hw.ErrNoReader, err)
	}
	if r.scans++; r.ready && r.scans < refresh {
		return nil
	}
	model, err := r.chip.setUp(ctx)
	if err != nil {
		return err
	}
	r.ready, r.scans, r.model, r.off = true, 0, model, time.Now()
	return nil
}

// open opens the port, unless it is open and works. A lost port must have been released before.
func (r *Reader) open() error {
	if r.port != nil {
		if !r.lost && !r.port.Gone() {
			return nil
		}
		if err := r.port.Close(); err != nil {
			return err
		}
		r.port = nil
	}
	port, err := serialport.From(r.opts.Open, r.device, r.opts.Baud)
	if err != nil {
		return err
	}
	r.port, r.lost, r.ready = port, false, false
	r.chip = &chip{dialog: dialog{line: port, ack: r.opts.Ack, reply: r.opts.Reply}}
	return nil
}

// Close switches the field off and closes the port. A board that does not answer is closed too; one
// that hangs in a scan is left alone.
func (r *Reader) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return fmt.Errorf("reader %s does not come back", r.name)
	}
	if r.port == nil {
		return nil
	}
	if r.ready && !r.lost && !r.port.Gone() {
		_ = r.chip.setField(ctx, false) // it will lose its power, or somebody else will set it up
	}
	port := r.port
	r.port, r.ready = nil, false
	return port.Close()
}

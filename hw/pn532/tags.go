package pn532

import (
	"context"
	"fmt"
	"time"

	"arbiter/hw"
	"arbiter/hw/ntag"
)

// Registers of the contactless interface (data sheet PN532/C1, 8.6.23).
const (
	txMode     = 0x02 // all of them are 63xxh
	rxMode     = 0x03
	bitFraming = 0x3D
	page63     = 0x63

	crcOn = 0x80
	wupa  = 0x52 // 7 bits: all tags, halted ones too (ISO/IEC 14443-3, 6.4.1)
)

// Status of an exchange with a tag (7.1).
const (
	statusMask      = 0x3F
	statusOK        = 0x00
	statusTimeout   = 0x01
	statusBitCount  = 0x04 // in anticollision
	statusCollision = 0x06
	// statusFormat and statusRefused are how the chip reports a tag's refusal. Hardware must
	// confirm it.
	statusFormat  = 0x13
	statusRefused = 0x14
)

// NTAG commands that the chip would interpret as those of another type of tag (NXP NTAG213/215/216,
// chapter 10).
const (
	ntagGetVersion = 0x60
	ntagReadSig    = 0x3C
)

// silent checks that no tag answers a request. An empty list does not prove it, because the chip
// leaves out tags that it could not tell apart. A tag in an unexpected state ignores one request on
// its way back, so there are two.
func (c *chip) silent(ctx context.Context) error {
	if err := c.setFraming(ctx, 0, 7); err != nil {
		return err
	}
	status := byte(statusTimeout)
	for i := 0; i < 2 && status == statusTimeout; i++ {
		a, err := c.command(ctx, inCommunicateThru, wupa)
		switch {
		case err != nil:
			return err
		case len(a) == 0:
			return errStatus
		}
		status = a[0] & statusMask
	}
	if err := c.setFraming(ctx, crcOn, 0); err != nil {
		return err
	}
	switch status {
	case statusTimeout:
		return nil
	case statusCollision, statusBitCount:
		return hw.ErrCollision
	}
	return fmt.Errorf("%w: it answers, and is not listed", hw.ErrUnreadable)
}

var errStatus = fmt.Errorf("%w: an exchange without a status", hw.ErrIO)

// setFraming sets whether frames have a CRC, and how many bits the last byte has.
func (c *chip) setFraming(ctx context.Context, crc, bits byte) error {
	return c.configure(ctx, writeRegister, page63, txMode, crc, page63, rxMode, crc, page63, bitFraming, bits)
}

// exchange sends a command to a listed tag. After a failure the tag is selected again, because it
// may be in an unexpected state.
func (c *chip) exchange(ctx context.Context, tg byte, within time.Duration, tag []byte) ([]byte, error) {
	if err := c.setTiming(ctx, timingFor(within)); err != nil {
		return nil, err
	}
	code, args := byte(inDataExchange), append([]byte{tg}, tag...)
	if tag[0] == ntagGetVersion || tag[0] == ntagReadSig {
		if _, err := c.exchanged(ctx, inSelect, []byte{tg}); err != nil {
			return nil, err
		}
		code, args = inCommunicateThru, tag
	}
	a, err := c.exchanged(ctx, code, args)
	if err != nil {
		if _, err := c.command(ctx, inDeselect, tg); err != nil {
			return nil, err
		}
	}
	return a, err
}

// exchanged sends a command whose answer begins with the status of an exchange.
func (c *chip) exchanged(ctx context.Context, code byte, args []byte) ([]byte, error) {
	a, err := c.command(ctx, code, args...)
	switch {
	case err != nil:
		return nil, err
	case len(a) == 0:
		return nil, errStatus
	}
	switch status := a[0] & statusMask; status {
	case statusOK:
		return a[1:], nil
	case statusFormat, statusRefused:
		return nil, fmt.Errorf("%w: status %02Xh", hw.ErrRefused, status)
	default:
		return nil, fmt.Errorf("%w: status %02Xh", hw.ErrUnreadable, status)
	}
}

// timingFor returns the shortest timing that is long enough, and at least briefly.
func timingFor(within time.Duration) (v byte) {
	const unit = 100 * time.Microsecond
	v = briefly
	for v < longest && unit<<(v-1) < within {
		v++
	}
	return v
}

// Talk looks for a card, which may be one of several, lets f talk to it, and returns what f
// returns.
func (r *Reader) Talk(ctx context.Context, card hw.UID, f func(ntag.Exchange) error) error {
	return r.session(ctx, func(c *chip) error {
		_, tg, err := c.search(ctx, card)
		switch {
		case err != nil:
			return err
		case tg == 0:
			return fmt.Errorf("%w: %v", hw.ErrNoCard, card)
		}
		return f(func(command []byte, within time.Duration) ([]byte, error) {
			return c.exchange(ctx, tg, within, command)
		})
	})
}

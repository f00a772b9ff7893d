package pn532

import (
	"context"
	"errors"
	"fmt"

	"arbiter/hw"
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
	statusMask    = 0x3F
	statusOK      = 0x00
	statusTimeout = 0x01
)

// Commands of an NTAG (NXP NTAG213/215/216, chapter 10).
const (
	ntagGetVersion = 0x60
	ntagRead       = 0x30 // four pages
	ntagReadSig    = 0x3C
	ntagWrite      = 0xA2
)

// PageSize is the number of bytes in a page of an NTAG.
const PageSize = 4

const pagesAtOnce = 4 // by READ

// ErrNoCard: the card that was to be read or written is not there.
var ErrNoCard = errors.New("the card does not lie on the reader")

// ErrRefused: the card is there, but does not do what it is asked, or not in
// time: it is no NTAG, there is no such page, or the page is locked.
var ErrRefused = errors.New("the card does not take the command")

// silent says that no tag answers a request. A list that is empty does not
// prove it: the chip leaves out tags that it could not tell apart. A tag that
// lost the thread ignores one request on its way back, so there are two.
func (c *chip) silent(ctx context.Context) (bool, error) {
	if err := c.setFraming(ctx, 0, 7); err != nil {
		return false, err
	}
	for range 2 {
		a, err := c.command(ctx, inCommunicateThru, wupa)
		switch {
		case err != nil:
			return false, err
		case len(a) == 0:
			return false, fmt.Errorf("%w: an exchange without a status", hw.ErrIO)
		case a[0]&statusMask != statusTimeout:
			return false, c.setFraming(ctx, crcOn, 0)
		}
	}
	return true, c.setFraming(ctx, crcOn, 0)
}

// setFraming says whether frames have a CRC, and how many bits the last byte has.
func (c *chip) setFraming(ctx context.Context, crc, bits byte) error {
	return c.configure(ctx, writeRegister, page63, txMode, crc, page63, rxMode, crc, page63, bitFraming, bits)
}

// talk sends a command to a listed tag. Commands that the chip takes for those
// of another kind of tag go through unread, to the tag that is selected.
func (c *chip) talk(ctx context.Context, tg byte, tag ...byte) ([]byte, error) {
	code, args := byte(inDataExchange), append([]byte{tg}, tag...)
	if tag[0] == ntagGetVersion || tag[0] == ntagReadSig {
		if _, err := c.exchanged(ctx, inSelect, tg); err != nil {
			return nil, err
		}
		code, args = inCommunicateThru, tag
	}
	return c.exchanged(ctx, code, args...)
}

// exchanged is a command whose answer begins with the status of an exchange.
func (c *chip) exchanged(ctx context.Context, code byte, args ...byte) ([]byte, error) {
	a, err := c.command(ctx, code, args...)
	switch {
	case err != nil:
		return nil, err
	case len(a) == 0:
		return nil, fmt.Errorf("%w: an exchange without a status", hw.ErrIO)
	case a[0]&statusMask != statusOK:
		return nil, fmt.Errorf("%w: status %02Xh", ErrRefused, a[0]&statusMask)
	}
	return a[1:], nil
}

// ask is talk with an answer of known length.
func (c *chip) ask(ctx context.Context, tg byte, n int, tag ...byte) ([]byte, error) {
	a, err := c.talk(ctx, tg, tag...)
	if err == nil && len(a) != n {
		return nil, fmt.Errorf("%w: %d bytes from the card instead of %d", hw.ErrIO, len(a), n)
	}
	return a, err
}

// ReadPages reads n pages of an NTAG, four bytes each, beginning with page
// first. It looks for the card by itself, among others if need be.
func (r *Reader) ReadPages(ctx context.Context, card hw.UID, first, n int) (pages []byte, err error) {
	if first < 0 || n < 1 || first+n > 256 {
		return nil, fmt.Errorf("%w: there are no pages %d to %d", ErrRefused, first, first+n-1)
	}
	err = r.with(ctx, card, func(c *chip, tg byte) error {
		for p := first; p < first+n; p += pagesAtOnce {
			a, err := c.ask(ctx, tg, pagesAtOnce*PageSize, ntagRead, byte(p))
			if err != nil {
				return fmt.Errorf("page %d: %w", p, err)
			}
			pages = append(pages, a...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return pages[:n*PageSize], nil
}

// WritePage writes one page of an NTAG. Lock bits and the capability container
// cannot be taken back.
func (r *Reader) WritePage(ctx context.Context, card hw.UID, page int, data [PageSize]byte) error {
	if page < 0 || page > 255 {
		return fmt.Errorf("%w: there is no page %d", ErrRefused, page)
	}
	return r.with(ctx, card, func(c *chip, tg byte) error {
		if _, err := c.ask(ctx, tg, 0, append([]byte{ntagWrite, byte(page)}, data[:]...)...); err != nil {
			return fmt.Errorf("page %d: %w", page, err)
		}
		return nil
	})
}

// TagVersion is the answer of an NTAG to GET_VERSION; byte 6 tells the models
// apart (10.1).
func (r *Reader) TagVersion(ctx context.Context, card hw.UID) (v [8]byte, err error) {
	err = r.with(ctx, card, func(c *chip, tg byte) error {
		a, err := c.ask(ctx, tg, len(v), ntagGetVersion)
		copy(v[:], a)
		return err
	})
	return v, err
}

// Signature is the maker's signature over the UID of an NTAG (10.8).
func (r *Reader) Signature(ctx context.Context, card hw.UID) (s [32]byte, err error) {
	err = r.with(ctx, card, func(c *chip, tg byte) error {
		a, err := c.ask(ctx, tg, len(s), ntagReadSig, 0)
		copy(s[:], a)
		return err
	})
	return s, err
}

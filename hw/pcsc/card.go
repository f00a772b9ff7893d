package pcsc

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"arbiter/hw"
)

// These are commands for the reader itself, which look like those for a card. Hardware must confirm
// that an ACR122U accepts the second one while a card is there, and that neither delays the notice
// that a card was taken.
var (
	getNumber = []byte{0xFF, 0xCA, 0x00, 0x00, 0x00} // PC/SC part 3, 3.2.2.1.3; ACS, 4.1
	buzzerOff = []byte{0xFF, 0x00, 0x52, 0x00, 0x00} // ACS, 6.7: at cards, until the reader is unplugged
)

// numberOf reads the number of the card on a reader. If the reader is an ACR122U that still beeps,
// its buzzer is switched off, which it accepts only while a card is there.
func numberOf(c *conn, reader string, silent *bool) (hw.UID, error) {
	card, protocol, err := c.connect(reader, shared, anyProtocol)
	if err != nil {
		return hw.UID{}, err
	}
	data, err := c.transmit(card, protocol, getNumber...)
	if err != nil {
		return hw.UID{}, err
	}
	if !*silent && strings.Contains(reader, "ACR122") {
		_, err := c.transmit(card, protocol, buzzerOff...)
		*silent = err == nil // otherwise it is tried with the next card
	}
	_ = c.disconnect(card) // the end of the connection does it, too
	return uidOf(data)
}

// uidOf reads the answer to getNumber.
func uidOf(data []byte) (hw.UID, error) {
	number, status := data[:len(data)-2], data[len(data)-2:]
	if string(status) != "\x90\x00" {
		return hw.UID{}, fmt.Errorf("%w: it tells no number (%X)", hw.ErrUnreadable, status)
	}
	uid, err := hw.NewUID(number)
	if err != nil {
		return hw.UID{}, fmt.Errorf("%w: it is none of ISO 14443 A: %w", hw.ErrUnreadable, err)
	}
	if err := uid.Whole(); err != nil {
		return hw.UID{}, err
	}
	return uid, nil
}

// locate asks where a reader is plugged in. The zero usb is a reader that is not on USB, or one
// whose port the system does not report.
func locate(c *conn, root fs.FS, reader string) (usb, error) {
	card, _, err := c.connect(reader, direct, 0) // which needs no card
	if err != nil {
		return usb{}, err
	}
	channel, err := c.attribute(card, attrChannel)
	_ = c.disconnect(card) // as above
	var refused Code
	switch {
	case errors.As(err, &refused):
		return usb{}, nil
	case err != nil:
		return usb{}, err
	}
	return plugOf(root, channel), nil
}

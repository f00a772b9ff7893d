// Package ntag reads and writes the memory of NTAG213, 215 and 216 cards, over the Exchange of any
// reader. Over an hw.Memory it gives a card a Token, a random number that exposes copies; a
// PublicKey checks who made a card.
//
// It knows commands, pages and blocks, but no reader and no meaning of what is written: what a card
// stands for is never stored on it. It leaves out passwords, counters and locking. Section numbers
// are those of the NXP data sheet NTAG213/215/216, revision 3.2.
package ntag

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"arbiter/hw"
)

// Exchange sends a command to a selected card and returns its answer, both without check bytes; an
// acknowledgment is an empty answer. The answer may begin as late as within; 0 means at once. The
// error is hw.ErrUnreadable if there was no answer or a garbled one, and hw.ErrRefused if the card
// refused.
type Exchange func(command []byte, within time.Duration) ([]byte, error)

// Sizes in bytes and pages (8.5).
const (
	PageSize  = 4
	FirstUser = 4 // the first page that belongs to the user
)

// Commands (chapter 10).
const (
	cmdVersion   = 0x60
	cmdRead      = 0x30
	cmdWrite     = 0xA2
	cmdSignature = 0x3C
)

const (
	pagesPerRead = 4 // (10.2)
	// writing is how long a card may take to write a page (10.4: 5 ms), with a margin. Hardware
	// must confirm it.
	writing = 6 * time.Millisecond
	// tries is how many times a command is sent if its answer is lost; repeating any of them does
	// no harm.
	tries = 4
)

// Read returns n pages from the first on.
func Read(x Exchange, first, n int) ([]byte, error) {
	if first < 0 || n < 1 || first+n > 256 {
		return nil, fmt.Errorf("pages %d to %d: a card has pages 0 to 255 at most", first, first+n-1)
	}
	var pages []byte
	for p := first; p < first+n; p += pagesPerRead {
		// The last command must not run past the end, because the card would continue with its
		// first page.
		from := max(first, min(p, first+n-pagesPerRead))
		b, err := send(x, []byte{cmdRead, byte(from)}, 0, pagesPerRead*PageSize)
		if err != nil {
			return nil, fmt.Errorf("page %d: %w", from, err)
		}
		pages = append(pages, b[(p-from)*PageSize:]...)
	}
	return pages[:n*PageSize], nil
}

// Write writes one page and reads it back. The first pages hold the UID and
// bits that can never be cleared; Write refuses them.
func Write(x Exchange, page int, data [PageSize]byte) error {
	if page < FirstUser || page > 255 {
		return fmt.Errorf("page %d is none that can be written; they begin with %d", page, FirstUser)
	}
	if _, err := send(x, append([]byte{cmdWrite, byte(page)}, data[:]...), writing, 0); err != nil {
		return fmt.Errorf("page %d: %w", page, err)
	}
	back, err := Read(x, page, 1)
	if err == nil && !bytes.Equal(back, data[:]) {
		err = fmt.Errorf("page %d: %w: wrote % X, read % X", page, hw.ErrRefused, data, back)
	}
	return err
}

// Version is the answer to GET_VERSION (10.1).
type Version [8]byte

// VersionOf asks a card what it is.
func VersionOf(x Exchange) (v Version, err error) {
	b, err := send(x, []byte{cmdVersion}, 0, len(v))
	copy(v[:], b)
	return v, err
}

// models are the storage sizes of NXP's NTAGs (10.1, table 28) and their pages.
var models = map[byte]struct {
	name  string
	pages int
}{0x0F: {"NTAG213", 45}, 0x11: {"NTAG215", 135}, 0x13: {"NTAG216", 231}}

// String returns the name of the card, or the bytes if it is unknown.
func (v Version) String() string {
	if m, ok := models[v[6]]; ok && v.isNTAG() {
		return m.name
	}
	return fmt.Sprintf("card % X", v[:])
}

// Pages returns how many pages the card has, 0 if it is unknown.
func (v Version) Pages() int {
	if !v.isNTAG() {
		return 0
	}
	return models[v[6]].pages
}

func (v Version) isNTAG() bool { return v[1] == 0x04 && v[2] == 0x04 }

// Signature returns the originality signature (8.8, 10.8). It means nothing until it is checked
// against NXP's public key.
func Signature(x Exchange) (s [32]byte, err error) {
	b, err := send(x, []byte{cmdSignature, 0}, 0, len(s))
	copy(s[:], b)
	return s, err
}

// send repeats a command until its answer is intelligible, at most tries times.
func send(x Exchange, command []byte, within time.Duration, want int) (b []byte, err error) {
	for range tries {
		b, err = x(command, within)
		if err == nil && len(b) != want {
			err = fmt.Errorf("%w: %d bytes instead of %d", hw.ErrUnreadable, len(b), want)
		}
		if !errors.Is(err, hw.ErrUnreadable) {
			break
		}
	}
	return b, err
}

// Package hw determines which cards lie on which readers.
//
// It holds the contract that every reader keeps (Reader), the pure state machine that turns noisy
// scans into certain statements (Tracker), and the poller between the two (Watch). The drivers are
// sub-packages.
//
// It contains no driver and knows no game and no meaning of a card: a card is its UID, a place is
// the name of a reader.
package hw

import (
	"context"
	"errors"
)

// Reader is one place where cards can lie.
type Reader interface {
	// Name is the reader's name in the rig; it never changes.
	Name() string

	// Scan makes one complete inventory of what lies there, in any order and
	// without repetitions. It returns within about 100 ms, earlier when ctx
	// ends. No UID and no error is a certain statement: the reader works and
	// is empty. With an error, the UIDs are those that were read completely
	// before it; nothing is known about all others. Scan is never called
	// twice at the same time.
	Scan(ctx context.Context) ([]UID, error)

	// Close switches the reader off. It is called once, after the last Scan.
	Close() error
}

// Debounced is implemented by Readers whose Scan says only what somebody else has made sure of, such
// as the firmware of a reader. Their cards leave after DefaultSureMisses.
type Debounced interface {
	Reader

	// Debounced reports whether this is so.
	Debounced() bool
}

// Memory is implemented by Readers whose cards are NTAGs. It may be used at any time, even during a
// Scan, and waits for its turn. A page has four bytes.
type Memory interface {
	Reader

	// ReadPages reads n pages from the first on.
	ReadPages(ctx context.Context, card UID, first, n int) ([]byte, error)
	// WritePage writes one page.
	WritePage(ctx context.Context, card UID, page int, data [4]byte) error
	// TagVersion is the answer to GET_VERSION.
	TagVersion(ctx context.Context, card UID) ([8]byte, error)
	// Signature is the maker's signature over the UID.
	Signature(ctx context.Context, card UID) ([32]byte, error)
}

// These are the errors of a scan. An error is never a departure: none of them means that a card has
// gone.
var (
	// ErrNoReader means that the reader does not answer (unplugged, no power).
	ErrNoReader = errors.New("the reader does not answer")
	// ErrCollision means that the reader works, but what lies on it cannot be told apart, usually
	// because there are too many cards on one antenna.
	ErrCollision = errors.New("the cards on the reader cannot be told apart")
	// ErrUnreadable means that the reader works, but a card on it gives garbled answers, usually
	// one that is too far away or too close to metal.
	ErrUnreadable = errors.New("a card on the reader cannot be read")
	// ErrCut means that the reader tells only the beginning of a card's number. It comes with
	// ErrUnreadable.
	ErrCut = errors.New("the reader tells only the beginning of a number of 7 bytes")
	// ErrIO means that the reader answers, but communication with it failed.
	ErrIO = errors.New("the reader answered nonsense")
	// ErrForeign means that a chip answers that the driver is not for. It comes with ErrIO.
	ErrForeign = errors.New("another chip answers")
)

// These are the errors of a card's memory, besides those above.
var (
	// ErrNoCard means that the card does not lie there.
	ErrNoCard = errors.New("the card does not lie on the reader")
	// ErrRefused means that the card does not do what it was told, usually because it is
	// write-protected.
	ErrRefused = errors.New("the card refuses")
)

package ntag

import (
	"context"

	"arbiter/hw"
)

// Talk lets f talk to a card that lies at a reader, and to no other; it returns hw.ErrNoCard if the
// card does not lie there.
type Talk func(ctx context.Context, card hw.UID, f func(Exchange) error) error

// Memory implements all of hw.Memory for a reader that can talk to its cards.
type Memory struct{ ByTalk Talk }

// ReadPages reads n pages from the first on.
func (m Memory) ReadPages(ctx context.Context, card hw.UID, first, n int) (pages []byte, err error) {
	err = m.ByTalk(ctx, card, func(x Exchange) (err error) {
		pages, err = Read(x, first, n)
		return err
	})
	return pages, err
}

// WritePage writes one page and reads it back.
func (m Memory) WritePage(ctx context.Context, card hw.UID, page int, data [PageSize]byte) error {
	return m.ByTalk(ctx, card, func(x Exchange) error { return Write(x, page, data) })
}

// TagVersion returns what type of card it is; Version names it.
func (m Memory) TagVersion(ctx context.Context, card hw.UID) (v [8]byte, err error) {
	err = m.ByTalk(ctx, card, func(x Exchange) error {
		version, err := VersionOf(x)
		v = version
		return err
	})
	return v, err
}

// Signature returns the maker's signature over the UID.
func (m Memory) Signature(ctx context.Context, card hw.UID) (s [32]byte, err error) {
	err = m.ByTalk(ctx, card, func(x Exchange) (err error) {
		s, err = Signature(x)
		return err
	})
	return s, err
}

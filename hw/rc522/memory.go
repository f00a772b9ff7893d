package rc522

import (
	"context"

	"arbiter/hw"
	"arbiter/hw/ntag"
)

// ReadPages reads n pages of an NTAG from the first on.
func (r *Reader) ReadPages(ctx context.Context, card hw.UID, first, n int) (pages []byte, err error) {
	err = r.Talk(ctx, card, func(x ntag.Exchange) (err error) {
		pages, err = ntag.Read(x, first, n)
		return err
	})
	return pages, err
}

// WritePage writes one page of an NTAG and reads it back.
func (r *Reader) WritePage(ctx context.Context, card hw.UID, page int, data [ntag.PageSize]byte) error {
	return r.Talk(ctx, card, func(x ntag.Exchange) error { return ntag.Write(x, page, data) })
}

// TagVersion says what kind of card it is; ntag.Version names it.
func (r *Reader) TagVersion(ctx context.Context, card hw.UID) (v [8]byte, err error) {
	err = r.Talk(ctx, card, func(x ntag.Exchange) error {
		version, err := ntag.VersionOf(x)
		v = version
		return err
	})
	return v, err
}

// Signature is the maker's signature over the UID of an NTAG.
func (r *Reader) Signature(ctx context.Context, card hw.UID) (s [32]byte, err error) {
	err = r.Talk(ctx, card, func(x ntag.Exchange) (err error) {
		s, err = ntag.Signature(x)
		return err
	})
	return s, err
}

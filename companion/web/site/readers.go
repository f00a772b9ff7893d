package site

import (
	"fmt"
	"slices"

	"arbiter/engine"
)

// Virtually reports whether cards are laid only in the browser: there are no readers, or all are
// virtual.
func (o Opts) Virtually() bool {
	return (o.Rig.Cards != nil || len(o.Rig.Readers) == 0) && !slices.ContainsFunc(o.Rig.Readers, func(r Reader) bool { return !r.Virtual })
}

// lays reports whether a seat lays its cards on the screen: none of its fields has a real reader.
func (o Opts) lays(seat engine.Seat) bool {
	return !slices.ContainsFunc(o.Rig.Readers, func(r Reader) bool { return !r.Virtual && r.Seat == seat && len(r.Fields) > 0 })
}

// Without reports whether a seat has no reader for its cards although other seats have.
func (o Opts) Without(seat engine.Seat) bool {
	own := func(r Reader) bool { return !r.Virtual && r.Seat != "" && len(r.Fields) > 0 }
	return slices.ContainsFunc(o.Rig.Readers, own) && o.lays(seat)
}

// Virtual returns the virtual reader that stands for a field, or "".
func (o Opts) Virtual(seat engine.Seat, zone string) string {
	if o.Rig.Cards == nil {
		return ""
	}
	for _, r := range o.Rig.Readers {
		if r.Virtual && r.Seat == seat && len(r.Fields) == 1 && r.Fields[0] == zone {
			return r.Name
		}
	}
	return ""
}

// Reachable returns the virtual readers on which the seat may show cards: shared ones, and its own
// unless they stand for a single field.
func (o Opts) Reachable(seat engine.Seat) []Reader {
	if o.Rig.Cards == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(o.Rig.Readers), func(r Reader) bool {
		return !r.Virtual || r.Seat != seat && r.Seat != "" || len(r.Fields) == 1
	})
}

// Reader returns the named reader if the seat may use it.
func (o Opts) Reader(name string, seat engine.Seat) (Reader, error) {
	for _, r := range o.Rig.Readers {
		if r.Name == name && r.Virtual && o.Rig.Cards != nil && (r.Seat == "" || r.Seat == seat) {
			return r, nil
		}
	}
	return Reader{}, fmt.Errorf("%w: no such reader", ErrMalformed)
}

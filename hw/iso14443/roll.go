package iso14443

import (
	"context"
	"slices"

	"arbiter/hw"
)

const (
	// proof is in how many inventories a tag must be found before it is expected.
	proof = 2
	// forget is after how many inventories without a tag it is no longer expected. Until then a tag
	// that is hard to read gets every chance.
	forget = 16
)

// Roll takes one inventory after another of a field and asks first for the tags that it expects.
// Each inventory is complete all the same. The zero Roll expects none. It is not safe for
// concurrent use.
type Roll struct {
	entries []entry
	others  bool // the last inventory found tags that are not expected
}

// entry is a tag that may be there again.
type entry struct {
	uid    hw.UID
	found  int // inventories with it
	absent int // inventories in a row without it
}

// Call finds every tag in the field, which must just have been switched on.
func (r *Roll) Call(ctx context.Context, l Link) ([]hw.UID, error) {
	found, err := inventory(ctx, l, r.expected(), r.others)
	for i := range r.entries {
		switch e := &r.entries[i]; {
		case slices.Contains(found, e.uid):
			e.found, e.absent = e.found+1, 0
		case err == nil:
			e.absent++
		}
	}
	r.entries = slices.DeleteFunc(r.entries, func(e entry) bool { return e.absent >= forget })
	for _, u := range found {
		if !u.Random() && !r.lists(u) && len(r.entries) < MaxTags {
			r.entries = append(r.entries, entry{uid: u, found: 1})
		}
	}
	expected := r.expected()
	r.others = slices.ContainsFunc(found, func(u hw.UID) bool { return !slices.Contains(expected, u) })
	return found, err
}

func (r *Roll) lists(u hw.UID) bool {
	return slices.ContainsFunc(r.entries, func(e entry) bool { return e.uid == u })
}

func (r *Roll) expected() (uids []hw.UID) {
	for _, e := range r.entries {
		if e.found >= proof {
			uids = append(uids, e.uid)
		}
	}
	return uids
}

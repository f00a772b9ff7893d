package iso14443

import (
	"context"
	"slices"

	"arbiter/hw"
)

// forget is after how many inventories without a tag the Roll expects it no
// longer. Until then a tag that is hard to read gets every chance.
const forget = 16

// Roll takes inventory after inventory of one field and asks first for the tags
// that it knows. Each inventory is complete all the same. The zero Roll knows
// none. It is not safe for use by several goroutines.
type Roll struct {
	known  []hw.UID
	absent []int // parallel: inventories in a row without it
}

// Call is an Inventory. The field must just have been switched on.
func (r *Roll) Call(ctx context.Context, l Link) ([]hw.UID, error) {
	found, err := inventory(ctx, l, r.known)
	for _, u := range found {
		if !slices.Contains(r.known, u) {
			r.known, r.absent = append(slices.Clip(r.known), u), append(r.absent, 0)
		}
	}
	if err == nil {
		r.tick(found)
	}
	return found, err
}

func (r *Roll) tick(found []hw.UID) {
	var known []hw.UID
	var absent []int
	for i, u := range r.known {
		n := r.absent[i] + 1
		if slices.Contains(found, u) {
			n = 0
		}
		if n < forget && len(known) < MaxTags {
			known, absent = append(known, u), append(absent, n)
		}
	}
	r.known, r.absent = known, absent
}

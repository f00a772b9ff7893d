package iso14443

import (
	"context"

	"arbiter/hw"
)

// Inventory finds tags of which none is expected.
func Inventory(ctx context.Context, l Link) ([]hw.UID, error) { return inventory(ctx, l, nil, false) }

package device

import (
	"context"
	"time"
)

func Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

const (
	LookAgain = 20 * time.Millisecond
)

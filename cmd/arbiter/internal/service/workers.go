package service

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"arbiter/engine/contain"
)

// A workers works side by side, and tells in the end what went wrong.
type workers struct {
	sync.WaitGroup
	mu   sync.Mutex
	errs []error
}

func (c *workers) work(do func() error) {
	c.Go(func() {
		if err := do(); err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.errs = append(c.errs, err)
		}
	})
}

// keep does something until ctx ends; after a panic, of which the owner is told, again in a
// moment.
func (c *workers) keep(ctx context.Context, l *slog.Logger, what string, do func() error) {
	c.work(func() error {
		for {
			err := contain.Run(do)
			if contain.Of(err) == nil {
				return err
			}
			contain.Report(l, err, what)
			select {
			case <-time.After(anew):
			case <-ctx.Done():
				return nil
			}
		}
	})
}

// anew is how long what has panicked is left alone.
const anew = 10 * time.Second

func (c *workers) wait() error {
	c.Wait()
	return errors.Join(c.errs...)
}

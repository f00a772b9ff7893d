package service

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"arbiter/engine/contain"
)

// A workers runs functions concurrently and collects their errors.
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

// keep runs do until ctx ends; after a panic, which the owner is told about, it runs it again.
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

// anew is the pause after a panic.
const anew = 10 * time.Second

func (c *workers) wait() error {
	c.Wait()
	return errors.Join(c.errs...)
}

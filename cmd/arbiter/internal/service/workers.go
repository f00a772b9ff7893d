package service

import (
	"errors"
	"sync"
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

func (c *workers) wait() error {
	c.Wait()
	return errors.Join(c.errs...)
}

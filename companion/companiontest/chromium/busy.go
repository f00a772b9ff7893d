package chromium

import (
	"context"
	"time"

	"github.com/chromedp/chromedp"
)

// Busy watches the page for a while, and returns the share of that time in which its thread was on
// a processor.
func (p *Page) Busy(during time.Duration) float64 {
	p.Helper()
	var share float64
	p.Do("watch how busy the page is", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if err := t.Call(ctx, "Performance.enable", map[string]string{"timeDomain": "threadTicks"}, nil); err != nil {
			return err
		}
		before, from, err := worked(ctx, t)
		if err != nil {
			return err
		}
		select {
		case <-time.After(during):
		case <-ctx.Done():
			return ctx.Err()
		}
		after, to, err := worked(ctx, t)
		share = (after - before) / (to - from)
		return err
	}))
	return share
}

// worked returns for how many seconds the page's thread was on a processor, and the time.
func worked(ctx context.Context, t *chromedp.Target) (task, at float64, err error) {
	var said struct {
		Metrics []struct {
			Name  string  `json:"name"`
			Value float64 `json:"value"`
		} `json:"metrics"`
	}
	err = t.Call(ctx, "Performance.getMetrics", nil, &said)
	for _, m := range said.Metrics {
		switch m.Name {
		case "TaskDuration":
			task = m.Value
		case "Timestamp":
			at = m.Value
		}
	}
	return task, at, err
}

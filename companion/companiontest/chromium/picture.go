package chromium

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Picture returns a PNG of the whole page, including what is scrolled out of view.
func (p *Page) Picture() ([]byte, error) {
	p.Helper()
	return run(p, chromedp.FullScreenshot(100))
}

// WebP returns a small picture of the window; quality is from 0 to 100.
func (p *Page) WebP(quality int64) ([]byte, error) {
	p.Helper()
	return run(p, func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
		r, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: &quality})
		return r.Data, err
	})
}

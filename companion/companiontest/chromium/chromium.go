// Package chromium plays at the pages of a table with a real browser, for tests.
// It knows what every page has and no game.
//
// A test binary starts one browser, with its first test that needs one; each page
// has a profile of its own in it. TestMain ends it: see End.
package chromium

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a browser may take for one step. A busy machine is no
// defect.
const Patience = 60 * time.Second

// A Browser is one that runs, without a window. Its pages prefer one of the two
// themes.
type Browser struct {
	ctx  context.Context
	dark bool
}

// The browser of this test binary: starting one takes as much time as a short
// test.
var shared struct {
	sync.Mutex
	ctx context.Context // nil before the first test
	end context.CancelFunc
}

// Start returns the browser, whose pages are in one of the two themes. Short runs
// and those where none is installed skip the test, but never where tests are to be
// complete.
func Start(t testing.TB, dark bool) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes a while; run without -short")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no chromium; make needs installs it")
		}
		t.Skip("there is no chromium, so no browser plays here; make needs installs it")
	}
	shared.Lock()
	defer shared.Unlock()
	if shared.ctx != nil && !runs(shared.ctx) {
		t.Log("the browser has ended; another one starts")
		shared.end()
		shared.ctx = nil
	}
	if shared.ctx == nil {
		if shared.ctx, shared.end, err = launch(path); err != nil {
			shared.ctx = nil
			t.Fatalf("chromium does not start: %v", err)
		}
	}
	return &Browser{shared.ctx, dark}
}

// End ends the browser, if there is one. TestMain calls it after all tests; a
// binary that ends otherwise takes the browser with it.
func End() {
	shared.Lock()
	defer shared.Unlock()
	if shared.ctx != nil {
		shared.end()
		shared.ctx = nil
	}
}

// launch starts a browser with an empty profile, which goes when it ends.
func launch(path string, more ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true), chromedp.Flag("lang", "en"),
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	ctx, end := chromedp.NewContext(ctx)
	over := func() {
		if runs(ctx) {
			late, done := context.WithTimeout(ctx, Patience)
			defer done()
			chromedp.Cancel(late)
		}
		end()
		cancel()
	}
	if err := begin(ctx, end); err != nil {
		over()
		return nil, nil, err
	}
	return ctx, over, nil
}

// runs tells whether the browser of a context is there.
func runs(ctx context.Context) bool {
	c := chromedp.FromContext(ctx)
	if c.Browser == nil || ctx.Err() != nil {
		return false
	}
	select {
	case <-c.Browser.LostConnection:
		return false
	default:
		return true
	}
}

// begin takes the first steps of a context, which ends with the context that they
// are taken in: that has no deadline, so a clock ends what takes too long.
func begin(ctx context.Context, end context.CancelFunc, steps ...chromedp.Action[chromedp.Void]) error {
	late := time.AfterFunc(Patience, end)
	defer late.Stop()
	return chromedp.Do(ctx, steps...)
}

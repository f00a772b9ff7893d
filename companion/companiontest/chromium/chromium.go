// Package chromium plays at the pages of a table with a real browser, for tests.
// It knows what every page has and no game.
package chromium

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a browser may take for one step. A busy machine is no
// defect.
const Patience = 60 * time.Second

// A Browser is one that runs, without a window.
type Browser struct{ ctx context.Context }

// Start starts a browser without a profile, in one of the two themes, until the
// test ends. Where none is installed the test is skipped, but never where tests
// are to be complete.
func Start(t testing.TB, dark bool) *Browser {
	t.Helper()
	return launch(t, dark)
}

func launch(t testing.TB, dark bool, more ...chromedp.ExecAllocatorOption) *Browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no chromium; make needs installs it")
		}
		t.Skip("there is no chromium, so no browser plays here; make needs installs it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true), chromedp.Flag("lang", "en"),
	)
	if dark {
		options = append(options, chromedp.Flag("blink-settings", "preferredColorScheme=0"))
	}
	options = append(options, more...)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	if err := begin(ctx, end); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	t.Cleanup(func() { chromedp.Cancel(ctx) })
	return &Browser{ctx}
}

// begin takes the first steps of a context, which ends with the context that they
// are taken in: that has no deadline, so a clock ends what takes too long.
func begin(ctx context.Context, end context.CancelFunc, steps ...chromedp.Action[chromedp.Void]) error {
	late := time.AfterFunc(Patience, end)
	defer late.Stop()
	return chromedp.Do(ctx, steps...)
}

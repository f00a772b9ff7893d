// Package chromium drives the pages of a table with a real browser, for tests. It knows what every
// page has, but no game.
//
// A test binary starts one browser, with its first test that needs one; each page has its own
// profile in it. TestMain ends it: see End.
package chromium

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a browser may take for one step. A busy machine is no fault of the program.
const Patience = 5 * time.Minute

// attempts is how often starting a browser is tried: a machine that is briefly short of memory or
// processes may kill one that starts.
const attempts = 3

// A Browser is a running headless browser. Its pages prefer one of the two themes.
type Browser struct {
	ctx  context.Context
	dark bool
}

// shared is the browser of this test binary: starting one takes as long as a short test.
var shared struct {
	sync.Mutex
	ctx context.Context // nil before the first test
	end context.CancelFunc
}

// Start returns the browser, whose pages are in one of the two themes. If none is installed the
// test is skipped, but never where all tests must run. A test says by package tier that it needs a
// browser; the quick tier never starts one.
func Start(t testing.TB, dark bool) *Browser {
	t.Helper()
	path := program(t, shells...)
	shared.Lock()
	defer shared.Unlock()
	if shared.ctx != nil && !runs(shared.ctx) {
		t.Log("the browser has ended; another one starts")
		shared.end()
		shared.ctx = nil
	}
	if shared.ctx == nil {
		shared.ctx, shared.end = launch(t, path)
	}
	return &Browser{shared.ctx, dark}
}

// shells are browsers for most tests, the best one first: without windows, menus and tabs, which
// nobody sees here, chromium takes a third of the work to show the same pages. Debian's command for
// it is a script that does not end with the browser.
var shells = []string{"/usr/lib/chromium/chromium-headless-shell", "chromium"}

// program returns the path of the first of these browsers that is installed.
func program(t testing.TB, browsers ...string) string {
	t.Helper()
	if testing.Short() && os.Getenv("ARBITER_TESTS") == "" {
		t.Skip("quick starts no browser")
	}
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	lacks(t, filepath.Base(browsers[0]))
	return ""
}

// lacks skips a test for which a program is not installed, but never where all tests must run.
func lacks(t testing.TB, name string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("there is no %s; make needs installs it", name)
	}
	t.Skipf("there is no %s, so no browser plays here; make needs installs it", name)
}

// End ends the browser, if there is one. TestMain calls it after all tests; if a binary ends
// otherwise, the browser ends with it.
func End() {
	shared.Lock()
	defer shared.Unlock()
	if shared.ctx != nil {
		shared.end()
		shared.ctx = nil
	}
}

// launch starts a browser with an empty home and profile, which are removed when it ends. prepare
// is called with the home first.
func launch(t testing.TB, path string, prepare ...func(home string)) (context.Context, context.CancelFunc) {
	t.Helper()
	for n := 1; ; n++ {
		ctx, end, err := launchOnce(path, prepare)
		if err == nil {
			return ctx, end
		}
		if n == attempts {
			t.Fatalf("chromium does not start: %v", err)
		}
		t.Logf("chromium does not start, it is tried again: %v", err)
	}
}

func launchOnce(path string, prepare []func(home string)) (context.Context, context.CancelFunc, error) {
	home, err := os.MkdirTemp("", "arbiter-chromium-")
	if err != nil {
		return nil, nil, err
	}
	for _, f := range prepare {
		f(home)
	}
	// Without its own sandbox it also runs as root and in containers.
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Env("HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_DATA_HOME="+home),
		chromedp.UserDataDir(filepath.Join(home, "profile")),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true), chromedp.Flag("lang", "en"),
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(ctx)
	over := func() {
		if runs(ctx) {
			late, done := context.WithTimeout(ctx, Patience)
			defer done()
			chromedp.Cancel(late)
		}
		end()
		cancel()
		os.RemoveAll(home)
	}
	if err := begin(ctx, end); err != nil {
		over()
		return nil, nil, err
	}
	return ctx, over, nil
}

// runs reports whether the browser of a context is running.
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

// begin takes the first steps of a context. They cannot have a deadline, since the browser would
// end with it, so a timer calls end if they take too long.
func begin(ctx context.Context, end context.CancelFunc, steps ...chromedp.Action[chromedp.Void]) error {
	late := time.AfterFunc(Patience, end)
	defer late.Stop()
	return chromedp.Do(ctx, steps...)
}

package chromium

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Crash ends the process of the browser.
func Crash(t *testing.T) {
	t.Helper()
	b := chromedp.FromContext(shared.ctx).Browser
	if err := b.Process().Kill(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-b.LostConnection:
	case <-time.After(Patience):
		t.Fatal("the browser does not end")
	}
}

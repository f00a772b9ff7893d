package web_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is how long a browser may take: on a busy machine, and no longer.
const patience = 60 * time.Second

// A phone is a real browser with cookies of its own, in a window of a size.
type phone struct {
	t    *testing.T
	ctx  context.Context
	home string
	lang string
	mu   sync.Mutex
	said []string // errors that the browser's console showed
}

// chromium starts a browser without a profile, in one of the two themes. Without one installed the test
// is skipped, but never where tests are to be complete.
func chromium(t *testing.T, dark bool) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no chromium; install it (apt-get install chromium)")
		}
		t.Skip("there is no chromium, so no browser plays here; install it (apt-get install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true), chromedp.Flag("lang", "en"),
	)
	if dark {
		options = append(options, chromedp.Flag("blink-settings", "preferredColorScheme=0"))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	t.Cleanup(func() { chromedp.Cancel(ctx) })
	return ctx
}

func newPhone(t *testing.T, browser context.Context, home, lang string, width, height int64) *phone {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &phone{t: t, ctx: ctx, home: home, lang: lang}
	check(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, height)))
	go func() {
		for m, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			p.mu.Lock()
			p.said = append(p.said, fmt.Sprint(m))
			p.mu.Unlock()
		}
	}()
	p.open("/")
	if lang != "en" { // as Accept-Language asks for
		p.click(fmt.Sprintf(`.langs button[value=%s]`, lang))
		p.wait(fmt.Sprintf(`html[lang=%s]`, lang))
	}
	return p
}

func (p *phone) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	err := chromedp.Do(ctx, steps...)
	for anew(err) {
		err = chromedp.Do(ctx, steps...)
	}
	if err != nil {
		p.shot("failed")
		p.t.Fatalf("%s: %v\nconsole: %v\npage: %s", what, err, p.console(), p.text("body"))
	}
}

// anew tells whether a step failed because an element or the page was drawn anew
// that moment.
func anew(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "Could not find node") || strings.Contains(err.Error(), "Cannot find context"))
}

func (p *phone) console() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said
}

func (p *phone) open(path string) { p.t.Helper(); p.do("open "+path, chromedp.Navigate(p.home+path)) }

func (p *phone) wait(selector string) {
	p.t.Helper()
	p.do("wait for "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

func (p *phone) click(selector string) {
	p.t.Helper()
	p.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// tap clicks a control; one that is replaced at that moment is looked for again.
// One that has gone was clicked, or is of no use any more.
func (p *phone) tap(selector string) {
	p.t.Helper()
	for range 5 {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
		err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
		cancel()
		if err == nil {
			return
		}
		p.t.Logf("tap %s: %v", selector, err)
		if !ask[bool](p, fmt.Sprintf("!!document.querySelector(%q)", selector)) {
			return
		}
	}
	p.click(selector)
}

// until waits for an expression to become true.
func (p *phone) until(expression string) {
	p.t.Helper()
	p.do("wait until "+expression, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Poll[any](expression, chromedp.WithPollingInterval(10*time.Millisecond), chromedp.WithPollingTimeout(patience))(ctx, t)
		return err
	}))
}

// tidied presses the button that lays the cards, again if the page changed under
// the finger, until it is gone.
const tidied = `(() => {
	const button = document.querySelector("#tidy")
	if (button && Date.now() - (window.pressed || 0) > 1000) { window.pressed = Date.now(); button.click() }
	return !button
})()`

// reads waits until an element holds a text.
func (p *phone) reads(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))`, selector, text))
}

func (p *phone) text(selector string) string {
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector)))
	if err != nil {
		return err.Error()
	}
	return text
}

func (p *phone) fill(selector, value string) {
	p.t.Helper()
	p.do("fill "+selector, chromedp.SetValue(chromedp.CSS(selector), value))
}

func ask[T any](p *phone, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// shot keeps a picture of the whole page (go test -artifacts), and checks that
// the page does not stick out to the right.
func (p *phone) shot(name string) {
	p.t.Helper()
	width := ask[float64](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`)
	if width > 0 {
		p.t.Errorf("%s in %s: the page is %v pixels too wide", name, p.lang, width)
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Logf("picture %s: %v", name, err)
		return
	}
	file := filepath.Join(p.t.ArtifactDir(), strings.NewReplacer(" ", "-", "/", "").Replace(name+"-"+p.lang)+".png")
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		p.t.Error(err)
	}
}

package chromium

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// A Page is like a device of its own: a window of some size, with its own cookies. A step that
// fails ends the test.
type Page struct {
	testing.TB
	ctx  context.Context
	home string
	lang string

	likes  map[string]string // preferences of the user, as media features
	opened atomic.Bool

	mu   sync.Mutex
	said []string // errors that the browser's console showed
	sent []string // addresses of all requests
}

// Page returns a page in one of the languages, for the home page at an address without a trailing
// slash. It is opened with the first step, unless that opens another address. Width and height are
// in pixels. Its user prefers reduced motion, until Prefer says otherwise.
func (b *Browser) Page(t testing.TB, home, lang string, width, height int64) *Page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &Page{TB: t, ctx: ctx, home: home, lang: lang, likes: map[string]string{"prefers-color-scheme": theme(b.dark), "prefers-reduced-motion": "reduce"}}
	if err := begin(ctx, cancel, chromedp.EmulateViewport(width, height), prefers(p.likes), hastens(20), calm(), speaks(home, lang)); err != nil {
		t.Fatalf("chromium opens no page: %v", err)
	}
	if err := chromedp.Listen(ctx, p.note); err != nil {
		t.Fatalf("chromium tells no requests: %v", err)
	}
	go p.listen()
	return p
}

// Serve serves pages for the duration of a test, and returns their address.
func Serve(t testing.TB, pages http.Handler) string {
	t.Helper()
	server := httptest.NewServer(pages)
	t.Cleanup(server.Close)
	return server.URL
}

func (p *Page) listen() {
	for m, err := range chromedp.Console(p.ctx) {
		if err != nil {
			return
		}
		p.mu.Lock()
		p.said = append(p.said, fmt.Sprint(m))
		p.mu.Unlock()
	}
}

// Home returns the address of the home page, as passed to Page.
func (p *Page) Home() string { return p.home }

func (p *Page) note(event any) {
	if e, ok := event.(*network.EventRequestWillBeSent); ok {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.sent = append(p.sent, e.Request.URL)
	}
}

// Requests returns the addresses of all requests of the page.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.sent)
}

// Console returns the errors in the browser's console.
func (p *Page) Console() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said
}

// Do takes steps, and repeats all of them if the page was redrawn meanwhile.
func (p *Page) Do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	p.arrive()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	err := chromedp.Do(ctx, steps...)
	for anew(err) {
		err = chromedp.Do(ctx, steps...)
	}
	if err != nil {
		p.Shot("failed")
		p.Fatalf("%s: %v\nconsole: %v\npage: %s", what, err, p.Console(), p.Text("body"))
	}
}

// between is the error while one page is gone and the next one is not there yet.
const between = "no page yet"

// anew reports whether a step failed because an element or the page was replaced.
func anew(err error) bool {
	if err == nil {
		return false
	}
	for _, said := range []string{"Could not find node", "No node with given id", "Cannot find context", "Inspected target navigated", between} {
		if strings.Contains(err.Error(), said) {
			return true
		}
	}
	return false
}

// arrive opens the home page if nothing was opened yet.
func (p *Page) arrive() {
	p.Helper()
	if !p.opened.Load() {
		p.Open("/")
	}
}

// Open goes to a path below the home page, and tries again if that hangs, as people do.
func (p *Page) Open(path string) {
	p.Helper()
	p.opened.Store(true)
	for range 4 {
		ctx, cancel := context.WithTimeout(p.ctx, Patience/5)
		err := chromedp.Do(ctx, chromedp.Navigate(p.home+path))
		cancel()
		if err == nil {
			return
		}
		p.Logf("open %s again: %v; the console says %v", path, err, p.forget())
	}
	p.Do("open "+path, chromedp.Navigate(p.home+path))
}

// forget removes console messages about a page that was given up.
func (p *Page) forget() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	said := p.said
	p.said = nil
	return said
}

// Rest opens a page that does not follow the game, so that further play costs the browser nothing.
func (p *Page) Rest() {
	p.Helper()
	p.Open("/offline")
}

// Leave goes to an address on another site.
func (p *Page) Leave(address string) {
	p.Helper()
	p.opened.Store(true)
	p.Do("go to "+address, chromedp.Navigate(address))
}

// Wait waits until an element is visible.
func (p *Page) Wait(selector string) {
	p.Helper()
	p.Do("wait for "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

// Click waits for an element and clicks it.
func (p *Page) Click(selector string) {
	p.Helper()
	var err error
	for late := time.Now().Add(Patience); time.Now().Before(late); {
		if err = p.press(selector, Patience); err == nil {
			return
		}
	}
	p.Shot("failed")
	p.Fatalf("click %s: %v\npage: %s", selector, err, p.Text("body"))
}

// Tap clicks a control once it is there; if it is replaced at that moment it is looked for again.
// One that has gone was clicked, or is no longer of use.
func (p *Page) Tap(selector string) {
	p.Helper()
	p.Until(fmt.Sprintf("!!document.querySelector(%q)", selector))
	for range 5 {
		if p.press(selector, Patience/20) == nil || !p.Has(selector) {
			return
		}
	}
	p.Click(selector)
}

// Has reports whether there is such an element now.
func (p *Page) Has(selector string) bool {
	p.Helper()
	return Ask[bool](p, fmt.Sprintf("!!document.querySelector(%q)", selector))
}

// errMissed says that the page has moved between looking and clicking.
var errMissed = errors.New("the click went elsewhere")

// Rests is true when a page has the answer to the last tap, and accepts the next one.
const Rests = `!("busy" in document.body.dataset || "fresh" in document.body.dataset)`

// press clicks an element once the page rests. It fails with errMissed if another element got the
// click.
func (p *Page) press(selector string, patience time.Duration) error {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	p.Until("!document.body || " + Rests)
	Ask[bool](p, fmt.Sprintf(`window.missed = true, document.addEventListener("click",
		(e) => { window.missed = !e.target.closest?.(%q); }, { capture: true, once: true }), true`, selector))
	if err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector))); err != nil {
		return err
	}
	if missed, err := run(p, chromedp.Evaluate[bool]("window.missed === true")); err == nil && missed {
		return errMissed
	}
	return nil // also if the click has led to another page
}

// Key focuses an element and presses a key until an expression is true, and tries again if the page
// was redrawn meanwhile.
func (p *Page) Key(selector, key, until string) {
	p.Helper()
	for range 20 {
		p.Do("press a key at "+selector, chromedp.Focus(chromedp.CSS(selector)), chromedp.KeyEvent(key))
		ctx, cancel := context.WithTimeout(p.ctx, Patience/20)
		err := chromedp.Do(ctx, holds(until, Patience/20))
		cancel()
		if err == nil {
			return
		}
	}
	p.Until(until)
}

// Until waits for an expression to become true.
func (p *Page) Until(expression string) {
	p.Helper()
	p.Do("wait until "+expression, holds(expression, Patience))
}

// holds waits for an expression to become true.
func holds(expression string, patience time.Duration) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Poll[any](expression, chromedp.WithPollingInterval(10*time.Millisecond), chromedp.WithPollingTimeout(patience))(ctx, t)
		return err
	})
}

// Tidy lays the seat's cards as the game has them. It presses the button again if the page changed
// meanwhile, until the button is gone.
func (p *Page) Tidy() {
	p.Helper()
	p.Until(`(() => {
		const button = document.querySelector("#tidy")
		if (button && Date.now() - (window.pressed || 0) > 1000) { window.pressed = Date.now(); button.click() }
		return !button
	})()`)
}

// Reads waits until one of the elements contains a text.
func (p *Page) Reads(selector, text string) {
	p.Helper()
	p.Until(fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))`, selector, text))
}

// Text returns what an element shows, "" if there is none.
func (p *Page) Text(selector string) string {
	text, err := run(p, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector)))
	if err != nil {
		return err.Error()
	}
	return text
}

// Fill sets the value of an input or a list. It does so within the page, where nothing can replace
// the element between finding and filling it.
func (p *Page) Fill(selector, value string) {
	p.Helper()
	p.Until(fmt.Sprintf(`((f) => {
		if (!f || f.disabled || !f.checkVisibility()) return false
		f.value = %q
		for (const kind of ["input", "change"]) f.dispatchEvent(new Event(kind, { bubbles: true }))
		return true
	})(document.querySelector(%q))`, value, selector))
}

// Ask evaluates an expression now; if the page is just being replaced, on the next page.
func Ask[T any](p *Page, expression string) T {
	p.Helper()
	v, err := run(p, chromedp.Evaluate[T](fmt.Sprintf("if (!document.documentElement) throw Error(%q); %s", between, expression)))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

func run[T any](p *Page, step chromedp.Action[T]) (T, error) {
	p.Helper()
	p.arrive()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	v, err := chromedp.Run(ctx, step)
	for anew(err) {
		v, err = chromedp.Run(ctx, step)
	}
	return v, err
}

// Shot checks that the page does not stick out to the right, and stores a picture: see go test
// -artifacts.
func (p *Page) Shot(name string) {
	p.Helper()
	width := Ask[float64](p, `((d) => d ? d.scrollWidth - d.clientWidth : 0)(document.documentElement)`)
	if width > 0 {
		p.Errorf("%s in %s: the page is %v pixels too wide", name, p.lang, width)
	}
	p.Keep(name)
}

// Keep stores a picture of the whole page, if pictures are wanted.
func (p *Page) Keep(name string) {
	p.Helper()
	if !wanted() {
		return
	}
	picture, err := p.Picture()
	if err != nil {
		p.Logf("picture %s: %v", name, err)
		return
	}
	file := filepath.Join(p.ArtifactDir(), strings.NewReplacer(" ", "-", "/", "").Replace(name+"-"+p.lang)+".png")
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		p.Error(err)
	}
}

// wanted reports whether pictures are wanted.
func wanted() bool {
	f := flag.Lookup("test.artifacts")
	return f != nil && f.Value.String() == "true"
}

// Shots stores pictures of the page on a phone, a tablet and a television, if pictures are wanted,
// and restores its size.
func (p *Page) Shots(name string) {
	p.Helper()
	if !wanted() {
		return
	}
	own := Ask[[]int64](p, "[innerWidth, innerHeight]")
	for _, size := range [][]int64{{360, 740}, {1024, 768}, {1920, 1080}, own} {
		p.Do("another size", chromedp.EmulateViewport(size[0], size[1]))
		if size[0] != own[0] {
			p.Shot(fmt.Sprint(name, " ", size[0]))
		}
	}
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// A browser is a real one, at the pages of a served table.
type browser struct {
	*testing.T
	ctx context.Context
}

func browse(t *testing.T, url string) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no chromium; make test installs it")
		}
		t.Skip("there is no chromium, so nobody takes the tour; make needs installs it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true), chromedp.Flag("lang", "en"))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	b := &browser{t, ctx}
	b.do("open "+url, chromedp.EmulateViewport(420, 860), chromedp.Navigate(url))
	t.Cleanup(func() { chromedp.Cancel(ctx) })
	return b
}

func (b *browser) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 60*time.Second)
	defer cancel()
	err := chromedp.Do(ctx, steps...)
	for err != nil && strings.Contains(err.Error(), "Could not find node") { // it was drawn anew that moment
		err = chromedp.Do(ctx, steps...)
	}
	if err != nil {
		b.shot("failed")
		b.Fatalf("%s: %v", what, err)
	}
}

func (b *browser) click(selector string) {
	b.Helper()
	b.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

func (b *browser) wait(selector string) {
	b.Helper()
	b.do("wait for "+selector, chromedp.WaitVisible(chromedp.CSS(selector)))
}

func (b *browser) until(expression string) {
	b.Helper()
	b.do("wait until "+expression, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Poll[any](expression, chromedp.WithPollingInterval(10*time.Millisecond), chromedp.WithPollingTimeout(60*time.Second))(ctx, t)
		return err
	}))
}

func (b *browser) is(expression string) bool {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// shot keeps a picture of the page for go test -artifacts.
func (b *browser) shot(name string) {
	b.Helper()
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.Logf("picture %s: %v", name, err)
		return
	}
	if err := os.WriteFile(filepath.Join(b.ArtifactDir(), name+".png"), picture, 0o644); err != nil {
		b.Error(err)
	}
}

// TestTour takes the tour of the README: a round alone against the Automa in
// the browser, with the program as people start it; then the program is killed
// and started again, and the game goes on.
func TestTour(t *testing.T) {
	if testing.Short() {
		t.Skip("a long tour; run without -short")
	}
	dir := t.TempDir()
	s := start(t, "--data", dir)
	b := browse(t, s.url)
	b.shot("1-start")
	b.click("#seat-red")
	b.click("input[name=order][value=listed]")
	b.click("#start-game")
	b.wait("#do-purple-pass")
	b.shot("2-buy")
	b.click("#do-purple-pass")
	for i, card := range []string{"discover", "tower", "harvest"} {
		b.click(fmt.Sprintf(`label[data-card=%q]`, card))
		b.shot("3-plan")
		b.click(fmt.Sprintf("#lay-%d", i+1))
		b.wait(fmt.Sprintf(`.field[data-field="%d"] .fresh`, i+1))
	}
	b.click("#do-purple-ready")
	b.shot("4-open")
	b.click("#do-table-open-x-draw")
	b.until(`document.querySelector(".lanes li .s-consumption dd").innerText !== "20"`)
	b.shot("5-act")
	b.rest()
	b.click("#tidy")
	b.until(`!document.querySelector("#tidy") && !document.querySelector(".notices")`)
	b.shot("7-round-2")

	if err := s.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.cmd.Wait() // its error is that it was killed
	s = start(t, "--data", dir)
	b.do("look again", chromedp.Navigate(s.url+"seat/purple"))
	b.until(`document.querySelector(".round").textContent === "Round 2"`)
	b.click("#do-purple-pass")
	b.wait(`#lay-1, label[data-card="gems"]`)
	s.end(syscall.SIGINT)
}

// rest plays the rest of a round: whatever comes next, until round 2 begins.
func (b *browser) rest() {
	b.Helper()
	const next = "#do-purple-slide, #do-automa-do-left, #do-automa-skip, #part-menu .own #do-purple-pass, #do-automa-pass"
	for range 30 {
		b.wait(next)
		if b.is(`document.querySelector(".round").textContent === "Round 2"`) {
			return
		}
		if b.is(`!!document.querySelector("#do-automa-do-left")`) {
			b.shot("6-automa")
		}
		before := fmt.Sprintf(`document.body.dataset.version !== "%s"`, b.version())
		b.click(next)
		b.until(before)
	}
	b.Fatal("the round does not end")
}

func (b *browser) version() string {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.dataset.version"))
	if err != nil {
		b.Fatal(err)
	}
	return v
}

package main

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

// TestTour takes the tour of the README: a round alone against the Automa in
// the browser, with the program as people start it; then the program is killed
// and started again, and the game goes on.
func TestTour(t *testing.T) {
	tier.Test(t, tier.Program, "a browser")
	t.Parallel()
	dir := t.TempDir()
	s := start(t, "--data", dir)
	b := chromium.Start(t, false).Page(t, strings.TrimSuffix(s.url, "/"), "en", 420, 860)
	b.Shot("1-start")
	b.Click("#to-new")
	b.Click("#seat-red")
	b.Click("input[name=order][value=listed]")
	b.Click("#start-game")
	b.Wait("#do-purple-pass")
	b.Shot("2-buy")
	b.Click("#do-purple-pass")
	for i, card := range []string{"discover", "tower", "harvest"} {
		b.Click(fmt.Sprintf(`label[data-card=%q]`, card))
		b.Shot("3-plan")
		b.Click(fmt.Sprintf("#lay-%d", i+1))
		b.Wait(fmt.Sprintf(`.field[data-field="%d"] .fresh`, i+1))
	}
	b.Click("#do-purple-ready")
	b.Shot("4-open")
	b.Click("#do-table-open-x-draw")
	b.Until(`document.querySelector(".lanes li .s-consumption dd").innerText !== "20"`)
	b.Shot("5-act")
	rest(b)
	b.Until(`!document.querySelector("#tidy, .notices")`) // the cards have slid by themselves
	b.Shot("7-round-2")

	if err := s.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.cmd.Wait() // its error is that it was killed
	s = start(t, "--data", dir)
	b.Do("look again", chromedp.Navigate(s.url+"seat/purple"))
	b.Until(`document.querySelector(".round").textContent === "Round 2"`)
	b.Click("#do-purple-pass")
	b.Wait(`#lay-1, label[data-card="gems"]`)
	s.end(syscall.SIGINT)
}

// rest plays the rest of a round: whatever comes next, until round 2 begins.
func rest(b *chromium.Page) {
	b.Helper()
	const next = "#do-purple-slide, #do-automa-do-left, #do-automa-skip, #part-menu .own #do-purple-pass, #do-automa-pass"
	for range 30 {
		b.Wait(next)
		if chromium.Ask[bool](b, `document.querySelector(".round").textContent === "Round 2"`) {
			return
		}
		if chromium.Ask[bool](b, `!!document.querySelector("#do-automa-do-left")`) {
			b.Shot("6-automa")
		}
		before := fmt.Sprintf(`document.body.dataset.version !== %q`, chromium.Ask[string](b, "document.body.dataset.version"))
		b.Click(next)
		b.Until(before)
	}
	b.Fatal("the round does not end")
}

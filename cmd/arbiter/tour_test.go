package main

import (
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"
)

// TestTour takes the tour of companion/README.md: a round alone against the Automa in
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
	seatpage.Offers(b, "purple pass")
	b.Shot("2-buy")
	seatpage.Do(b, "purple pass")
	seatpage.Plan(b, "purple", "discover", "tower", "harvest")
	b.Shot("3-plan")
	b.Click("#go")
	b.Click("#ask[action='/deal'] #go")                                     // the card of the Automa
	b.Until(`document.querySelector(".runner .to").dataset.count !== "20"`) // the cards are open
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
	b.Reads(".rounds", "Round 2")
	seatpage.Do(b, "purple pass")
	b.Wait(".slot.empty.open, " + seatpage.Thing("card", "gems"))
	s.end(syscall.SIGINT)
}

// rest plays the rest of a round: whatever comes next, until round 2 begins.
func rest(b *chromium.Page) {
	b.Helper()
	for range 30 {
		seatpage.Ready(b)
		if b.Text(".rounds") == "Round 2" {
			return
		}
		if seatpage.Can(b, "automa do left") {
			b.Shot("6-automa")
		}
		seatpage.Next(b, "purple slide", "automa do left", "automa skip", "purple pass", "automa pass")
	}
	b.Fatal("the round does not end")
}

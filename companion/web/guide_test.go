package web_test

import (
	"testing"

	"arbiter/companion/companiontest/chromium"
)

// Who plays for the first time is told each thing when it comes up, once, and can leave
// the guide at any time; on the page without it nothing is explained.
func TestGuideInTheBrowser(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	p := browse(t, true).Page(t, h.url, "de", 390, 844)
	p.Open("/")
	p.Click("#way-guide")
	p.Click("#ask[action='/deal'] #go") // chance of this table waits to be asked
	p.Wait("#guide-next")
	said := map[string]bool{}
	for chromium.Ask[bool](p, `!document.querySelector("#guide").hidden`) {
		text := chromium.Ask[string](p, `document.querySelector("#guide-text").textContent`)
		if text == "" || said[text] {
			t.Fatalf("after %d steps the guide says %q", len(said), text)
		}
		said[text] = true
		p.Click("#guide-next")
	}
	if len(said) < 2 {
		t.Errorf("the guide begins with %d steps, want the goal and what is asked now", len(said))
	}
	p.Open("/seat/purple?guide")
	p.Until(`document.querySelector("#guide").hidden`) // the same browser has seen them
	p.Open("/seat/purple")
	if chromium.Ask[bool](p, `!!document.querySelector("#guide")`) {
		t.Error("a page without the guide explains the game")
	}
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

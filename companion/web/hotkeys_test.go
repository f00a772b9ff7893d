package web_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"
)

// Single keys lead to parts of a seat's page, the question mark lists them, none works while people
// type or once they are switched off, and none changes the game.
func TestHotkeys(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	p := learner(t, browse(t, true), "es", 1440, 900)
	was := chromium.Ask[string](p, "body.dataset.version")
	p.Key("#main", "?", `document.querySelector("#hotkeys").matches(":modal")`)
	p.Reads("#hotkeys", "Teclas")
	p.Shots("hotkeys")
	p.Key("#hotkeys-close", "h", `!document.querySelector("#sums").open`) // not over the list
	p.Key("#hotkeys-close", kb.Escape, `!document.querySelector("#hotkeys").open`)
	p.Key("#main", "h", `document.querySelector("#sums[open] #hint-sheet")`)
	p.Key("#sum-close", kb.Escape, `!document.querySelector("#sums").open`)
	p.Key("#main", "l", `document.querySelector("#drawer-log").open`)
	p.Key("#drawer-log > summary", kb.Escape, `!document.querySelector("#drawer-log").open`)
	p.Key("#main", "r", `document.activeElement.id === "sum-close" && document.querySelector("#sums #rules-words")`)
	p.Key("#rules-words", "h", `document.querySelector("#rules-words").value === "h" && !document.querySelector("#hint-sheet")`)
	p.Key("#sum-close", kb.Escape, `!document.querySelector("#sums").open`)
	// nor while people type on the page itself; the control is the same key beside the field
	chromium.Ask[bool](p, `document.querySelector("#main").insertAdjacentHTML("afterbegin", "<textarea id=\"types\"></textarea>"), true`)
	p.Key("#types", "l", `document.querySelector("#types").value === "l"`)
	if chromium.Ask[bool](p, `document.querySelector("#drawer-log").open`) {
		t.Error("a letter that is typed opens the log")
	}
	chromium.Ask[bool](p, `document.querySelector("#types").remove(), true`)
	p.Key("#main", "l", `document.querySelector("#drawer-log").open`)
	p.Key("#drawer-log > summary", kb.Escape, `!document.querySelector("#drawer-log").open`)
	p.Key("#main", "c", `document.activeElement.closest("#part-offers, #part-dock")`)
	p.Click("#drawer-menu summary")
	p.Click("#to-hotkeys")
	p.Click("#hotkeys-on")
	p.Click("#hotkeys-close")
	p.Key("#main", "l", `!document.querySelector("#drawer-log").open`)
	if now := chromium.Ask[string](p, "body.dataset.version"); now != was {
		t.Errorf("a key has changed the game: %s, was %s", now, was)
	}
}

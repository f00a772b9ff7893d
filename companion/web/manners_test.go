package web_test

import (
	"context"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/web"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What somebody types, has chosen, unfolded or put the focus on survives what
// others do meanwhile.
func TestChangesLeavePeopleAlone(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	p := browse(t, true).Page(t, h.url, "en", 360, 740)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait("#do-purple-pass")
	h.play("purple pass", "red pass")
	p.Wait(`label[data-card="tower"]`)
	p.Click(`label[data-card="tower"]`)
	h.play("red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	p.Until(`document.body.dataset.version === "6" && document.querySelector("#part-race").textContent.includes("Ready")`)
	if !chromium.Ask[bool](p, `document.querySelector("#hand-tower").checked && document.activeElement.id === "hand-tower"`) {
		t.Error("the chosen card or the focus is lost")
	}
	h.play("purple plan 1 tower", "purple plan 2 discover", "purple plan 3 harvest", "purple ready")
	p.Wait("#do-purple-gain-x")
	p.Click("#part-log details summary")
	p.Do("type", chromedp.SetValue(chromedp.CSS("#do-purple-gain-x"), ""), chromedp.SendKeys(chromedp.CSS("#do-purple-gain-x"), "23"))
	h.web.ShowPicture([]byte("x"))
	h.play("purple gain 5")
	p.Until(`document.querySelector(".lanes .s-energy dd").innerText === "5"`)
	if got, want := chromium.Ask[string](p, `document.querySelector("#do-purple-gain-x").value + " " + document.activeElement.id`), "23 do-purple-gain-x"; got != want {
		t.Errorf("typed and focus: %q, want %q", got, want)
	}
	if !chromium.Ask[bool](p, `document.querySelectorAll("#part-log details[open]").length === 1`) {
		t.Error("what was unfolded is folded")
	}
	p.Open("/seat/purple")
	if got, want := chromium.Ask[string](p, `document.activeElement.tagName`), "BODY"; got != want {
		t.Errorf("a new page puts the focus on %s, want %s", got, want)
	}
}

// A card is laid with the keyboard alone, and dragged with the mouse.
func TestKeyboardAndMouse(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	p := browse(t, false).Page(t, h.url, "en", 1024, 768)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait("#hand-discover")
	p.Key("#hand-discover", " ", `document.querySelector("input[name=card]:checked")?.value === "discover"`)
	p.Key("#hand-discover", kb.ArrowRight, `document.querySelector("input[name=card]:checked").value === "colonize"`)
	p.Key("#lay-1", kb.Enter, `!!document.querySelector('.field[data-field="1"] .fresh')`)
	p.Until(`document.activeElement.id === "part-board"`) // the focus stays with the board
	p.Do("drag", chromedp.DragAndDrop(chromedp.CSS(`label[data-card="tower"]`), chromedp.CSS(`.field[data-field="2"]`)))
	p.Wait(`.field[data-field="2"] .fresh`)
	p.Reads(`.field[data-field="2"]`, "Found a colony")
	p.Click("#lay-3") // no card is chosen
	p.Reads("#refusal", "choose a card from the hand first")
	p.Click("#lift-2")
	p.Reads(`.field[data-field="2"]`, "empty")
	p.Reads(".handcard", "Found a colony")
	p.Until(`document.querySelector("#refusal").hidden`)
}

// The page says that the connection is lost, and comes back by itself.
func TestTheConnectionComesBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	server := h.web.HTTP("")
	l, ended := listen(t), make(chan error)
	go func() { ended <- server.Serve(l) }()
	p := browse(t, false).Page(t, "http://"+l.Addr().String(), "en", 360, 740)
	p.Open("/table")
	p.Wait("#claim-red")
	end, cancel := context.WithTimeout(t.Context(), chromium.Patience)
	defer cancel()
	check(t, server.Shutdown(end))
	<-ended
	p.Wait("#offline")
	h.play("purple pass")
	restarted, err := web.New(h.opts)
	check(t, err)
	again := restarted.HTTP("")
	go again.Serve(l.again())
	t.Cleanup(func() { again.Close() })
	p.Do("come back", chromedp.WaitNotVisible(chromedp.CSS("#offline")))
	p.Reads("#part-headline", "Ben")
}

// Who wants less motion gets none.
func TestLessMotion(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	p := browse(t, true).Page(t, h.url, "en", 360, 740)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait("#hand-discover")
	moving := func(wish string) int {
		p.Prefer("reduced-motion", wish)
		return chromium.Ask[int](p, `[...document.querySelectorAll("*")].map((e) => getComputedStyle(e))
			.filter((s) => parseFloat(s.transitionDuration) + parseFloat(s.animationDuration) > 0).length`)
	}
	if n := moving("reduce"); n > 0 {
		t.Errorf("%d parts move for who wants no motion", n)
	}
	if moving("no-preference") == 0 {
		t.Error("nothing moves for anybody, so this proves nothing")
	}
}

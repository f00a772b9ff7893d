package web_test

import (
	"context"
	"fmt"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What somebody types, has chosen, unfolded or put the focus on survives what
// others do meanwhile. A choice ends when it has been carried out on a reader.
func TestChangesLeavePeopleAlone(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	p := browse(t, true).Page(t, h.url, "en", 360, 740)
	p.Open("/table")
	p.Click("#claim-purple")
	seatpage.Offers(p, "purple pass")
	h.play("purple pass", "red pass")
	p.Wait(seatpage.Thing("card tower"))
	p.Key(seatpage.Thing("zone purple 2")+".spot", kb.Enter, `document.querySelector('[data-thing="zone purple 2"].spot').getAttribute("aria-pressed") === "true"`)
	h.play("red plan 1 gems", "red plan 2 upgrade", "red plan 3 colonize", "red ready")
	p.Until(`document.body.dataset.version === "6" && document.querySelector("#part-board").textContent.includes("Ready")`)
	if !chromium.Ask[bool](p, `((e) => e.getAttribute("aria-pressed") === "true" && document.activeElement === e)(document.querySelector('[data-thing="zone purple 2"].spot'))`) {
		t.Error("the picked field or the focus is lost")
	}
	h.play("purple plan 1 tower", "purple plan 2 discover", "purple plan 3 harvest")                        // on readers
	p.Until(`document.querySelector("#go").value === "purple ready" && !document.querySelector(".picked")`) // a card lies where one was to be laid
	h.play("purple ready")
	p.Wait("#count")
	p.Until(`!document.body.classList.contains("watching") && !("busy" in document.body.dataset)`) // what the others did was shown
	seatpage.Unfold(p, "log")
	p.Click("#part-log details summary")
	p.Do("type", chromedp.SetValue(chromedp.CSS("#count"), ""), chromedp.SendKeys(chromedp.CSS("#count"), "23"))
	typed := func(want string) {
		t.Helper()
		if got := chromium.Ask[string](p, `document.querySelector("#count").value + " " + document.activeElement.id`); got != want {
			t.Errorf("typed and focus: %q, want %q", got, want)
		}
	}
	h.web.ShowPicture([]byte("x"))
	h.browser().sit("red").ok("/undo", "seat", "red", "version", h.version("red"))
	p.Wait(".consent")
	typed("23 count")
	h.play("purple gain 5") // by another phone of the seat: what was typed before belongs to a moment that has passed
	p.Until(`document.querySelector("#sum-purple .run").dataset.count === "5"`)
	typed(" count")
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
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	p := browse(t, false).Page(t, h.url, "en", 1024, 768)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait(seatpage.Thing("card discover"))
	field := func(n int, holds string) string {
		return fmt.Sprintf(`document.querySelector('.slot[data-thing="zone purple %d"]')%s`, n, holds)
	}
	p.Key(".hand "+seatpage.Thing("card discover"), kb.Enter, field(1, `.textContent.includes("Discover")`)) // on the first field that is empty
	p.Do("drag", chromedp.DragAndDrop(chromedp.CSS(".hand "+seatpage.Thing("card tower")), chromedp.CSS(`.slot[data-thing="zone purple 3"]`)))
	p.Until(field(3, `.textContent.includes("Found a colony")`))
	p.Key(seatpage.Thing("zone purple 2")+".spot", kb.Enter, field(2, `.classList.contains("picked")`))
	p.Key(".slot "+seatpage.Thing("card tower"), kb.Enter, field(3, `.classList.contains("empty")`)) // takes it back
	p.Reads(".hand", "Found a colony")
	p.Key(".hand "+seatpage.Thing("card harvest"), " ", field(1, `.textContent.includes("Discover")`)+" && document.querySelectorAll('.slot.empty').length === 1")
}

// The page says that the connection is lost, and comes back by itself.
func TestTheConnectionComesBack(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
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
	p.Until(`document.body.dataset.version === "1"`) // what was played meanwhile
}

// Who wants less motion gets none.
func TestLessMotion(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	p := browse(t, true).Page(t, h.url, "en", 360, 740)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait(seatpage.Thing("card discover"))
	moving := func(wish string) int {
		p.Prefer("reduced-motion", wish)
		return chromium.Ask[int](p, `[...document.querySelectorAll("*")].map((e) => getComputedStyle(e))
			.filter((s) => parseFloat(s.transitionDuration) + parseFloat(s.animationDuration) > 0.01).length`)
	}
	if n := moving("reduce"); n > 0 {
		t.Errorf("%d parts move for who wants no motion", n)
	}
	if moving("no-preference") == 0 {
		t.Error("nothing moves for anybody, so this proves nothing")
	}
}

package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
)

// point moves the mouse to the middle of a thing, or away from all, once the page listens
// and lies still.
func point(p *chromium.Page, selector string) {
	p.Helper()
	p.Until(`document.readyState === "complete" && document.getAnimations().every((a) => a.playState !== "running")`)
	at := map[string]any{"type": "mouseMoved", "x": 1, "y": 1}
	if selector != "" {
		middle := chromium.Ask[[]float64](p, `((r) => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector("`+selector+`").getBoundingClientRect())`)
		at["x"], at["y"] = middle[0], middle[1]
	}
	p.Do("point at "+selector, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Input.dispatchMouseEvent", at, nil)
	}))
}

// A card is seen large, with its words, while a mouse rests on it. What people choose for
// their phone is kept in it and holds on each page that it opens: the button at the left,
// less motion.
func TestAPhoneIsAsItsHolderLikes(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	check(t, h.release("purple"))
	p := browse(t, true).Page(t, h.url, "de", 390, 844)
	p.Prefer("reduced-motion", "no-preference")
	p.Open("/table")
	p.Click("#claim-purple")
	p.Until(`location.pathname === "/seat/purple"`)
	const large = `Boolean(document.querySelector(".closeup .tx")?.checkVisibility())`
	for end := time.Now().Add(chromium.Patience); !chromium.Ask[bool](p, large) && time.Now().Before(end); { // a page that changes makes it small again
		point(p, "")
		point(p, ".offer .thing")
		for n := 0; n < 60 && !chromium.Ask[bool](p, large); n++ {
			time.Sleep(50 * time.Millisecond) // until the card is large
		}
	}
	if at := chromium.Ask[[]float64](p, `((r) => [r.left, r.top, innerWidth - r.right, innerHeight - r.bottom])(document.querySelector(".closeup").getBoundingClientRect())`); min(at[0], at[1], at[2], at[3]) < 0 {
		t.Errorf("the card is not all in the window: %v", at)
	}
	if read := chromium.Ask[string](p, `document.querySelector(".closeup .read").textContent`); !strings.Contains(read, "Platzhalter") {
		t.Errorf("where its values were read: %q", read)
	}
	p.Keep("closeup")
	point(p, "")
	p.Until(`!document.querySelector(".closeup")`)
	touch := func(what string) {
		chromium.Ask[bool](p, fmt.Sprintf(`document.querySelector(".offer .thing .card").dispatchEvent(new PointerEvent(%q, { bubbles: true, pointerType: "touch" }))`, what))
	}
	picked := func() int {
		return chromium.Ask[int](p, `document.querySelector(".offer .thing").click(), document.querySelectorAll(".offer .picked").length`)
	}
	touch("pointerdown") // a finger that stays looks, and chooses nothing
	p.Until(`document.querySelector(".closeup .tx")?.checkVisibility()`)
	touch("pointerup")
	p.Until(`!document.querySelector(".closeup")`)
	if looked, chosen, left := picked(), picked(), picked(); looked != 0 || chosen != 1 || left != 0 {
		t.Errorf("a long touch picks %d, a short one %d, and one more leaves %d", looked, chosen, left)
	}
	const leftmost = `document.querySelector("#go:not([hidden]), #ask .choices").getBoundingClientRect().right < document.querySelector("#ask .say").getBoundingClientRect().left`
	if chromium.Ask[bool](p, leftmost+" || calm()") {
		t.Error("the page is for the left hand, or calm, before anybody has asked for it")
	}
	seatpage.Unfold(p, "menu")
	p.Click("#left")
	p.Click("#calm")
	p.Open("/seat/purple")
	p.Until("calm() && " + leftmost)
	if all := chromium.Ask[[]string](p, outside); len(all) > 0 {
		t.Errorf("for the left hand these are outside: %s", strings.Join(all, "; "))
	}
	faults, _ := p.Misprints(mayDo)
	for _, m := range faults {
		t.Errorf("for the left hand: %v", m)
	}
	p.Keep("left-handed")
	p.Open("/table")
	p.Until("calm()")
}

// The tab of a seat says what the seat is asked, and nothing else while others act; a phone
// vibrates, where its holder wants it to, when the turn comes, and at no other moment.
func TestTheTabCalls(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Until(`location.pathname === "/seat/purple" && document.title.startsWith("● Buy")`)
	chromium.Ask[bool](p, `window.buzzed = 0, navigator.vibrate = () => { buzzed++; return true; }, wants.buzz = true`)
	for _, m := range []struct {
		line, title string
		buzzed      int
	}{{"purple pass", "", 0}, {"red pass", "● ", 1}, {"purple plan 1 discover", "● ", 1}} {
		h.play(m.line)
		p.Until(`document.body.dataset.version === "` + h.version("") + `" && moments.length === 0 && document.querySelector("#film").hidden`)
		title := chromium.Ask[string](p, `document.title`)
		if n := chromium.Ask[int](p, `buzzed`); n != m.buzzed || strings.HasPrefix(title, "●") != (m.title != "") {
			t.Errorf("after %q the tab says %q, and the phone has vibrated %d times, want %d", m.line, title, n, m.buzzed)
		}
	}
}

// A phone is told of the turn outside of its browser if its holder has asked for that by a press, and
// while nobody looks at the page. It is told whose turn it is and no more, for a locked phone shows it
// to everybody; the word goes when the page is seen again.
func TestTurnsAreNotified(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Until(`location.pathname === "/seat/purple" && document.title.startsWith("● Buy")`)
	chromium.Ask[bool](p, `window.rings = [], window.permitted = 0, window.Notification = class {
		static permission = "default";
		static async requestPermission() { permitted++; return Notification.permission = permitted === 1 ? "denied" : "granted"; }
		constructor(title, { body }) { rings.push(title + ": " + body); }
		close() { rings.push("closed"); }
	}, window.looks = (how) => { Object.defineProperty(document, "visibilityState", { value: how, configurable: true }); document.dispatchEvent(new Event("visibilitychange")); }, true`)
	seatpage.Unfold(p, "menu")
	if n := chromium.Ask[int](p, `permitted`); n != 0 {
		t.Errorf("before anybody has pressed, the browser is asked %d times", n)
	}
	p.Click("#notify")
	p.Until(`permitted === 1 && !wants.notify && !refusal.hidden`) // who forbids it is told what that means
	p.Click("#notify")
	p.Until(`permitted === 2 && wants.notify && document.getElementById("notify").ariaPressed === "true"`)
	seatpage.Fold(p, "menu")
	chromium.Ask[bool](p, `looks("hidden"), true`)
	for _, m := range []struct{ line, told string }{{"purple pass", ""}, {"red pass", "Your turn: Ana"}} {
		h.play(m.line)
		p.Until(`document.body.dataset.version === "` + h.version("") + `"`)
		p.Until(`rings.join(", ") === "` + m.told + `"`)
	}
	chromium.Ask[bool](p, `looks("visible"), true`)
	p.Until(`rings.join(", ") === "Your turn: Ana, closed"`)
	chromium.Ask[bool](p, `asked = false, heard({}), true`) // control: the same turn while somebody looks
	if n := chromium.Ask[int](p, `rings.filter((r) => r !== "closed").length`); n != 1 {
		t.Errorf("who looks at the page is notified, too: %d", n)
	}
}

// Pages are light or dark as the phone has it, until somebody wants the other: then all pages are, also
// after they are loaded again, until it is what the phone has.
func TestPagesAreLightIfWanted(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	p := browse(t, true).Page(t, h.url, "en", 390, 844)
	const light, dark = "rgb(239, 236, 228)", "rgb(9, 11, 22)"
	is := func(color string) {
		t.Helper()
		if got := chromium.Ask[string](p, `getComputedStyle(document.body).backgroundColor`); got != color {
			t.Errorf("the page is %s, want %s", got, color)
		}
	}
	p.Open("/")
	is(dark)
	p.Click("#theme")
	is(light)
	p.Open("/more")
	is(light)
	p.Prefer("color-scheme", "light")
	p.Prefer("color-scheme", "dark")
	is(light)
	p.Click("#theme")
	is(dark)
	p.Prefer("color-scheme", "light")
	is(light)
}

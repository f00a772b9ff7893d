package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A typist plays with the keyboard alone.
type typist struct {
	*chromium.Page
	presses int
}

// press presses keys, one after the other.
func (k *typist) press(keys ...string) {
	k.Helper()
	var steps []chromedp.Action[chromedp.Void]
	for _, key := range keys {
		steps = append(steps, chromedp.KeyEvent(key))
	}
	k.presses += len(keys)
	k.Do(fmt.Sprintf("press %q", keys), steps...)
}

// reach presses Tab until an element that fits has the focus.
func (k *typist) reach(selector string) {
	k.Helper()
	k.Wait(selector)
	k.Do("tab to "+selector, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for range 150 {
			ok, err := chromedp.Evaluate[bool](fmt.Sprintf(`document.activeElement.matches(%q)`, selector))(ctx, t)
			if err != nil || ok {
				return err
			}
			if _, err := chromedp.KeyEvent(kb.Tab)(ctx, t); err != nil {
				return err
			}
			k.presses++
		}
		return fmt.Errorf("Tab does not come to %s", selector)
	}))
}

// does reaches a button, presses Enter, and waits for the next version.
func (k *typist) does(selector string) {
	k.Helper()
	version := chromium.Ask[string](k.Page, `document.body.dataset.version`)
	k.reach(selector)
	k.press(kb.Enter)
	k.Until(fmt.Sprintf(`document.body.dataset.version !== %q && !document.querySelector("[aria-disabled=true]")`, version))
}

// plan lays three cards: Enter lays each on the first field that is empty.
func (k *typist) plan() {
	k.Helper()
	for field := seatpage.Planned(k.Page); field < 3; field = seatpage.Planned(k.Page) {
		k.reach(".hand .thing.may")
		k.press(kb.Enter)
		k.Until(fmt.Sprintf(`document.querySelectorAll(".slot:not(.empty)").length > %d`, field))
	}
}

// A game for two is played with the keyboard alone, from the start page, without a
// tap or a click, to the winner. TestARoundByEar plays one round so, and listens.
func TestWholeGameByKeyboard(t *testing.T) {
	t.Parallel()
	tier.Long(t, tier.Pages, "a whole game by keyboard")
	rounds := tier.Of(t, tier.Pages, "rounds", 1, 1, 100)
	h := newHouse(t)
	h.undrawn.Store(true)
	k := &typist{Page: browse(t, true).Page(t, h.url, "en", 1024, 768)}
	k.reach("#to-new")
	k.press(kb.Enter)
	k.reach("#all")
	k.press(" ")
	k.reach("#start-game")
	k.press(kb.Enter)
	k.Wait("main")
	for n := 0; !h.over() && h.round() <= rounds; n++ {
		if n == 1000 {
			t.Fatal("the game does not end")
		}
		k.turn(string(h.acting()))
	}
	t.Logf("%d keys, %s entries", k.presses, h.version(""))
	if said := k.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
	if !h.over() {
		return
	}
	k.Wait("#part-ask .over")
	if text := k.Text("#part-ask"); !strings.Contains(text, "has won") {
		t.Errorf("at the end the page says %q", text)
	}
}

// round is the number of the round that is played; 0 before the first and after the
// last.
func (h *house) round() (n int) {
	h.t.Helper()
	snap, err := h.table.Snapshot(h.t.Context(), "")
	check(h.t, err)
	fmt.Sscanf(snap.View.Stage[0].String(), "Round %d", &n)
	return n
}

// turn goes to the page of the seat that may act, and does what comes first: lay
// cards, win energy, go on.
func (k *typist) turn(seat string) {
	k.Helper()
	if !strings.HasPrefix(chromium.Ask[string](k.Page, `location.pathname`), "/seat/"+seat) {
		if k.Has("#drawer-menu:not([open])") {
			k.reach("#drawer-menu > summary")
			k.press(kb.Enter)
			k.Until(`document.querySelector("#drawer-menu").open`)
		}
		k.reach(`a[href="/seat/` + seat + `"]`)
		k.press(kb.Enter)
		k.Until(`location.pathname === "/seat/` + seat + `" && document.readyState === "complete"`)
	}
	k.Until(`document.querySelectorAll("#part-moves button").length > 0`)
	switch {
	case k.Has(".slot.empty.open") && k.Has(".hand .thing.may"):
		k.plan()
	case k.Has("#count") && k.poor(seat):
		k.reach("#count")
		k.press("4", "0")
		k.does("#go")
	case seatpage.Can(k.Page, seat+" slide"):
		k.listed(seat + " slide")
	case k.Has("#tidy"):
		k.reach("#tidy")
		k.press(kb.Enter)
		k.Until(`!document.querySelector("#tidy")`)
	case seatpage.Can(k.Page, seat+" pass"):
		k.listed(seat + " pass")
	case k.Has("#go:not([hidden])"):
		k.does("#go")
	default:
		k.reach(".offer .thing.may")
		k.press(kb.Enter)
		k.does("#go:not([hidden]), .choices button")
	}
}

// listed carries out a move through the list of all moves.
func (k *typist) listed(line string) {
	k.Helper()
	k.reach("#drawer-moves > summary")
	k.press(kb.Enter)
	k.Until(`document.querySelector("#drawer-moves").open`)
	k.does(fmt.Sprintf("#part-moves [value=%q]", line))
}

// poor reports whether the seat is still to win energy this turn.
func (k *typist) poor(seat string) bool {
	k.Helper()
	return chromium.Ask[bool](k.Page, `![...document.querySelectorAll(".entries > li:nth-child(-n+1)")].some((e) => /gains \d+ energy/i.test(e.textContent))`)
}

// Whatever has the focus is seen: no notice lies over it (WCAG 2.2, 2.4.11). The
// control is a notice that lies over the page.
func TestFocusIsSeen(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	h.begin("Ana", "Ben")
	h.play("purple pass", "red pass")
	p := browse(t, true).Page(t, h.url, "de", 360, 664)
	p.Open("/table")
	p.Click("#claim-purple")
	p.Wait(seatpage.Thing("card discover"))
	mistake(p)
	if hidden, all := covered(p, ".refusal"); all < 10 || len(hidden) > 0 {
		t.Errorf("of %d controls these lie under the refusal when they have the focus: %q", all, hidden)
	}
	chromium.Ask[bool](p, `document.querySelector(".refusal").style.cssText = "position: fixed; inset: 0; z-index: 99", true`)
	if hidden, _ := covered(p, ".refusal"); len(hidden) == 0 {
		t.Error("control: nothing lies under a refusal that fills the page, so this proves nothing")
	}
}

// covered scrolls each control under what stays at the top, gives it the focus, and
// returns those that stay there, of how many.
func covered(p *chromium.Page, top string) (hidden []string, all int) {
	p.Helper()
	for _, at := range chromium.Ask[[]string](p, fmt.Sprintf(`[...document.querySelectorAll("main :is(a, button, input, select, summary)")]
		.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(%[1]q))
		.map((e) => {
			document.activeElement.blur();
			scrollBy(0, e.getBoundingClientRect().top - 20);
			e.focus();
			const r = e.getBoundingClientRect();
			const over = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
			return (over?.closest(%[1]q) ? "under " : "free ") + (e.id || e.textContent);
		})`, top)) {
		all++
		if name, ok := strings.CutPrefix(at, "under "); ok {
			hidden = append(hidden, name)
		}
	}
	return hidden, all
}

package web_test

import (
	"fmt"
	"strings"

	"arbiter/companion/companiontest/chromium"

	"github.com/chromedp/chromedp"
)

// can tells whether the page of a seat offers a move now.
func can(p *chromium.Page, line string) bool {
	p.Helper()
	return p.Has(fmt.Sprintf("#part-moves [value=%q]", line))
}

// offers waits until the page of a seat offers a move.
func offers(p *chromium.Page, line string) {
	p.Helper()
	p.Until(fmt.Sprintf(`!!document.querySelector('#part-moves [value="%s"]')`, line))
}

// does carries out a move through the list of all moves.
func does(p *chromium.Page, line string) {
	p.Helper()
	offers(p, line)
	unfold(p, "moves")
	p.Click(fmt.Sprintf("#part-moves [value=%q]", line))
}

// unfold opens a drawer of the page of a seat.
func unfold(p *chromium.Page, name string) {
	p.Helper()
	if !p.Has("#drawer-" + name + "[open]") {
		p.Click("#drawer-" + name + " > summary")
	}
	p.Wait("#drawer-" + name + "[open] .inner")
}

// fold closes the drawer that is open.
func fold(p *chromium.Page, name string) {
	p.Helper()
	p.Click("#drawer-" + name + " > summary")
	p.Until(`!document.querySelector(".drawer[open]")`)
}

// corner taps a thing at its upper left corner, which is in sight where cards overlap.
func corner(p *chromium.Page, selector string) {
	p.Helper()
	p.Wait(selector)
	p.Until(`!("busy" in document.body.dataset) && document.getAnimations().every((a) => a.playState !== "running")`) // it lies still
	at := chromium.Ask[[]float64](p, fmt.Sprintf(`((r) => [r.x + 10, r.y + 14])(document.querySelector(%q).getBoundingClientRect())`, selector))
	p.Do("tap "+selector, chromedp.MouseClickXY(at[0], at[1]))
}

// plan lays cards on the empty fields of a seat, from left to right: a tap for each.
func plan(p *chromium.Page, seat string, cards ...string) {
	p.Helper()
	for i, card := range cards {
		field := fmt.Sprintf(`.slot[data-thing="zone %s %d"]`, seat, i+1)
		if i == 1 {
			p.Shot("seat-plan-360")
		}
		corner(p, fmt.Sprintf(".hand [data-thing=%q]", "card "+card))
		p.Wait(field + ":not(.empty)")
	}
	offers(p, seat+" ready")
}

// enter enters a number with the stepper.
func enter(p *chromium.Page, n int) {
	p.Helper()
	p.Fill("#count", fmt.Sprint(n))
	p.Until(fmt.Sprintf(`document.querySelector("#go").value.endsWith(" %d")`, n))
	p.Click("#go")
}

// planned is how many of a seat's fields are not empty.
func planned(p *chromium.Page) int {
	p.Helper()
	return chromium.Ask[int](p, `document.querySelectorAll(".slot:not(.empty)").length`)
}

// thing selects something on the page by the word that commands aim at.
func thing(words ...string) string {
	return fmt.Sprintf("[data-thing=%q]", strings.Join(words, " "))
}

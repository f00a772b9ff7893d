// Package seatpage plays on the page of a seat, as people do.
package seatpage

import (
	"fmt"
	"slices"
	"strings"

	"arbiter/companion/companiontest/chromium"

	"github.com/chromedp/chromedp"
)

// Can reports whether the page of a seat offers a move now.
func Can(p *chromium.Page, line string) bool {
	p.Helper()
	return p.Has(fmt.Sprintf("#part-moves [value=%q]", line))
}

// Offers waits until the page of a seat offers a move.
func Offers(p *chromium.Page, line string) {
	p.Helper()
	p.Until(fmt.Sprintf(`!!document.querySelector('#part-moves [value="%s"]')`, line))
}

// Do carries out a move through the list of all moves.
func Do(p *chromium.Page, line string) {
	p.Helper()
	Offers(p, line)
	Unfold(p, "moves")
	p.Click(fmt.Sprintf("#part-moves [value=%q]", line))
}

// Unfold opens a drawer of the page of a seat.
func Unfold(p *chromium.Page, name string) {
	p.Helper()
	if !p.Has("#drawer-" + name + "[open]") {
		p.Click("#drawer-" + name + " > summary")
	}
	p.Wait("#drawer-" + name + "[open] .inner")
}

// Fold closes the drawer that is open.
func Fold(p *chromium.Page, name string) {
	p.Helper()
	p.Click("#drawer-" + name + " > summary")
	p.Until(`!document.querySelector(".drawer[open]")`)
}

// Middle taps the center of a thing: on a board it need not be a rectangle.
func Middle(p *chromium.Page, selector string) {
	p.Helper()
	p.Wait(selector)
	p.Until(chromium.Rests + ` && document.getAnimations().every((a) => a.playState !== "running")`) // it no longer moves
	at := chromium.Ask[[]float64](p, fmt.Sprintf(`((e) => { const r = (e.querySelector(".hit") ?? e).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })(document.querySelector(%q))`, selector))
	p.Do("tap "+selector, chromedp.MouseClickXY(at[0], at[1]))
}

// Corner taps the top left corner of a thing, which is visible where cards overlap.
func Corner(p *chromium.Page, selector string) {
	p.Helper()
	p.Wait(selector)
	p.Until(chromium.Rests + ` && document.getAnimations().every((a) => a.playState !== "running")`) // it no longer moves
	at := chromium.Ask[[]float64](p, fmt.Sprintf(`((e) => { e.scrollIntoView({ block: "nearest" }); const r = e.getBoundingClientRect(); return [r.x + 10, r.y + 14]; })(document.querySelector(%q))`, selector))
	p.Do("tap "+selector, chromedp.MouseClickXY(at[0], at[1]))
}

// Plan lays cards on the empty fields of a seat, from left to right: a tap for each.
func Plan(p *chromium.Page, seat string, cards ...string) {
	p.Helper()
	for i, card := range cards {
		field := fmt.Sprintf(`.slot[data-thing="zone %s %d"]`, seat, i+1)
		if i == 1 {
			p.Shot("seat-plan-360")
		}
		Corner(p, fmt.Sprintf(".hand [data-thing=%q]", "card "+card))
		p.Wait(field + ":not(.empty)")
	}
	Offers(p, seat+" ready")
}

// Enter enters a number with the stepper, and does nothing else.
func Enter(p *chromium.Page, n int) {
	p.Helper()
	p.Fill("#count", fmt.Sprint(n))
	enter := fmt.Sprintf("#ask [value$=' %d']", n)
	p.Until(fmt.Sprintf("!!document.querySelector(%q)", enter))
	p.Click(enter)
}

// Planned returns how many of a seat's fields are not empty.
func Planned(p *chromium.Page) int {
	p.Helper()
	return chromium.Ask[int](p, `document.querySelectorAll(".slot:not(.empty)").length`)
}

// Thing returns a selector for something on the page, by the words that commands aim at.
func Thing(words ...string) string {
	return fmt.Sprintf("[data-thing=%q]", strings.Join(words, " "))
}

// First returns the first offered move that begins with these words; "" if none does.
func First(p *chromium.Page, words string) string {
	p.Helper()
	return chromium.Ask[string](p, fmt.Sprintf(`document.querySelector('#part-moves [value^="%s "]')?.value ?? ""`, words))
}

// Ready waits until the page asks for something, or the game is over.
func Ready(p *chromium.Page) {
	p.Helper()
	p.Until(`!("busy" in document.body.dataset) && !!document.querySelector("#part-moves button, #go:not([hidden]), #tidy, #part-ask .over")`)
}

// Next carries out the first of these moves that is offered, or else what the primary button says,
// or else the first move of all, and waits for the result.
func Next(p *chromium.Page, lines ...string) {
	p.Helper()
	Ready(p)
	version := chromium.Ask[string](p, `document.body.dataset.version`)
	if i := slices.IndexFunc(lines, func(line string) bool { return Can(p, line) }); i >= 0 {
		Do(p, lines[i])
	} else if p.Has("#go:not([hidden])") {
		p.Click("#go")
	} else {
		Do(p, chromium.Ask[string](p, `document.querySelector("#part-moves button").value`))
	}
	p.Until(fmt.Sprintf(`document.body.dataset.version !== %q || !document.querySelector("#refusal").hidden`, version))
}

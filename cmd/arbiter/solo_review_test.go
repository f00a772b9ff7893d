package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
)

var romans = strings.Fields("0 I II III IV V VI VII VIII IX X")

// lookBack: the game is in the list; its page has the result, and in its charts are
// the numbers of the log.
func (e *solo) lookBack() {
	p := e.page
	p.Open("/games?player=ana&result=decided")
	p.Click(`a[href="` + e.path("") + `"]`)
	p.Wait(".drawn .chart")
	p.Shot("solo past 390")
	names := map[engine.Seat]string{"purple": anaAlone, "automa": "Automa"}
	if got, want := p.Text("#result tbody tr"), names[engine.Seat(e.game.Result)]; want == "" || !strings.Contains(got, want) || !strings.HasPrefix(got, "1") {
		e.Errorf("first place: %q, the log says %q", got, e.game.Result)
	}
	for seat := range names {
		var want [][]string
		for n, s := range e.rounds {
			energy := fmt.Sprint(s[seat].energy)
			before := 0
			if n > 0 {
				before = e.rounds[n-1][seat].level
			}
			for _, level := range romans[before+1 : s[seat].level+1] {
				energy += " (Level " + level + ")"
			}
			want = append(want, []string{fmt.Sprint(n + 1), energy, fmt.Sprint(s[seat].consumption)})
		}
		if got := e.numbers("energy-" + string(seat)); fmt.Sprint(got) != fmt.Sprint(want) {
			e.Errorf("the chart of %s has %v, the log %v", seat, got, want)
		}
		if got, want := e.curve("energy-"+string(seat)), len(e.rounds); got != want {
			e.Errorf("the curve of %s has %d points, want %d", seat, got, want)
		}
	}
	e.levels()
	e.sources(names)
}

// numbers are the rows of the table under a chart.
func (e *solo) numbers(chart string) [][]string {
	return chromium.Ask[[][]string](e.page, fmt.Sprintf(`[...document.querySelectorAll("#numbers-%s tbody tr")].map((r) => [...r.children].map((c) => c.textContent))`, chart))
}

// curve is how many points the first line of a chart has.
func (e *solo) curve(chart string) int {
	return chromium.Ask[int](e.page, fmt.Sprintf(`(document.querySelector("figure:has(#numbers-%s) .chart polyline")?.getAttribute("points") ?? "").trim().split(/\s+/).length`, chart))
}

func (e *solo) levels() {
	for n, row := range e.numbers("levels") {
		for i, seat := range []engine.Seat{"purple", "automa"} {
			if want := romans[e.rounds[n][seat].level]; row[i+1] != want {
				e.Errorf("level of %s in round %d: %s, the log says %s", seat, n+1, row[i+1], want)
			}
		}
	}
}

// sources: what came from everywhere is all that was won.
func (e *solo) sources(names map[engine.Seat]string) {
	type source struct {
		Name string
		At   []int
		Sum  int
	}
	all := chromium.Ask[[]source](e.page, `[...document.querySelectorAll("#sources thead .word")].map((name, i) => ({ name: name.textContent,
		at: [...document.querySelectorAll("#sources tbody tr:not(.total)")].map((r) => Number(r.children[i + 1].textContent)), sum: Number(document.querySelector("#sources .total").children[i + 1].textContent) }))`)
	for seat, name := range names {
		i := slices.IndexFunc(all, func(s source) bool { return s.Name == name })
		if i < 0 {
			e.Errorf("the sources of %s are not told: %v", name, all)
			continue
		}
		sum := 0
		for _, n := range all[i].At {
			sum += n
		}
		if sum != e.won[seat] || all[i].Sum != sum {
			e.Errorf("the sources of %s add up to %d, which is told as %d, the log to %d", name, sum, all[i].Sum, e.won[seat])
		}
	}
}

// replay: step by step with the arrow keys through the first round, then round by
// round; each step has the tracks and the picture of that moment.
func (e *solo) replay() {
	p := e.page
	p.Click("#replay")
	p.Until(fmt.Sprintf(`document.querySelector("#at")?.max === "%d"`, len(e.game.Entries)))
	p.Wait("#replay-stage[data-ready]")
	p.Click("#shown summary")
	pictures, struck := map[float64]bool{}, 0
	for at := 0; p.Text(".rounds [aria-current]") != "Runde 2"; at++ {
		pictures[e.moment(at)] = true
		struck += chromium.Ask[int](p, `document.querySelectorAll("#part-replay-caption s").length`)
		p.Do("arrow key", chromedp.KeyEvent(kb.ArrowRight))
		p.Until(fmt.Sprintf(`document.body.dataset.at === "%d"`, at+1))
	}
	if struck == 0 || len(pictures) < 5 {
		e.Errorf("%d lines are struck through, %d different pictures: too few", struck, len(pictures))
	}
	rounds := chromium.Ask[[]string](p, `[...document.querySelectorAll(".rounds a")].map((a) => a.getAttribute("href"))`)
	if len(rounds) != len(e.rounds) {
		e.Errorf("one can go to %d rounds, the log has %d", len(rounds), len(e.rounds))
	}
	for n, href := range rounds {
		p.Click(fmt.Sprintf(`.rounds a[href=%q]`, href))
		p.Until(fmt.Sprintf(`document.querySelector("#part-replay-caption .stage").textContent.startsWith("Runde %d ") && "/games/" + location.pathname.split("/")[2] + "/replay" + location.search === %q`, n+1, href))
		e.moment(chromium.Ask[int](p, `Number(document.querySelector("#at").value)`))
	}
	p.Shot("solo replay 390")
}

// moment checks a step against the log, and returns what tells its picture from
// others.
func (e *solo) moment(at int) (picture float64) {
	e.Helper()
	p := e.page
	p.Until(fmt.Sprintf(`((i) => !!i && i.complete && i.naturalWidth === 400 && i.src.endsWith("at=%d"))(document.querySelector("#panel"))`, at))
	p.Until(`document.getAnimations().length === 0`) // numbers have been counted to their ends
	got := chromium.Ask[[]string](p, `[...document.querySelectorAll(".racers > ul > li")].map((l) => [l.querySelector(".seated > span").textContent, ...["energy", "consumption"].map((n) => l.querySelector(".t-" + n + " b").textContent)].join(" ")).sort()`)
	want := []string{
		fmt.Sprintf("%s %d %d", anaAlone, e.steps[at]["purple"].energy, e.steps[at]["purple"].consumption),
		fmt.Sprintf("Automa %d %d", e.steps[at]["automa"].energy, e.steps[at]["automa"].consumption),
	}
	slices.Sort(want)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		e.Errorf("step %d shows %q, the log says %q", at, got, want)
	}
	return chromium.Ask[float64](p, `((c, i) => {
		[c.width, c.height] = [400, 300]
		const g = c.getContext("2d")
		g.drawImage(i, 0, 0)
		return g.getImageData(0, 0, 400, 300).data.reduce((sum, x, n) => (sum * 31 + x + n) % 4294967291, 7)
	})(document.createElement("canvas"), document.querySelector("#panel"))`)
}

// whatIf plays on in a copy from the middle of the game; the record stays as it is.
func (e *solo) whatIf() {
	p := e.page
	before := logOf(e.T, e.dir, e.game.ID)
	p.Open(e.path("/replay?at=" + fmt.Sprint(len(e.game.Entries)/2)))
	p.Click("#whatif")
	p.Wait("#origin")
	chromium.Ask[bool](p, `[...document.querySelectorAll(".moves li button")].at(-1).click(), true`) // it needs no number
	p.Click("#back")
	p.Until(`!document.querySelector("#back") && !!document.querySelector("#origin")`)
	if after := logOf(e.T, e.dir, e.game.ID); after != before {
		e.Errorf("the record has changed:\n%s\n%s", before, after)
	}
}

// statistics: one game, and who has won it.
func (e *solo) statistics() {
	e.page.Open("/games/statistics")
	won := map[bool]string{true: "1", false: "0"}[e.game.Result == "purple"]
	row := chromium.Ask[[]string](e.page, fmt.Sprintf(`[...document.querySelectorAll(".tally tr")].filter((r) => r.textContent.includes(%q)).map((r) => [...r.querySelectorAll("td")].slice(0, 2).map((c) => c.innerText.trim().split(/\s/)[0]).join(" "))`, anaAlone))
	if want := []string{"1 " + won}; fmt.Sprint(row) != fmt.Sprint(want) {
		e.Errorf("played and won: %q, want %q", row, want)
	}
}

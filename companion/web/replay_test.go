package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine/enginetest/tier"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shows are the parts of a replay that change from step to step, as the page has them.
const shows = `["board", "racers", "caption"].map((n) => document.getElementById("part-replay-" + n).innerHTML).join("\n")`

// shown is what the page is that the server makes of a step.
func shown(step int) string {
	return fmt.Sprintf(`fetch("?at=%d").then((a) => a.text()).then((text) => { const page = new DOMParser().parseFromString(text, "text/html"); window.served = ["board", "racers", "caption"].map((n) => page.getElementById("part-replay-" + n).innerHTML).join("\n"); }), true`, step)
}

// like waits until the page shows what the server makes of a step.
func like(p *chromium.Page, step int) {
	p.Helper()
	chromium.Ask[bool](p, "delete window.served, "+shown(step))
	p.Until("window.served !== undefined")
	p.Until(fmt.Sprintf(`document.body.dataset.at === "%d" && document.getAnimations().length === 0`, step))
	p.Until(shows + ` === window.served`)
}

// A replay plays by itself to its end, pauses, and is wound by keys and by the slider;
// whatever way it came to a step, it shows what the server makes of that step. What
// changes moves; where people want calm nothing travels, and each step is told.
func TestReplayPlays(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t)
	id := h.evening("Ana", "Ben")
	last := len(h.store.Games()[0].Entries)
	p := browse(t, true).Page(t, h.url, "de", 390, 844)
	p.Prefer("reduced-motion", "no-preference")
	p.Open("/games/" + id + "/replay?at=0")
	p.Wait("#replay-stage[data-ready]")
	like(p, 0)
	chromium.Ask[bool](p, `window.captions = [], new MutationObserver(() => { const step = document.querySelector("#part-replay-caption [data-step]").dataset.step; if (captions.at(-1) !== step) captions.push(step); }).observe(document.getElementById("part-replay-caption"), { childList: true, subtree: true, characterData: true, attributes: true }), pace.step = 20, true`)
	p.Do("space plays", chromedp.KeyEvent(" "))
	p.Until(fmt.Sprintf(`document.body.dataset.at === "%d" && document.getElementById("play").getAttribute("aria-pressed") === "false"`, last))
	like(p, last)
	if n := chromium.Ask[int](p, `captions.length`); n != last {
		t.Errorf("%d steps were told of %d", n, last)
	}
	if n := chromium.Ask[int](p, `Number(document.body.dataset.moves)`); n < last/3 {
		t.Errorf("in %d of %d steps something moved", n, last)
	}
	if n := chromium.Ask[int](p, `document.querySelectorAll(".replaying [aria-live]").length`); n != 1 {
		t.Errorf("%d places tell what happens, want 1", n)
	}
	p.Do("back", chromedp.KeyEvent(kb.ArrowLeft))
	like(p, last-1)
	p.Do("to the start", chromedp.KeyEvent(kb.Home))
	like(p, 0)
	p.Fill("#at", "13")
	like(p, 13)
	if got := chromium.Ask[string](p, "location.search"); got != "?at=13" {
		t.Errorf("the address says %s", got)
	}
	// The control: another step looks otherwise.
	chromium.Ask[bool](p, "delete window.served, "+shown(12))
	p.Until(`window.served !== undefined`)
	if chromium.Ask[bool](p, shows+` === window.served`) {
		t.Error("two steps are alike, so this test proves nothing")
	}
	p.Prefer("reduced-motion", "reduce")
	p.Click("#next")
	p.Until(`document.body.dataset.at === "14"`)
	if n := chromium.Ask[int](p, `document.getAnimations().filter((a) => ["glide", "settle", "turn", "leave"].includes(a.id)).length`); n > 0 {
		t.Errorf("%d things travel where people want calm", n)
	}
	like(p, 14)
	p.Open("/games/" + id + "/replay?round=1#play")
	p.Until(`Number(document.body.dataset.at) > 1 && document.getElementById("play").getAttribute("aria-pressed") === "true"`)
	if said := p.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

// A replay fetches steps ahead: the first whole, of the others what differs, no more
// than 10 kB at the median, also in the full book with its map.
func TestStepsAreLight(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	b := h.browser()
	b.startFull()
	h.until(rand.New(rand.NewPCG(17, 1)), "Round 2", "Phase 3")
	id := h.store.Games()[0].ID
	status, text := b.get("/games/" + id + "/steps?at=0&to=9999")
	var steps []struct {
		At    int
		Parts map[string]string
	}
	check(t, json.Unmarshal([]byte(text), &steps))
	if status != http.StatusOK || len(steps) < 20 || steps[0].Parts["replay-board"] == "" {
		t.Fatalf("%d: %d steps", status, len(steps))
	}
	var sizes []int
	for i, s := range steps {
		sum := 0
		for _, html := range s.Parts {
			sum += len(html)
		}
		if s.At != i {
			t.Errorf("step %d stands in place %d", s.At, i)
		}
		if i > 0 {
			sizes = append(sizes, sum)
		}
	}
	slices.Sort(sizes)
	t.Logf("%d steps, %d bytes at the median, %d at most", len(steps), sizes[len(sizes)/2], sizes[len(sizes)-1])
	if sizes[len(sizes)/2] > 10_000 {
		t.Errorf("a step weighs %d bytes at the median", sizes[len(sizes)/2])
	}
	for path, most := range map[string]int{"/games": 165_000, "/games/" + id: 165_000, "/games/" + id + "/replay?at=9": 165_000, "/games/statistics": 165_000} {
		bytes, requests := b.weigh(path)
		t.Logf("%s: %d bytes in %d requests", path, bytes, requests)
		if bytes >= most || requests > 6 {
			t.Errorf("%s: %d bytes in %d requests", path, bytes, requests)
		}
	}
}

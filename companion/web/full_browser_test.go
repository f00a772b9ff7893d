package web_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/chromium"
	"arbiter/companion/companiontest/seatpage"
	"arbiter/engine"
	"arbiter/engine/councilofshadows"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// The full book on a phone and on a large screen, in German and in Spanish: the pages stay within
// the window, and what is folded stays as people left it.
func TestFullBookInTheBrowser(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	rig, err := setups.LoadRig("virtual")
	check(t, err)
	offers, err := companion.Offers(councilofshadows.Game)
	check(t, err)
	// By one deal in sixteen nothing is left to do where a colony is founded: this one is dealt always.
	h := &house{t: t, lying: func(o *companion.Opts) {
		o.Rank = func(_ string, _ engine.Sealed, d companion.Drawn) string {
			return fmt.Sprintf("%x", sha256.Sum256([]byte(d.Line+d.Pile+d.Thing)))
		}
	}}
	h.furnish(rig, offers)
	chrome := browse(t, true)
	p := chrome.Page(t, h.url, "de", 390, 844)
	table := chrome.Page(t, h.url, "de", 1280, 800)
	p.Open("/new")
	p.Click("input[name=option][value=full-book]")
	p.Click("input[name=option][value=stations]")
	p.Click("input[name=order][value=listed]")
	p.Click("#all")
	p.Shot("full-start-390")
	p.Click("#start-game")
	p.Wait("#ask[action='/deal'] #go")
	p.Shot("full-setup-390")
	table.Open("/table")
	table.Shot("full-setup-1280")
	table.Rest()
	p.Click("#go")
	seatpage.Offers(p, "purple pass")
	seatpage.Unfold(p, "menu")
	p.Click("#setup summary")
	p.Click("#setup-1")
	p.Click("#area-grey summary")
	p.Shot("full-buy-390")

	d := driver{h, p}
	d.do("purple buy", "purple pass", "red buy", "red pass")
	p.Until(`!document.querySelector("#setup-done").open && document.querySelector("#setup-1[aria-checked=true]")`)
	p.Until(`document.querySelector("#area-grey").open`)
	for _, seat := range []string{"purple", "red"} {
		p.Open("/seat/" + seat)
		seatpage.Plan(p, seat, "discover", "tower", "harvest")
		p.Shot("full-plan-390")
		p.Click("#go")
	}
	p.Open("/seat/" + string(h.acting()))
	d.do("explore", "table draw", "table draw")
	p.Shot("full-place-390")
	const reached = `((e, r) => e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)))`
	if !chromium.Ask[bool](p, `(() => {
		const fold = document.querySelector("#fold"), closer = document.querySelector(".closer"), hidden = fold.hidden;
		fold.hidden = false; // as beside a notice
		const both = [fold, closer].every((e) => `+reached+`(e, e.getBoundingClientRect()));
		fold.hidden = hidden;
		return both;
	})()`) {
		t.Error("the button of the notices covers that for looking closer")
	}
	wide := chrome.Page(t, h.url, "es", 1280, 800)
	wide.Open("/table")
	wide.Shot("full-place-1280")
	wide.Rest()
	d.do("place")
	d.picks("found")
	d.do("found")
	p.Shot("full-gather-390")
	d.do("gather")
	d.rest("score")
	p.Shot("full-score-390")
	table.Open("/table")
	table.Shot("full-score-1280")
	table.Rest()
	d.do("score")
	p.Shot("full-scored-390")
	for _, q := range []*chromium.Page{p, table, wide} {
		if said := q.Console(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// A driver gives commands behind the browser's back and waits until its page
// shows them.
type driver struct {
	h *house
	p *chromium.Page
}

// acting is the seat that may act now.
func (h *house) acting() engine.Seat {
	h.t.Helper()
	for _, seat := range []engine.Seat{"purple", "red"} {
		snap, err := h.table.Snapshot(h.t.Context(), seat)
		check(h.t, err)
		if len(snap.Legal) > 0 && snap.Legal[0].By == seat {
			return seat
		}
	}
	return ""
}

// legal returns the first line that somebody may send and that has these words
// among its first.
func (h *house) legal(words string) string {
	h.t.Helper()
	for _, seat := range []engine.Seat{"purple", "red"} {
		snap, err := h.table.Snapshot(h.t.Context(), seat)
		check(h.t, err)
		for _, c := range snap.Legal {
			if strings.Contains(" "+c.Line+" ", " "+words+" ") {
				return c.Line
			}
		}
	}
	return ""
}

func (d driver) do(list ...string) {
	d.h.t.Helper()
	for _, words := range list {
		line := d.h.legal(words)
		if line == "" {
			d.h.t.Fatalf("nobody can do %s", words)
		}
		if strings.HasPrefix(line, "table") {
			d.h.playAs(d.h.acting(), line)
		} else {
			d.h.play(line)
		}
		for d.h.legal("table refill") != "" {
			d.h.playAs("purple", d.h.legal("table refill"))
		}
	}
	d.p.Until(`document.body.dataset.version === "` + d.h.version("purple") + `"`)
}

// picks does something by what it is about, of which something is left to do: it is not picked any
// more.
func (d driver) picks(words string) {
	d.h.t.Helper()
	line, was := d.h.legal(words), d.h.version("purple")
	d.p.Wait(`#part-moves [value="` + line + `"]`)
	again := `[...document.querySelectorAll("#part-moves [data-things]")].filter((e) => e.dataset.things.split("|").some((t) => things.split("|").includes(t))).length`
	chromium.Ask[bool](d.p, `(things = document.querySelector('#part-moves [value="`+line+`"]').dataset.things, true)`)
	for _, thing := range strings.Split(chromium.Ask[string](d.p, `things`), "|") {
		chromium.Ask[bool](d.p, `document.querySelector(".play [data-thing='`+thing+`']").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })) || true`)
	}
	d.p.Wait(`#go[value="` + line + `"]`)
	d.p.Click("#go")
	d.p.Until(`document.body.dataset.version !== "` + was + `" && !("busy" in document.body.dataset)`)
	if n := chromium.Ask[int](d.p, again); n == 0 {
		d.h.t.Fatalf("nothing is left to do where %s was done, so this proves nothing", line)
	}
	if said := d.p.Text(".say b"); d.p.Has(".picked") {
		d.h.t.Errorf("%s is done, and the page asks %q", line, said)
	}
}

// rest does whatever comes first until somebody can do these words.
func (d driver) rest(words string) {
	d.h.t.Helper()
	for range 50 {
		if d.h.legal(words) != "" {
			d.do()
			return
		}
		seat := d.h.acting()
		snap, err := d.h.table.Snapshot(d.h.t.Context(), seat)
		check(d.h.t, err)
		d.h.play(snap.Legal[0].Line)
	}
	d.h.t.Fatalf("nobody comes to %s", words)
}

// playAs gives a command of the Table in the name of a seat.
func (h *house) playAs(seat engine.Seat, line string) {
	h.t.Helper()
	if seat == "" {
		seat = "purple"
	}
	snap, err := h.table.Snapshot(h.t.Context(), seat)
	check(h.t, err)
	if _, err := h.table.Do(h.t.Context(), wish(seat, line, snap.Version)); err != nil {
		h.t.Fatalf("%s: %v", line, err)
	}
}

func wish(seat engine.Seat, line string, version int) companion.Request {
	return companion.Request{Seat: seat, Line: line, Version: version}
}

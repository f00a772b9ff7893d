package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// televisions are the sizes of a picture that never scrolls; the last one is four times the
// first, and drawing it takes as much longer.
func televisions(t testing.TB) [][2]int64 {
	t.Helper()
	all := [][2]int64{{1920, 1080}, {1280, 720}, {3840, 2160}}
	return all[:tier.Of(t, tier.Pages, "televisions", 2, 2, len(all))]
}

// A broadcast is a game on a television, with so many seats.
type broadcast struct {
	game    string
	seats   []string
	options []string
}

var broadcasts = []broadcast{
	{"council-of-shadows", []string{"purple", "red", "green", "blue"}, []string{"full-book", "leaders", "stations"}},
	{"high-council", []string{"white", "red"}, nil},
	{"council-of-shadows", []string{"purple", "red", "green"}, nil},
	{"council-of-shadows", []string{"purple"}, []string{"full-book"}},
	{"council-of-shadows", []string{"purple", "red"}, []string{"full-book", "stations"}},
	{"high-council", []string{"white", "red", "yellow", "blue"}, nil},
	{"council-of-shadows", []string{"purple"}, nil},
	{"council-of-shadows", []string{"purple", "red", "green", "blue"}, nil},
}

// The picture on a television never scrolls, and nothing on it is too small, cut or
// under something else: from the lobby to the end of games of both kinds and books,
// with one to four seats, at two or three sizes.
func TestTelevisionNeverScrolls(t *testing.T) {
	t.Parallel()
	chrome, sizes := browse(t, true), televisions(t)
	shows := broadcasts[:tier.Of(t, tier.Pages, "games", 1, 1, len(broadcasts))]
	for _, show := range shows {
		t.Run(fmt.Sprint(show.game, " ", len(show.seats), " ", len(show.options)), func(t *testing.T) {
			h := show.begin(t)
			p := chrome.Page(t, h.url, "de", 1920, 1080)
			looks := 0
			look := func(what string) {
				p.Open("/table")                                          // anew, for a page that was open shows one step after the other
				for _, size := range sizes[:1+(len(sizes)-1)*(looks%2)] { // all of them at every other look
					p.Resize(size[0], size[1])
					p.Until(`!document.querySelector(".pop")`) // one that rises has the place of the size before
					for _, fault := range misfitting(p) {
						t.Errorf("%s, %d × %d: %s", what, size[0], size[1], fault)
					}
				}
				looks++
				p.Keep(fmt.Sprintf("television %s %d %s", show.game, len(show.seats), what))
				p.Rest()
			}
			look("before anybody sits")
			h.browser().sit(show.seats...)
			var seats []engine.Seat
			for _, seat := range show.seats {
				seats = append(seats, engine.Seat(seat))
			}
			r := rand.New(rand.NewPCG(3, 4))
			for n := 0; n < 5 && !h.over(); n++ {
				h.random(r, seats, 1+4*n*n)
				look("after " + h.version("") + " steps")
			}
			end, played := show.finished(t), p
			p = chrome.Page(t, end.url, "de", 1920, 1080)
			looks = 1 // at all sizes
			look("the end")
			p.Resize(1024, 768) // a tablet
			p.Open("/table")
			if cut := chromium.Ask[string](p, `((s, last) => [[last.right - s.getBoundingClientRect().right, "the last column"], [last.bottom - innerHeight, "the last row"]].filter(([by]) => by > 0).map(([by, what]) => what + " by " + by).join())(document.querySelector(".scores"), document.querySelector(".scores tbody tr:last-child .sum, .scores tbody tr:last-child td:last-child").getBoundingClientRect())`); cut != "" {
				t.Errorf("on a tablet this is cut, or has to be scrolled to: %s", cut)
			}
			p.Keep("tablet " + show.game + " the end")
			end.seatFits(t, show.seats[0], ".ended .scores")
			t.Logf("%d looks at %s steps", looks, h.version(""))
			if said := append(played.Console(), p.Console()...); len(said) > 0 {
				t.Errorf("the browser complains: %.300v", said)
			}
		})
	}
}

// What is refused takes a row below the game; the seats make room for it, and what stands in
// them stays apart. Without that something overlaps.
func TestARefusalOnATelevision(t *testing.T) {
	tier.Unraced(t, "one page after the other")
	t.Parallel()
	h := broadcasts[4].begin(t)
	h.browser().sit(broadcasts[4].seats...)
	p := browse(t, true).Page(t, h.url, "en", 1920, 1080)
	const acts = `document.querySelectorAll(".lane .asked").length > 0 && document.querySelectorAll(".lane .laid .card:not(.down)").length > 4`
	r := rand.New(rand.NewPCG(3, 4))
	for p.Open("/table"); !chromium.Ask[bool](p, acts); p.Open("/table") {
		if h.over() {
			t.Fatal("nobody ever acts")
		}
		h.random(r, []engine.Seat{"purple", "red"}, 3)
	}
	refusal := fmt.Sprintf(`refuse(%q), true`, strings.Repeat("this cannot be done now; ", 4))
	for _, size := range televisions(t) {
		p.Resize(size[0], size[1])
		p.Open("/table")
		chromium.Ask[bool](p, refusal)
		for _, fault := range misfitting(p) {
			t.Errorf("%d × %d: %s", size[0], size[1], fault)
		}
	}
	chromium.Ask[bool](p, refusal)
	chromium.Ask[bool](p, `((s) => (s.replaceSync(".lane { --w: 12rem !important }"), document.adoptedStyleSheets = [s], true))(new CSSStyleSheet())`)
	if found := strings.Join(misfitting(p), "\n"); !strings.Contains(found, "overlap") {
		t.Errorf("the control, seats that make no room: %q", found)
	}
}

// begin starts the game; nobody sits down yet.
func (show broadcast) begin(t *testing.T) *house {
	h := council(t, short)
	if show.game != "high-council" {
		h = newHouse(t)
	}
	form := url.Values{"game": {show.game}, "order": {"listed"}, "box": {"stand-in"}, "option": show.options}
	names := []string{longName, "Käthe Ñíguez", "Ana", "Bartholomäus Ångström-Żółkiewski"}
	for i, seat := range show.seats {
		form.Add("seat", seat)
		form.Set("name-"+seat, names[i])
	}
	b := h.browser()
	if status, text, _ := b.do(b.request(http.MethodPost, "/start", form)); status != http.StatusSeeOther {
		t.Fatalf("start: %d\n%s", status, text)
	}
	for _, seat := range show.seats {
		check(t, h.release(engine.Seat(seat)))
	}
	return h
}

// misfitting tells what cannot be seen well from afar: what scrolls, what is smaller
// than 22 pixels of 1080 lines, what stands on something else or is cut.
func misfitting(p *chromium.Page) (all []string) {
	p.Helper()
	if over := chromium.Ask[float64](p, `Math.max(document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth)`); over > 0 {
		all = append(all, fmt.Sprintf("it scrolls by %v", over))
	}
	all = append(all, chromium.Ask[[]string](p, `[...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && !e.closest(".unseen, .card, #to-rest") && [...e.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))
		.map((e) => [parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.getScreenCTM().a : 1) * 1080 / innerHeight, e.outerHTML.slice(0, 90)]).filter(([size]) => size < 21.9).map(([size, html]) => size.toFixed(1) + " pixels of 1080: " + html)`)...)
	faults, texts := p.Misprints(chromium.Layout{Shortened: mayDo.Shortened}) // nobody scrolls here
	for _, m := range faults {
		all = append(all, m.String())
	}
	if texts == 0 {
		all = append(all, "there is no text")
	}
	return all
}

// The controls: what scrolls, what is small and what stands on something is seen.
func TestMisfitsOfTelevisionsAreSeen(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	plays, ended := chrome.Page(t, broadcasts[0].begin(t).url, "en", 1920, 1080), chrome.Page(t, broadcasts[1].finished(t).url, "en", 1920, 1080)
	plays.Open("/table")
	ended.Open("/table")
	for rules, want := range map[string]string{
		"":                                      "",
		".lane { min-height: 20rem; }":          "it scrolls",
		".told { font-size: .8rem !important }": "pixels of 1080",
		".lane .stat .what { position: relative; left: 1.4rem; }": "overlap",
		".table .scores th.seat { min-width: 60rem; }":            "cut",
	} {
		p := plays
		if strings.HasPrefix(rules, ".table .scores") {
			p = ended
		}
		chromium.Ask[bool](p, fmt.Sprintf(`document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0].replaceSync(%q); true`, rules))
		found := strings.Join(misfitting(p), "\n")
		if want == "" && found != "" || !strings.Contains(found, want) {
			t.Errorf("with %q: found %q, want %q", rules, found, want)
		}
	}
}

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"arbiter/companion/companiontest/chromium"
)

// On a television the dice and tokens of Casting Shadows lie in one row below the tiles, and cover
// none, also while a refusal takes a row.
func TestDiceLieBelowTheTiles(t *testing.T) {
	t.Parallel()
	h, _ := placed(t, ordinary)
	h.browser().sit("kit", "frill", "nuzzle")
	p := browse(t, true).Page(t, h.url, "de", 1920, 1080)
	const covered = `((dice, lowest) => [
		new Set(dice.map((d) => Math.round(d.top + d.height / 2))).size > 1 && "the dice lie in several rows",
		dice.length < 10 && "there are " + dice.length + " dice: that proves nothing",
		lowest > Math.min(...dice.map((d) => d.top)) + 1 && "a tile ends at " + lowest + ", the dice begin at " + Math.min(...dice.map((d) => d.top)),
	].filter(Boolean))([...document.querySelectorAll(".dice.seen > li")].map((e) => e.getBoundingClientRect()), Math.max(...[...document.querySelectorAll(".board .map .region .hit, .board .map .site")].map((e) => e.getBoundingClientRect().bottom)))`
	for _, size := range televisions(t) {
		p.Resize(size[0], size[1])
		p.Open("/table")
		p.Wait(".dice.seen")
		chromium.Ask[bool](p, `((list) => { for (let n = 0; list.children.length < 11; n++) list.append(list.children[n].cloneNode(true)); return true })(document.querySelector(".dice.seen"))`)
		for _, refused := range []bool{false, true} {
			if refused {
				chromium.Ask[bool](p, fmt.Sprintf(`refuse(%q), true`, strings.Repeat("this cannot be done now; ", 4)))
			}
			if found := chromium.Ask[[]string](p, covered); len(found) > 0 {
				t.Errorf("%v, refused %v: %v", size, refused, found)
			}
		}
		p.Keep("casting television dice")
	}
	chromium.Ask[bool](p, `((s) => (s.replaceSync(".dice.seen { flex-wrap: wrap !important } .dice.seen > li { flex: none !important; width: 4.6rem }"), document.adoptedStyleSheets = [s], true))(new CSSStyleSheet())`)
	if found := chromium.Ask[[]string](p, covered); len(found) == 0 {
		t.Error("the control, dice that wrap: nothing is found")
	}
}

package web_test

import (
	"strings"
	"testing"

	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// No page sticks out of a tablet, a phone or a television, in the full book with
// its map, too, and the pictures are kept for somebody to look at. TestTextsHaveRoom
// looks at the phone in each gate, TestTelevisionNeverScrolls at the television.
func TestPagesOnThreeScreens(t *testing.T) {
	t.Parallel()
	chrome := browse(t, true)
	h := newHouse(t, func(o *web.Opts) {
		o.Network.Address = func() string { return "http://192.168.1.20:8080" }
	})
	b := h.browser()
	b.startFull()
	p := player{b: b, used: map[string]int{}, seats: []string{"purple", "red"}, most: 2}
	for page := ""; !strings.Contains(page, "Round 2") && p.used["/do"] < 400; {
		page = p.step()
	}
	sizes := []struct {
		name          string
		width, height int64
	}{{"1024", 1024, 768}, {"360", 360, 740}, {"1920", 1920, 1080}}
	for _, size := range sizes[:tier.Of(t, tier.Pages, "screens", 1, 1, len(sizes))] {
		q := chrome.Page(t, h.url, "en", size.width, size.height)
		q.Shot("home " + size.name)
		q.Open("/join")
		q.Shot("join " + size.name)
		q.Open("/table")
		q.Wait("#part-lanes .lanes")
		q.Shot("table " + size.name)
		check(t, h.release("purple"))
		q.Open("/join")
		q.Click("#claim-purple")
		q.Wait("#part-board svg")
		q.Shot("seat " + size.name)
		if said := q.Console(); len(said) > 0 {
			t.Errorf("%s: the browser complains: %v", size.name, said)
		}
	}
}

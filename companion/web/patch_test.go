package web_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web"
	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// A patch of any two texts makes the one of the other.
func TestPatches(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(tier.Seed(t)), 3))
	some := func() string {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString([]string{"<", "<li>", "</li>", "a", "é😀", "<b>x</b>", fmt.Sprintf("<i id=%d>", r.IntN(5))}[r.IntN(7)])
		}
		return b.String()
	}
	patches := 0
	for range tier.Of(t, tier.Pages, "pairs", 2_000, 30_000, 2_000_000) {
		before := some()
		after := before
		for range r.IntN(4) {
			at := r.IntN(len(after) + 1)
			after = after[:at] + after[min(len(after), at+r.IntN(5)):]
			at = r.IntN(len(after) + 1)
			after = after[:at] + strings.Repeat("<u>", r.IntN(3)) + after[at:]
		}
		if r.IntN(4) == 0 {
			after = some()
		}
		hunks, _ := web.Patched(before, after)
		if hunks == nil {
			continue
		}
		patches++
		if got := changed(before, hunks); got != after {
			t.Fatalf("%v makes of\n%s\n%s, want\n%s", hunks, before, got, after)
		}
	}
	if patches == 0 {
		t.Error("there was no patch")
	}
}

// What changes in a few places is sent in a few bytes, wherever they are.
func TestPatchesAreSmall(t *testing.T) {
	var list []string
	for i := range 300 {
		list = append(list, fmt.Sprintf(`<li id="n%d"><b>%d</b> pieces</li>`, i, i))
	}
	before := strings.Join(list, "")
	other := slices.Clone(list)
	other[3], other[150], other[299] = "<li>third</li>", "", "<li>last</li>"
	other = slices.Insert(other, 200, "<li>new</li><li>newer</li>")
	if _, size := web.Patched(before, strings.Join(other, "")); size == 0 || size > 200 {
		t.Errorf("four changes in %d bytes are sent in %d", len(before), size)
	}
	if hunks, _ := web.Patched(before, "<p>nothing</p>"); hunks != nil {
		t.Errorf("another page is sent as what differs: %v", hunks)
	}
}

// An update of a page tells what is new and little else: in a game of the full book at most
// 10 kB at the median, for each seat and for the table.
func TestUpdatesAreLight(t *testing.T) {
	tier.Unraced(t, "pages that one goroutine draws")
	t.Parallel()
	p := &twins{TB: t, r: rand.New(rand.NewPCG(17+tier.Seed(t), 0)), seats: []engine.Seat{"purple", "red", "green"}, owner: "purple"}
	g := companion.NewGame{Game: "council-of-shadows", Box: "stand-in", Options: []string{"full-book"}, Order: p.seats}
	for _, seat := range p.seats {
		g.Seats = append(g.Seats, companion.Seating{Seat: seat})
	}
	p.both = [2]*twin{newTwin(t, g), newTwin(t, g)}
	pages, sizes := map[engine.Seat]*web.Page{}, map[engine.Seat][]int{}
	for moment := range tier.Of(t, tier.Pages, "moments", 20, 150, 2000) {
		for _, seat := range append(p.seats, "") {
			if pages[seat] == nil {
				pages[seat] = web.PageOf(p.both[0].web, "de", seat)
			}
			event, err := pages[seat].Next(p.snap(0, seat))
			check(t, err)
			if moment > 0 && event != nil {
				sizes[seat] = append(sizes[seat], len(event))
			}
		}
		all := p.turns(func(turn) bool { return true })
		if len(all) == 0 {
			break
		}
		next := all[p.r.IntN(len(all))]
		p.do(next.seat, next.line)
	}
	for seat, all := range sizes {
		slices.Sort(all)
		t.Logf("%q: %d updates, %d bytes at the median, %d at most", seat, len(all), all[len(all)/2], all[len(all)-1])
		if all[len(all)/2] > 10_000 {
			t.Errorf("an update of %q has %d bytes at the median, want at most 10000", seat, all[len(all)/2])
		}
	}
}

package web_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest/tier"
)

// A world is everything that leaves a house for one onlooker.
type world map[string]string

// look gathers every byte that a browser can get, and what it is told when it
// tries what it may not. Random ids of games are made alike.
func look(b *browser, seats ...string) world {
	b.t.Helper()
	b.settle()
	w := world{}
	id := b.store.Games()[0].ID
	keep := func(name, text string) { w[name] = strings.ReplaceAll(text, id, "ID") }
	for _, path := range append([]string{"/", "/table", "/panel.png", "/games", "/games/" + id, "/games/" + id + "/replay", "/games/" + id + "/replay?all=1&at=3", "/games/" + id + "/steps?all=1&at=0&to=9", "/games/" + id + "/panel.png?all=1",
		"/games/" + id + "/record.jsonl?names=1&all=1", "/games/" + id + "/script.txt", "/games/" + id + "/tracks.csv?all=1", "/games/" + id + "/charts/order.svg?all=1", "/games/" + id + "/charts/result.svg",
		"/games/" + id + "/whatif?at=3", "/games/" + id + "/whatif?at=3&do=purple+take-back+1+discover", "/b/" + id, "/games/" + id + "/play.xml", "/games/" + id + "/play.csv", "/games.csv", "/seat/purple", "/seat/red"}, seats...) {
		_, text := b.get(path)
		keep(strings.ReplaceAll(path, id, "ID"), text)
	}
	for _, path := range []string{"/events", "/events?seat=red"} {
		if path != "/events" && len(seats) == 0 {
			continue
		}
		l := b.listen(path)
		e := l.next("the first parts", parts)
		keep(path, e.id+e.data)
		l.close()
	}
	for _, line := range []string{"red take-back 1 gems", "red plan 9 gems", "purple ready", "purple take-back 1 discover", "table open automa-01"} {
		_, text := b.post("/do", "seat", "red", "version", b.version("red"), "line", line)
		keep("do "+line, text)
	}
	_, text := b.post("/undo", "seat", "red", "version", b.version("red"))
	keep("undo", text)
	return w
}

// secretly plays up to the middle of planning: purple has laid two cards on its
// readers, the second of which is too many, and red one.
func secretly(t *testing.T, card, stray string) (h *house, ana, ben *browser) {
	h = newHouse(t)
	h.begin("Ana", "Ben")
	ana, ben = h.browser().sit("purple"), h.browser().sit("red")
	h.play("purple pass", "red pass")
	ana.lay("purple", "1", card)
	ben.lay("red", "1", "upgrade")
	ana.lay("purple", "1", stray)
	return h, ana, ben
}

// Two games that differ in hidden cards alone look the same to all but their
// owner, byte for byte.
func TestHiddenCardsStayHidden(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	t.Parallel()
	one, ana1, ben1 := secretly(t, "discover", "tower")
	two, ana2, ben2 := secretly(t, "harvest", "colonize")
	for name, pair := range map[string][2]world{
		"a spectator": {look(one.browser()), look(two.browser())},
		"red":         {look(ben1, "/seat/red"), look(ben2, "/seat/red")},
	} {
		for part, text := range pair[0] {
			if pair[1][part] != text {
				t.Errorf("%s sees a hidden card in %s:\n%s\n%s", name, part, text, pair[1][part])
			}
		}
		if got, want := len(pair[0]), len(pair[1]); got != want || got < 13 {
			t.Errorf("%s: %d and %d answers compared", name, got, want)
		}
	}
	// The control: the owner's own page must differ.
	_, text1 := ana1.get("/seat/purple")
	_, text2 := ana2.get("/seat/purple")
	if text1 == text2 || !strings.Contains(text1, "purple-discover") && !strings.Contains(text1, "Discover") {
		t.Error("the owner's page does not show the hidden card, so this test proves nothing")
	}
}

// While it is played, too, no event of a stream differs in the end.
func TestStreamsHideCards(t *testing.T) {
	t.Parallel()
	var ends []map[string]string
	for _, card := range []string{"discover", "harvest"} {
		h := newHouse(t)
		h.begin("Ana", "Ben")
		ana, ben := h.browser().sit("purple"), h.browser().sit("red")
		h.play("purple pass", "red pass")
		l := ben.listen("/events?seat=red")
		ana.lay("purple", "1", card)
		ana.lay("purple", "2", "gems")
		if status, text := ana.post("/lift", "seat", "purple", "version", h.version("purple"), "field", "2", "card", "gems"); status != http.StatusOK {
			t.Fatalf("lift: %d %s", status, text)
		}
		all := map[string]string{}
		l.next("version 5", func(e event) bool {
			var news struct {
				Version int
				Parts   map[string]string
			}
			if parts(e) {
				check(t, json.Unmarshal([]byte(e.data), &news))
				maps.Copy(all, news.Parts)
			}
			return news.Version == 5
		})
		ends = append(ends, all)
	}
	if !maps.Equal(ends[0], ends[1]) || len(ends[0]) < 9 {
		t.Errorf("the streams differ:\n%v\n%v", ends[0], ends[1])
	}
}

// A notice about a card that lies wrong names it to its owner alone.
func TestNoticeNamesTheCardToItsOwner(t *testing.T) {
	_, ana, ben := secretly(t, "discover", "tower")
	_, own := ana.get("/seat/purple")
	_, others := ben.get("/seat/red")
	if !strings.Contains(own, "Found a colony cannot lie on the card") {
		t.Errorf("purple reads no notice about its card:\n%s", own)
	}
	if !strings.Contains(others, "one card too many") {
		t.Errorf("red reads no notice:\n%s", others)
	}
}

// Names are people's own words: they are shown as they are, never run.
func TestNamesAreHarmless(t *testing.T) {
	tier.Unraced(t, "one request after the other; many meet in TestOneHostilePhone")
	h := newHouse(t)
	b := h.browser()
	form := url.Values{
		"game": {"council-of-shadows"}, "seat": {"purple", "red"}, "order": {"listed"}, "all": {"1"},
		"name-purple": {"<script>alert(1)</script>\u202eevil\x00" + strings.Repeat("x", 60)}, "name-red": {`" onload="x`},
	}
	if status, _, _ := b.do(b.request(http.MethodPost, "/start", form)); status != http.StatusSeeOther {
		t.Fatalf("start: %d", status)
	}
	snap, err := h.table.Snapshot(t.Context(), "")
	check(t, err)
	if got := []rune(snap.Labels["purple"]); len(got) > 40 || strings.ContainsAny(string(got), "\u202e\x00") {
		t.Errorf("the name is %q", string(got))
	}
	for _, path := range []string{"/", "/table", "/seat/purple", "/seat/red"} {
		if _, text := b.get(path); strings.Contains(text, "<script>alert") || strings.Contains(text, `" onload="`) {
			t.Errorf("%s runs a name:\n%s", path, text)
		}
	}
	if got, want := snap.View.Seats[0].Seat, engine.Seat("purple"); got != want {
		t.Errorf("first in the order: %s, want %s", got, want)
	}
}

package web_test

import (
	"testing"

	"arbiter/companion/web"
	"arbiter/engine/enginetest/tier"
)

// A television that stands at /table follows by itself: to the lobby that somebody opens,
// to the game that starts, and, once that is put away, to the next.
func TestTelevisionFollows(t *testing.T) {
	tier.Test(t, tier.Pages, "a browser")
	t.Parallel()
	h := newHouse(t, func(o *web.Opts) { o.Network.Address = func() string { return "http://192.168.1.20:8080" } })
	tv := browse(t, true).Page(t, h.url, "en", 1920, 1080)
	tv.Open("/table")
	tv.Wait(".lobby.none")
	ana := h.browser()
	for range 2 {
		ana.ok("/start", "game", "council-of-shadows", "way", "friends")
		tv.Wait(".lobby:not(.none) .invite .qr")
		ana.ok("/lobby", "bot", "red")
		ana.ok("/lobby", "begin", "1")
		tv.Wait(".page-table .lanes .lane")
		check(t, h.table.Finish(t.Context()))
		tv.Wait(".lobby.none")
	}
	ana.ok("/start", "game", "council-of-shadows", "way", "alone")
	tv.Wait(".page-table .lanes .lane")
	if said := tv.Console(); len(said) > 0 {
		t.Errorf("the browser complains: %v", said)
	}
}

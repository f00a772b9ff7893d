package main

import (
	"image"
	"log/slog"
	"testing"

	"arbiter/cmd/arbiter/internal/app"
	"arbiter/cmd/arbiter/internal/device"
	"arbiter/cmd/arbiter/internal/i18n"
	"arbiter/display"
	"arbiter/display/png"
	"arbiter/engine"
	"arbiter/engine/bot"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/councilofshadows/bot/bottest"
)

// The last picture of the panel has the code with which phones log the play; no
// picture before it has.
func TestLastPictureLogsThePlay(t *testing.T) {
	t.Parallel()
	c, err := i18n.Catalogue()
	must(t, err)
	size := image.Pt(400, 300)
	s := app.NewScreen("panel", pngpanel.New(size, ""), device.PictureTiming, c, "en", slog.New(slog.DiscardHandler))
	const at = "http://192.168.1.20:8080/b/20261121-201500-abcdef"
	s.Play = func() string { return at }
	game := bottest.FullBook(t, []engine.Seat{"purple", "red"})
	start := game.State().View()
	bottest.Match(t, game, 1, map[engine.Seat]bot.Bot{"purple": shadowsbot.Greedy{}, "red": shadowsbot.Greedy{}})
	end := game.State().View()
	if o := s.Opts(start, nil); o.Join != "" || o.ShowJoin {
		t.Errorf("a game that goes on shows %q", o.Join)
	}
	o := s.Opts(end, nil)
	if o.Join != at || !o.ShowJoin || !end.Over {
		t.Errorf("the last picture shows %q, %t, want %q", o.Join, o.ShowJoin, at)
	}
	without := o
	without.Join, without.ShowJoin = "", false
	if display.Render(end, size, o).Equal(display.Render(end, size, without)) {
		t.Error("the code is not in the picture")
	}
	s.Play = func() string { return "" }
	if o := s.Opts(end, nil); o.Join != "" || o.ShowJoin {
		t.Errorf("without an address the last picture shows %q", o.Join)
	}
}

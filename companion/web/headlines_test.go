package web_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/web/page"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/castingshadows"
	castingbot "arbiter/engine/castingshadows/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	councilbot "arbiter/engine/highcouncil/bot"
)

// A headlined moment is what the headline says, and would say if no event were too small for one.
type headlined struct{ langs, anything []string }

// headlines plays a game of bots on screens and returns what an audience reads, in some languages: each
// headline once in a row.
func headlines(t *testing.T, game engine.Game, player bot.Bot, seats int, langs ...string) (all []headlined) {
	t.Helper()
	h := screenOf(t, []engine.Game{game})
	o := h.table.Offers()[0]
	g := companion.NewGame{Game: game.Name, Box: o.Box}
	for _, x := range o.Options {
		if x.Screen {
			g.Options = append(g.Options, x.Name)
		}
	}
	e := &ensemble{house: h, bot: player, dice: rand.New(rand.NewPCG(7, 8))}
	for i, seat := range o.Seats[:seats] {
		e.seats = append(e.seats, seat)
		g.Seats = append(g.Seats, companion.Seating{Seat: seat, Name: names[i]})
	}
	if o.Order != "" {
		g.Order = e.seats
	}
	_, err := h.table.Start(t.Context(), g)
	check(t, err)
	catalogue, err := catalogue()
	check(t, err)
	for range 500 {
		snap, err := h.table.Snapshot(t.Context(), "")
		check(t, err)
		grown := snap
		grown.Log = slices.Clone(snap.Log)
		for i, l := range grown.Log {
			l.Events = slices.Clone(l.Events)
			for n := range l.Events {
				l.Events[n].Minor = false
			}
			grown.Log[i] = l
		}
		var x headlined
		for _, lang := range langs {
			say := catalogue.At(lang, func(s engine.Seat) string { return snap.Labels[s] }, snap.View.Called(nil))
			of := func(snap companion.Snapshot) string {
				return page.NewHeadline(page.Context{Lang: lang, Snap: snap, Game: game, Say: say, Virtual: true}).Sentence()
			}
			x.langs, x.anything = append(x.langs, of(snap)), append(x.anything, of(grown))
		}
		if n := len(all); n == 0 || !slices.Equal(all[n-1].langs, x.langs) || !slices.Equal(all[n-1].anything, x.anything) {
			all = append(all, x)
		}
		if snap.View.Over || !e.step() {
			break
		}
	}
	return all
}

// A headline tells what matters: nothing of it is too small for one, whatever game is played, alone or
// with others. The control shows the same moments as if no event were: then each game has such lines.
// -v lists all headlines in three languages, to be read aloud.
func TestHeadlinesTellWhatMatters(t *testing.T) {
	tier.Unraced(t, "one goroutine plays")
	t.Parallel()
	for _, x := range []struct {
		game  engine.Game
		bot   bot.Bot
		seats int
		noise []string // beginnings or parts of sentences
	}{
		{councilofshadows.Game, shadowsbot.Greedy{}, 3, []string{" is ready", "'s turn", ", step "}},
		{highcouncil.Game, councilbot.Greedy{}, 2, []string{" draws a card", "'s turn"}},
		{castingshadows.Game, castingbot.Greedy{}, 2, []string{" action point", "'s turn", "Phase "}},
	} {
		langs := []string{"en"}
		if testing.Verbose() {
			langs = []string{"en", "de", "es"}
		}
		small := map[string]int{}
		for _, h := range headlines(t, x.game, x.bot, x.seats, langs...) {
			t.Log(strings.Join(h.langs, " | "))
			for _, sentence := range h.langs {
				if strings.Count(sentence, ": ") > 1 || strings.Contains(sentence, " × ") {
					t.Errorf("%s: nobody says %q", x.game.Name, sentence)
				}
			}
			for _, noise := range x.noise {
				if strings.Contains(h.langs[0], noise) {
					t.Errorf("%s: %q", x.game.Name, h.langs[0])
				}
				if strings.Contains(h.anything[0], noise) {
					small[noise]++
				}
			}
		}
		if len(small) == 0 {
			t.Errorf("%s: the control has no line that is too small: this test shows nothing", x.game.Name)
		}
	}
}

package main

import (
	"bytes"
	"fmt"
	"testing"

	"arbiter/companion/chart"
	gamerecord "arbiter/companion/record"
	"arbiter/companion/review"
	"arbiter/engine"
	"arbiter/engine/bot"
	"arbiter/engine/councilofshadows"
	shadowsbot "arbiter/engine/councilofshadows/bot"
	"arbiter/engine/councilofshadows/bot/bottest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/highcouncil"
	councilbottest "arbiter/engine/highcouncil/bot/bottest"
)

// Whatever is looked at of a game that goes on, or taken out of it, is the same
// byte by byte when only what a spectator may not know differs.
func TestReviewShowsNoHiddenCard(t *testing.T) {
	tier.Test(t, tier.Pages, "pages of many states")
	t.Parallel()
	states, differed, most := 0, 0, tier.Of(t, tier.Pages, "states", 1, 1000, 20000)
	for seed := tier.Seed(t); states < most; seed++ {
		film, other, all, allOther := twoFilms(t, seed)
		compareShown(t, film, other)
		if outgoing(t, all) != outgoing(t, allOther) {
			differed++
		}
		states += len(film.Positions)
		if t.Failed() {
			return
		}
	}
	// The control: who sees all cards sees the difference.
	if differed == 0 {
		t.Error("no game differs in hidden cards, so this test proves nothing")
	}
	t.Logf("%d positions compared; %d pairs of games differ for who sees all cards", states, differed)
}

// twoFilms are a random game and the same with other hidden cards, as a spectator
// sees both, and as somebody does who sees all.
func twoFilms(t *testing.T, seed uint64) (film, other, all, allOther *review.Replay) {
	t.Helper()
	s := bottest.FullBook(t, []engine.Seat{"purple", "red", "green"}, "module leaders", "module stations")
	start := s.State()
	any := shadowsbot.Random()
	bottest.Match(t, s, seed, map[engine.Seat]bot.Bot{"purple": any, "red": any, "green": shadowsbot.Greedy{}})
	return twins(t, councilofshadows.Game, start, s.Entries())
}

// twins are a game from its start and the same with other hidden cards, in the eyes of
// a spectator and of somebody who sees all.
func twins(t *testing.T, game engine.Game, start engine.State, entries []engine.Entry) (film, other, all, allOther *review.Replay) {
	t.Helper()
	game.New = func([]engine.Seat, []engine.Event) (engine.State, error) { return start, nil }
	changed := make([]engine.Entry, len(entries))
	for i, e := range entries {
		changed[i] = disguised(e)
	}
	wind := func(entries []engine.Entry, eye review.Viewer) *review.Replay {
		f, err := review.New(game, engine.Setup{}, entries, eye)
		must(t, err)
		return f
	}
	return wind(entries, review.Spectator), wind(changed, review.Spectator), wind(entries, review.Everything), wind(changed, review.Everything)
}

// disguised is an entry with other cards where a spectator knows none.
func disguised(e engine.Entry) engine.Entry {
	if e.Undoes != 0 || !engine.Hidden(e, "") {
		return e
	}
	switch c := e.Command.(type) {
	case councilofshadows.Plan:
		c.Card = swapped(c.Card)
		e.Command = c
	case councilofshadows.TakeBack:
		c.Card = swapped(c.Card)
		e.Command = c
	case highcouncil.Deal:
		c.Card = 1 + c.Card%20
		e.Command = c
	}
	events := make([]engine.Event, len(e.Events))
	for i, x := range e.Events {
		switch x := x.(type) {
		case councilofshadows.Planned:
			x.Card = swapped(x.Card)
			events[i] = x
		case councilofshadows.TookBack:
			x.Card = swapped(x.Card)
			events[i] = x
		case highcouncil.Dealt:
			x.Card = 1 + x.Card%20
			events[i] = x
		default:
			events[i] = x
		}
	}
	e.Events = events
	return e
}

// swapped is another start card.
func swapped(card councilofshadows.Item) councilofshadows.Item {
	if card == councilofshadows.Discover {
		return councilofshadows.Harvest
	}
	return councilofshadows.Discover
}

func compareShown(t *testing.T, a, b *review.Replay) {
	t.Helper()
	for seq := range a.Positions {
		x, y := fmt.Sprintf("%+v", a.Positions[seq].State.View()), fmt.Sprintf("%+v", b.Positions[seq].State.View())
		if x != y {
			t.Fatalf("after entry %d the positions differ:\n%s\n%s", seq, x, y)
		}
	}
	if x, y := outgoing(t, a), outgoing(t, b); x != y {
		t.Fatal("lines, tracks or charts differ")
	}
}

// outgoing is what pages and files are made of.
func outgoing(t *testing.T, f *review.Replay) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "%+v\n%+v\n", f.Lines(1, f.Last()), f.Rounds())
	must(t, gamerecord.CSV(&b, gamerecord.Tracks(f, nil)))
	for _, c := range f.Charts() {
		b.WriteString(chart.SVG(c, chart.Opts{ID: "c", Say: engine.Text.String, Seat: func(engine.Seat) (string, engine.Shape) { return "red", engine.Circle }}))
	}
	return b.String()
}

// The same for a game of The High Council, whose hands are dealt.
func TestReviewOfTheCouncilShowsNoHiddenCard(t *testing.T) {
	tier.Test(t, tier.Pages, "a whole game of four")
	t.Parallel()
	any := bot.Bot(bot.Random{Game: highcouncil.Game})
	s := councilbottest.Position(t, "white red yellow blue", nil, nil)
	start := s.State()
	councilbottest.Play(t, s, tier.Seed(t), map[engine.Seat]bot.Bot{"white": any, "red": any, "yellow": any, "blue": any})
	film, other, all, allOther := twins(t, highcouncil.Game, start, s.Entries())
	compareShown(t, film, other)
	if outgoing(t, all) == outgoing(t, allOther) {
		t.Error("no card differs, so this test proves nothing")
	}
}

package companion_test

import (
	"slices"
	"strings"
	"testing"

	"arbiter/companion"
	"arbiter/companion/companiontest/testgame"
	"arbiter/companion/presence"
	"arbiter/engine"
	"arbiter/hw"
)

// The menu never says what is done in secret; the control is the same menu in a game that forgets
// to hide it.
func TestMenuHidesCards(t *testing.T) {
	names := func(leaky bool, lines ...string) string {
		b := buttoned(t, "purple next, purple confirm", func(o *companion.Opts) {
			o.Offers = []companion.GameOffer{offer(testgame.Game(leaky))}
		}).seats2()
		b.play("purple", lines...)
		var all []string
		b.push("purple next")
		for range 9 {
			all = append(all, b.panel())
			b.push("purple next")
		}
		slices.Sort(all)
		return strings.Join(slices.Compact(all), "; ")
	}
	for want, lines := range map[string][]string{
		"nothing can be chosen with the buttons now": {"purple plan 1 moon"},
		"purple › purple ready (1/1)":                {"purple plan 1 moon", "purple plan 2 sun"},
	} {
		if got := names(false, lines...); got != want {
			t.Errorf("%q: the panel shows %q, want %q", lines, got, want)
		}
	}
	if got := names(true, "purple plan 1 moon"); !strings.Contains(got, "plan 2 sun") {
		t.Errorf("control: nothing is hidden, and the panel shows %q only", got)
	}
}

// Long lists are divided, so that nothing is many presses away.
func TestLongMenus(t *testing.T) {
	b := buttoned(t, all, func(o *companion.Opts) {
		for n := range 24 { // and Hush for 1, 2 and 3: 27 are 6 parts at most, of 6
			game := testgame.Game(false)
			game.Name, game.Title = "hush"+string(rune('a'+n)), "Hush "+string(rune('a'+n))
			x := offer(game)
			x.Counts = []int{2}
			if n == 23 {
				x.Box = "lost"
			}
			o.Offers = append(o.Offers, x)
		}
		o.Chance = func(n int) int { return 0 }
	})
	b.push("next, next, next, next")
	b.shows("a part", "› Hush p for 2 … Hush u for 2 (4/5)")
	b.push("next, confirm, next")
	b.shows("within", "› Hush w for 2 (2/3)")
	b.push("next, confirm")
	b.shows("it cannot begin", "that did not work; the notices or the device's log say why")
	b.push("next, next, next, next, next, confirm, next, confirm")
	if got, want := b.see("").Game, "hushw"; got != want {
		t.Fatalf("the game is %q, want %q", got, want)
	}
	if got, want := b.see("").View.Seats[0].Seat, engine.Seat("green"); got != want {
		t.Errorf("%s begins, want %s: the start order is dealt", got, want)
	}
}

// A card shown at the market can mean several things, all of which everybody may read.
func TestMarketByButtons(t *testing.T) {
	b := buttoned(t, all, func(o *companion.Opts) {
		o.Readers = []presence.Reader{{Name: "market", Role: "market"}}
		o.Tags = map[string][]string{uid("purple", "moon").String(): {"moon"}}
	}).seats2()
	b.round()
	b.lie(hw.Arrived, "market", "purple", "moon")
	b.push("confirm, next, next")
	b.shows("the question", "› moon is worth 2 (2/3); moon can mean several things; choose one on a phone or with the buttons")
	b.push("confirm")
	if got, want := last(b.see("")), "moon is worth 2"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
}

// Some buttons have nothing to do, and some menus end by themselves.
func TestButtonsOutOfTurn(t *testing.T) {
	b := buttoned(t, "undo, confirm, red next, purple next")
	b.push("undo")
	b.shows("no game", "no game is running")
	b.push("purple next")
	b.seats2()
	b.shows("the menu of starts is closed", "")
	b.push("red next")
	b.shows("nobody sits there", "nothing can be chosen with the buttons now")
	b.push("undo")
	b.play("purple", "purple plan 1 moon")
	b.shows("the question is dropped", "")
	b.push("confirm")
	b.shows("nothing is taken back", "nothing can be chosen with the buttons now")
	if got, want := b.see("").Version, 1; got != want {
		t.Errorf("%d entries, want %d", got, want)
	}
}

// With buttons for everybody and a confirm at each seat, each confirm is for what concerns its seat
// and for what concerns nobody.
func TestMarkerOfTheTable(t *testing.T) {
	b := buttoned(t, "next, undo, back, purple confirm, green confirm")
	b.push("next, next, green confirm") // begins a game for two; any seat's confirm will do
	if got, want := b.see("").View.Seats, 2; len(got) != want {
		t.Fatalf("%d seats play, want %d", len(got), want)
	}
	for _, seat := range []engine.Seat{"purple", "green"} {
		b.lie(hw.Arrived, string(seat)+"-1", seat, "moon")
		b.lie(hw.Arrived, string(seat)+"-2", seat, "sun")
	}
	b.push("next")
	b.shows("the first who can", "purple › purple ready (1/1)")
	b.push("green confirm")
	if got, want := last(b.see("green")), "green ready"; got != want {
		t.Errorf("the log ends with %q, want %q: green confirms for itself", got, want)
	}
	b.push("undo")
	b.shows("asked", "take back the last step? Confirm, or just go on")
	b.push("purple confirm")
	b.shows("green has done it", "green: do you agree to take back the last step? Confirm, or just go on")
	b.push("green confirm")
	if got, want := b.see("").Version, 6; got != want {
		t.Errorf("%d entries, want %d: everybody has agreed", got, want)
	}
	b.push("green confirm, next, purple confirm")
	if got, want := last(b.see("")), "purple ready"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
	b.push("undo, purple confirm")
	b.shows("green is asked", "green: do you agree to take back the last step? Confirm, or just go on")
	b.push("back")
	b.shows("everybody goes on", "")
	b.push("next, next, next, green confirm") // what concerns the table
	if got, want := last(b.see("")), "moon is worth 3"; got != want {
		t.Errorf("the log ends with %q, want %q", got, want)
	}
}

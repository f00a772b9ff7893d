package castingshadows_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/setups"
)

// TestLaws plays random games of two to four seats.
func TestLaws(t *testing.T) {
	enginetest.Games(t, settings(t), tier.Of(t, tier.Laws, "games", 6, 30, 2000), tier.Seed(t))
}

func settings(tb testing.TB) []enginetest.Setting {
	tb.Helper()
	lines, err := setups.Box("casting-shadows", "stand-in")
	if err != nil {
		tb.Fatal(err)
	}
	var all []enginetest.Setting
	for _, table := range []struct{ seats, fact string }{
		{"red blue green", "dealt device"},
		{"red blue", "dealt device"},
		{"red blue green yellow", "dealt device"},
		{"red blue green yellow", "dealt hands"},
	} {
		set := enginetest.Setting{Game: castingshadows.Game, Seats: enginetest.Seats(table.seats), Weigh: weigh, Steps: 400000}
		for _, l := range lines {
			set.Facts = append(set.Facts, enginetest.Facts(tb, castingshadows.Game, l.Text)...)
		}
		set.Facts = append(set.Facts, enginetest.Facts(tb, castingshadows.Game, table.fact)...)
		all = append(all, set)
	}
	return all
}

// weigh first chooses what to do, then how: each verb is equally likely.
func weigh(r *rand.Rand, _ engine.State, legal []engine.Command) engine.Command {
	if _, rolls := legal[0].(castingshadows.Roll); rolls {
		return legal[r.IntN(len(legal))]
	}
	verbs := map[reflect.Type][]engine.Command{}
	var order []reflect.Type
	for _, c := range legal {
		t := reflect.TypeOf(c)
		if verbs[t] == nil {
			order = append(order, t)
		}
		verbs[t] = append(verbs[t], c)
	}
	some := verbs[order[r.IntN(len(order))]]
	return some[r.IntN(len(some))]
}

// TestLegal: what random games ever list is accepted where it is listed, and nowhere
// else.
func TestLegal(t *testing.T) {
	enginetest.Legal(t, settings(t), tier.Of(t, tier.Laws, "games", 4, 16, 200), tier.Seed(t))
}

func TestWrongListsAreSeen(t *testing.T) { enginetest.WrongLists(t, settings(t)[0]) }

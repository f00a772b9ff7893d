package castingshadows_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/enginetest"
	"arbiter/engine/enginetest/tier"
	"arbiter/engine/notation"
)

// recorded plays a random game and keeps its commands with what screens were shown.
func recorded(t *testing.T, set enginetest.Setting, r *rand.Rand) (all []moment) {
	t.Helper()
	s := set.Begin(t)
	for {
		legal := s.Legal()
		if len(legal) == 0 {
			return append(all, moment{view: engine.Plain(s)})
		}
		m := moment{command: choose(r, legal), window: engine.WindowOf(s), view: engine.Plain(s)}
		next, events, err := engine.Step(s, m.command)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			m.events = append(m.events, notation.Format(e))
			if laid, ok := e.(castingshadows.Laid); ok {
				m.laid = laid.Tile.String()
			}
		}
		all, s = append(all, m), next
	}
}

// choose makes each verb equally likely, and then each command of it, so that random games
// look like games.
func choose(r *rand.Rand, legal []engine.Command) engine.Command {
	verbs := map[reflect.Type][]engine.Command{} // a verb is a type
	var order []reflect.Type
	for _, c := range legal {
		verb := reflect.TypeOf(c)
		if verbs[verb] == nil {
			order = append(order, verb)
		}
		verbs[verb] = append(verbs[verb], c)
	}
	some := verbs[order[r.IntN(len(order))]]
	return some[r.IntN(len(some))]
}

// TestReferee has the referee judge random games with the effects of the stand-in box, all of
// which it knows, and with damage that goes back, by today's and by older rulings, and with dice
// that are rerolled: 55,000 in the longest tier, of which 5,000 or more with each number of seats.
func TestReferee(t *testing.T) {
	tier.Unraced(t, "no goroutines meet in a game")
	games, first := tier.Of(t, tier.Referees, "games", 4, 25, 5000), tier.Seed(t)
	for i, set := range refereed(t) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for n := range games {
				record := recorded(t, set, rand.New(rand.NewPCG(first+uint64(n), uint64(i))))
				referee := newReferee(set.Seats, set.Facts, record)
				if err := referee.judge(); err != nil {
					t.Fatalf("game %d: %v\n%s", n, err, lately(record, referee.at-around, referee.at+2))
				}
			}
		})
	}
}

// refereed are the tables that the referee judges.
func refereed(tb testing.TB) []enginetest.Setting {
	return tables(tb, []table{
		{"red blue green", "dealt device, " + today},
		{"red blue", "dealt device"},
		{"red blue green yellow", "dealt device, " + today},
		{"red blue green yellow", "dealt hands, ruling transform may, " + today},
		{"red blue green yellow", "dealt device, " + today + ", " + returning},
		{"red blue green yellow", "dealt device, " + returning},
		{"red blue green", "dealt device, ruling hp-cap none, " + today + ", " + rerolling},
		{"red blue", "dealt device, " + today},
		{"red blue green yellow white black", "dealt device, " + today + ", " + larger},
		{"red blue green yellow white", "dealt hands, " + today + ", white character lucky, blue character frost, " + larger},
		{"red blue", "dealt device, blue character lucky, charges lucky-shadow 3 owner, effect lucky-shadow 1 use - - - heal 4 - - - - owner, " + today},
	})
}

// TestRefereeControl: what the rules would never do is seen.
func TestRefereeControl(t *testing.T) {
	set := settings(t)[0]
	record := recorded(t, set, rand.New(rand.NewPCG(1, 1)))
	if err := newReferee(set.Seats, set.Facts, record).judge(); err != nil {
		t.Fatal(err)
	}
	unseen := 0
	for n := range len(record) - 1 {
		if newReferee(set.Seats, set.Facts, slices.Delete(slices.Clone(record), n, n+1)).judge() == nil {
			unseen++
			t.Log(notation.Format(record[n].command))
		}
	}
	if unseen > len(record)/50 {
		t.Errorf("of %d games in each of which one command lacks, %d are right", len(record)-1, unseen)
	}
}

// TestRefereeOfThePile: a counterspell that was dealt before does not come from the top of its
// pile, neither from the hand of a seat nor from under the pile.
func TestRefereeOfThePile(t *testing.T) {
	set, seen := settings(t)[0], 0
	for seed := range uint64(12) {
		record := recorded(t, set, rand.New(rand.NewPCG(seed, 1)))
		first := printed.Card(0)
		for n := range record {
			deal, ok := record[n].command.(castingshadows.Deal)
			if !ok {
				continue
			}
			if first == 0 {
				first = deal.Card
				continue
			}
			wrong := slices.Clone(record)
			deal.Card = first
			wrong[n].command = deal
			if err := newReferee(set.Seats, set.Facts, wrong).judge(); err == nil || !strings.Contains(err.Error(), "but on the pile lies") {
				t.Errorf("seed %d, command %d: %v", seed, n, err)
			}
			seen++
			break
		}
	}
	if seen < 3 {
		t.Errorf("%d games in which two counterspells were dealt", seen)
	}
}

// lately are the last commands that the referee has read, with what they brought.
// around is how many commands before a fault are told.
const around = 30

func lately(record []moment, from, to int) (text string) {
	for _, m := range record[max(0, from):min(len(record)-1, to)] {
		text += notation.Format(m.command) + "\n    " + strings.Join(m.events, "\n    ") + "\n"
	}
	return text
}

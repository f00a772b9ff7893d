package highcouncil_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/enginetest"
	"arbiter/engine/highcouncil"
	"arbiter/engine/notation"
)

var (
	games = flag.Int("games", 12, "how many random games TestLaws plays")
	seed  = flag.Uint64("seed", 1, "the first seed of random games")
)

// TestLaws plays random games of two and of four seats, with cardboard and with
// dealt hands.
func TestLaws(t *testing.T) {
	settings := settings(t)
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			steps, played := 0, 0
			for i := shard; i < *games; i += shards {
				n := *seed + uint64(i)
				steps += enginetest.Laws(t, settings[n%uint64(len(settings))], n)
				played++
			}
			t.Logf("%d games, %d commands", played, steps)
		})
	}
}

// Random games are played in this many parts at once.
const shards = 8

func settings(tb testing.TB) []enginetest.Setting {
	tables := []struct{ seats, facts string }{
		{"white red yellow blue", "hands dealt"},
		{"white red", "hands dealt"},
		{"white red yellow blue", ""},
		{"ana bea", ""},
		{"blue white red yellow", "hands dealt, seated 7 yellow speaker, seated 6 red follower"},
	}
	var all []enginetest.Setting
	for _, table := range tables {
		set := enginetest.Setting{Game: highcouncil.Game, Weigh: weigh, Facts: facts(tb, table.facts), Steps: 400000}
		for _, seat := range strings.Fields(table.seats) {
			set.Seats = append(set.Seats, engine.Seat(seat))
		}
		all = append(all, set)
	}
	return all
}

func facts(tb testing.TB, lines string) []engine.Event {
	var all []engine.Event
	for _, line := range strings.FieldsFunc(lines, func(r rune) bool { return r == ',' }) {
		e, err := highcouncil.Game.Words.Parse(line)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

func begin(tb testing.TB, set enginetest.Setting) engine.State {
	s, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// weigh first chooses what to do, then how: each kind of command is equally
// likely, but a card is seldom taken back.
func weigh(r *rand.Rand, _ engine.State, legal []engine.Command) engine.Command {
	var count [kinds]int
	for _, c := range legal {
		count[kindOf(c)]++
	}
	for {
		k := r.IntN(kinds)
		if count[k] == 0 || k == back && count[back] < len(legal) && r.IntN(20) != 0 {
			continue
		}
		n := r.IntN(count[k])
		for _, c := range legal {
			if kindOf(c) == k {
				if n == 0 {
					return c
				}
				n--
			}
		}
	}
}

const (
	back  = 0
	kinds = 10
)

func kindOf(c engine.Command) int {
	switch c.(type) {
	case highcouncil.TakeBack:
		return back
	case highcouncil.Play:
		return 1
	case highcouncil.Discuss:
		return 2
	case highcouncil.TakeSeat:
		return 3
	case highcouncil.Ponder:
		return 4
	case highcouncil.Confer:
		return 5
	case highcouncil.Return:
		return 6
	case highcouncil.Convince:
		return 7
	case highcouncil.Finish:
		return 8
	}
	return 9 // Deal
}

func FuzzCommand(f *testing.F) {
	var tables []engine.State
	for _, set := range settings(f) {
		s, r := begin(f, set), rand.New(rand.NewPCG(7, 7))
		for i := range 600 {
			legal := s.Legal()
			if len(legal) == 0 {
				break
			}
			if i%60 == 0 {
				tables = append(tables, s)
			}
			events, err := s.Decide(weigh(r, s, legal))
			if err != nil {
				f.Fatal(err)
			}
			s = engine.Fold(s, events...)
		}
	}
	enginetest.Fuzz(f, highcouncil.Game, tables...)
}

func FuzzLine(f *testing.F) {
	f.Add("white convince 7 6 white yellow")
	f.Add("white take-seat 13 yellow follower white 7")
	f.Fuzz(func(t *testing.T, line string) {
		x, err := highcouncil.Game.Words.Parse(line)
		if err != nil {
			return
		}
		if got, want := notation.Format(x), strings.Join(strings.Fields(line), " "); got != want {
			t.Errorf("%q was written %q", line, got)
		}
	})
}

// TestVerbs guards the log format: old logs are read for ever.
func TestVerbs(t *testing.T) {
	got := strings.Join(highcouncil.Game.Words.Verbs(), "\n") + "\n"
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile("testdata/verbs.golden", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/verbs.golden")
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the words of the log have changed; got\n%s", got)
	}
}

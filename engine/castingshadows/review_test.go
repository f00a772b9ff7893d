package castingshadows_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/engine"
	"arbiter/engine/castingshadows"
	"arbiter/engine/enginetest"
)

// played is a random game to its end, with all that happened, as everybody knows it.
func played(t *testing.T, set enginetest.Setting, seed uint64) (start, end engine.State, events []engine.Event) {
	t.Helper()
	start = set.Begin(t)
	s, r := start, rand.New(rand.NewPCG(seed, 5))
	for legal := s.Legal(); len(legal) > 0; legal = s.Legal() {
		next, more, err := engine.Step(s, set.Weigh(r, s, legal))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range more {
			if e = engine.SeenBy("", e); e != nil {
				events = append(events, e)
			}
		}
		s = next
	}
	return start, s, events
}

// TestChartsAgreeWithTheLog: the last numbers of the charts are what the events add up
// to, counted here by themselves; there is a step for each turn, and who went out has a
// mark.
func TestChartsAgreeWithTheLog(t *testing.T) {
	for seed, set := range settings(t) {
		start, end, events := played(t, set, uint64(seed))
		dealt, taken, outs, turns := map[engine.Seat]int{}, map[engine.Seat]int{}, map[engine.Seat]bool{}, start.View().Round()
		health := map[engine.Seat]int{}
		for _, seat := range set.Seats {
			health[seat] = 18
		}
		for _, e := range events {
			switch e := e.(type) {
			case castingshadows.Harmed:
				health[e.Seat] -= int(e.N)
				if taken[e.Seat] += int(e.N); e.From != e.Seat {
					dealt[e.From] += int(e.N)
				}
			case castingshadows.Healed:
				health[e.Seat] += int(e.N)
			case castingshadows.Counted: // people told it of what was read out
				if e.What == castingshadows.HealthNumber {
					taken[e.Seat] += max(0, health[e.Seat]-int(e.N))
					health[e.Seat] = int(e.N)
				}
			case castingshadows.Out:
				outs[e.Seat] = true
			case castingshadows.Turn:
				turns++
			}
		}
		charts := castingshadows.Game.Review.Charts(start, events)
		if len(charts) != 3 {
			t.Fatalf("%d charts", len(charts))
		}
		for _, c := range charts {
			for _, line := range c.Series {
				last := line.At[len(line.At)-1]
				want := map[string]int{"dealt": dealt[line.Seat], "taken": taken[line.Seat]}[c.Name]
				if c.Name == "health" {
					want, _ = end.View().At("health", line.Seat)
				}
				if last != want || len(line.At) != len(c.Steps) || len(line.Marks) > 0 != outs[line.Seat] {
					t.Errorf("seed %d: %s of %s ends at %d, want %d, with marks %v", seed, c.Name, line.Seat, last, want, line.Marks)
				}
			}
			if diff := turns - len(c.Steps); diff < 0 || diff > 1 {
				t.Errorf("seed %d: %d steps for %d turns", seed, len(c.Steps), turns)
			}
		}
	}
}

// TestRanks: who is left has the first place, who went out last the next one.
func TestRanks(t *testing.T) {
	for seed, set := range settings(t) {
		_, end, events := played(t, set, uint64(seed))
		want, place := map[engine.Seat]int{}, len(set.Seats)
		for _, e := range events {
			if out, ok := e.(castingshadows.Out); ok {
				want[out.Seat] = place
				place--
			}
		}
		for _, r := range castingshadows.Game.Review.Ranks(end) {
			if want[r.Seat] == 0 {
				want[r.Seat] = 1
			}
			if r.Place != want[r.Seat] {
				t.Errorf("seed %d: %s has place %d, want %d", seed, r.Seat, r.Place, want[r.Seat])
			}
		}
	}
	if got := castingshadows.Game.Review.Ranks(settings(t)[0].Begin(t)); got != nil {
		t.Errorf("ranks before the end: %v", got)
	}
}

// TestScoreboardAgreesWithTheLog: cards collected and the turn in which each went out are
// what the events tell, counted here by themselves.
func TestScoreboardAgreesWithTheLog(t *testing.T) {
	for seed, set := range settings(t) {
		start, _, events := played(t, set, uint64(seed))
		cards, until, turn := map[engine.Seat]int{}, map[engine.Seat]int{}, start.View().Round()
		for _, e := range events {
			switch e := e.(type) {
			case castingshadows.Collected:
				cards[e.Seat]++
			case castingshadows.Trapped:
				cards[e.Seat]++
			case castingshadows.Out:
				until[e.Seat] = turn
			case castingshadows.Turn:
				turn++
			}
		}
		b := castingshadows.Game.Review.Scoreboard(start, events)
		if len(b.Rows) != len(set.Seats) || b.Columns[3].Of != "spells" || b.Columns[4].Of != "until" {
			t.Fatalf("seed %d: %+v", seed, b)
		}
		for _, r := range b.Rows {
			if want := max(until[r.Seat], 0); r.At[3] != cards[r.Seat] || want > 0 && r.At[4] != want || want == 0 && r.At[4] != turn {
				t.Errorf("seed %d: %s has collected %d cards and is in play until %d, want %d and %d (of %d turns)", seed, r.Seat, r.At[3], r.At[4], cards[r.Seat], want, turn)
			}
		}
	}
}

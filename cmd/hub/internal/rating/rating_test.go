package rating

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// The example of the paper (Glickman, Example of the Glicko-2 system, 2013): 1464.06, 151.52, 0.05999.
func TestThePapersExample(t *testing.T) {
	got := Player{1500, 200, 0.06}.After([]Result{{Player{1400, 30, 0.06}, 1}, {Player{1550, 100, 0.06}, 0}, {Player{1700, 300, 0.06}, 0}})
	if math.Abs(got.Rating-1464.06) > 0.01 || math.Abs(got.Deviation-151.52) > 0.01 || math.Abs(got.Volatility-0.05999) > 0.00001 {
		t.Errorf("the player is %+v", got)
	}
}

// Without games only the deviation grows, and never beyond that of somebody unknown.
func TestWithoutGames(t *testing.T) {
	got := Player{1500, 200, 0.06}.After(nil)
	if got.Rating != 1500 || got.Volatility != 0.06 || math.Abs(got.Deviation-200.2714) > 0.001 {
		t.Errorf("the player is %+v", got)
	}
	if got := New.After(nil); got.Deviation != 350 {
		t.Errorf("somebody unknown is %+v", got)
	}
}

// A surprise takes the other way of step 5, and raises volatility.
func TestASurprise(t *testing.T) {
	p := Player{1200, 30, 0.06}
	var all []Result
	for range 10 {
		all = append(all, Result{Player{2000, 30, 0.06}, 1})
	}
	if got := p.After(all); got.Rating <= p.Rating || got.Volatility <= p.Volatility || math.IsNaN(got.Rating) {
		t.Errorf("the player is %+v", got)
	}
}

// Nobody is left out, no table is larger than it may be, and in three evenings eight people at tables
// of two meet nobody twice.
func TestTablesSpreadMeetings(t *testing.T) {
	met := map[string]int{}
	pair := func(a, b string) string { return min(a, b) + " " + max(a, b) }
	players := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for evening := range 3 {
		tables := Tables(players, 2, func(a, b string) int { return met[pair(a, b)] })
		var all []string
		for _, table := range tables {
			if len(table) != 2 {
				t.Fatalf("a table has %q", table)
			}
			all = append(all, table...)
			if met[pair(table[0], table[1])]++; met[pair(table[0], table[1])] > 1 {
				t.Errorf("evening %d: %q meet again", evening, table)
			}
		}
		if slices.Sort(all); fmt.Sprint(all) != fmt.Sprint(players) {
			t.Errorf("at tables are %q", all)
		}
	}
	if got := fmt.Sprint(Tables([]string{"a", "b", "c", "d", "e"}, 4, func(a, b string) int { return 0 })); got != "[[a c e] [b d]]" {
		t.Errorf("five people sit as %s", got)
	}
	if got := Tables(nil, 4, nil); len(got) != 0 {
		t.Errorf("nobody sits as %q", got)
	}
}

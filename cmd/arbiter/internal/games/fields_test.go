package games_test

import (
	"slices"
	"testing"

	"arbiter/cmd/arbiter/internal/games"
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/setups"
)

// The fields that a table names are those that the game shows of a seat with as many fields as
// possible. Other cards are in hands, or set aside.
func TestTablesNameTheFieldsOfTheirGames(t *testing.T) {
	t.Parallel()
	for _, p := range games.All() {
		table, err := setups.TableOf(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		var seats []engine.Seat
		for _, s := range table.Seats {
			seats = append(seats, engine.Seat(s))
		}
		lines, err := table.Facts("")
		if err != nil {
			t.Fatal(err)
		}
		var facts []engine.Event
		for _, l := range lines {
			e, err := p.Words.Parse(l.Text)
			if err != nil {
				t.Fatal(err)
			}
			facts = append(facts, e)
		}
		state, err := p.New(seats, facts)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range seats {
			for _, more := range []string{" ranged 4 1", " ranged 5 1", " ranged 6 1"} { // Ava, New stargate, and what nothing brings
				if e, err := p.Words.Parse(string(seat) + more); err == nil {
					state = engine.Fold(state, e.(engine.Event))
				}
			}
		}
		fields := map[engine.Seat][]string{}
		for _, z := range state.View().Zones {
			if slices.Contains(seats, z.Seat) && z.Name != engine.Hand && !z.Aside && notation.Plain(z.Name) {
				fields[z.Seat] = append(fields[z.Seat], z.Name)
			}
		}
		for _, seat := range seats {
			if got, want := fields[seat], table.Fields; !slices.Equal(got, want) {
				t.Errorf("%s: %s has the fields %q, the table says %q", p.Name, seat, got, want)
			}
		}
	}
}

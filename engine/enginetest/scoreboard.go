package enginetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"arbiter/engine"
)

// Scored plays a random game to its end and checks its scoreboard: there is a row for each seat, in
// the order of places; columns of tracks show what the tracks show, and those that add up come to
// the sum; everybody sees the same; and before the end there is no scoreboard.
func Scored(set Setting, seed uint64) error {
	r := rand.New(rand.NewPCG(seed, 21))
	start, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		return err
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		return err
	}
	for legal := s.State().Legal(); len(legal) > 0; legal = s.State().Legal() {
		if _, err := s.Do(set.choose(r, s.State(), legal)); err != nil {
			return err
		}
		over := len(s.State().Legal()) == 0
		if n := len(s.Entries()); n%50 == 0 && !over && len(set.scoreboard(start, s, "").Rows) > 0 {
			return fmt.Errorf("seed %d: a scoreboard before the end, after %d entries", seed, n)
		}
	}
	b := set.scoreboard(start, s, engine.Table)
	for _, knower := range append([]engine.Seat{""}, set.Seats...) {
		if other := set.scoreboard(start, s, knower); !reflect.DeepEqual(b, other) {
			return fmt.Errorf("seed %d: %q sees %+v, others %+v", seed, knower, other, b)
		}
	}
	if err := set.rows(b, s.State()); err != nil {
		return fmt.Errorf("seed %d: %w", seed, err)
	}
	return nil
}

// scoreboard returns the scoreboard that a knower is shown; the table is shown everything.
func (set Setting) scoreboard(start engine.State, s *engine.Session, knower engine.Seat) engine.Scoreboard {
	var known []engine.Event
	for _, e := range s.Standing() {
		for _, event := range e.Events {
			if knower != engine.Table {
				event = engine.SeenBy(knower, event)
			}
			if event != nil {
				known = append(known, event)
			}
		}
	}
	return set.Game.Review.Scoreboard(start, known)
}

func (set Setting) rows(b engine.Scoreboard, end engine.State) error {
	v, places, place := end.View(), map[engine.Seat]int{}, 0
	for _, r := range set.Game.Review.Ranks(end) {
		places[r.Seat] = r.Place
	}
	if len(b.Rows) != len(set.Seats) || b.Rule.IsZero() {
		return fmt.Errorf("rows %v, rule %q", b.Rows, b.Rule)
	}
	for _, row := range b.Rows {
		if row.Place < place || row.Place != places[row.Seat] {
			return fmt.Errorf("%s has place %d after %d, not %d", row.Seat, row.Place, place, places[row.Seat])
		}
		place = row.Place
		sum := 0
		for n, c := range b.Columns {
			if at, ok := v.At(c.Of, row.Seat); ok && at != row.At[n] {
				return fmt.Errorf("%s has %d of %s, not %d", row.Seat, at, c.Of, row.At[n])
			}
			if c.Adds {
				sum += row.At[n]
			}
			if c.Sum && sum != row.At[n] {
				return fmt.Errorf("%s: %v come to %d", row.Seat, row.At, sum)
			}
		}
	}
	return nil
}

// Scoreboards checks the scoreboards of random games and, as a control, one that is wrong.
func Scoreboards(t *testing.T, settings []Setting, games int, seed uint64) {
	for n := range uint64(games) {
		if err := Scored(settings[(seed+n)%uint64(len(settings))], seed+n); err != nil {
			t.Error(err)
		}
	}
	wrong := settings[0]
	honest := wrong.Game.Review.Scoreboard
	wrong.Game.Review.Scoreboard = func(start engine.State, events []engine.Event) engine.Scoreboard {
		b := honest(start, events)
		for i := range b.Rows {
			b.Rows[i].At[0]++
		}
		return b
	}
	if Scored(wrong, seed) == nil {
		t.Error("nobody notices a wrong scoreboard")
	}
}

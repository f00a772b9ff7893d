package enginetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/search"
)

// A Mover lists the moves of a position.
type Mover func(search.Position) []engine.Command

// Reaches plays random games and checks positions where a seat's part begins, that is, where the
// seat could do nothing just before, until it has checked the given number of positions:
//
//   - moves are in Legal, there are some whenever a seat may act, and they never lead in
//     circles;
//   - every end of the part that can be reached by Legal can be reached by moves.
//
// Positions from which more than mostReached positions are reached before that end are left out;
// skipped is how many.
func Reaches(set Setting, positions int, seed uint64, moves Mover) (asked, skipped int, err error) {
	r := rand.New(rand.NewPCG(seed, 22))
	for games := 0; asked < positions && games < positions; games++ {
		var last []engine.Command
		err := set.walk(r, func(s engine.State, legal []engine.Command) error {
			by := legal[0].By()
			begins := len(engine.BySeat(by, last)) == 0 // several seats may act at the same time
			last = legal
			if by == engine.Table || asked >= positions || r.IntN(2) != 0 {
				return nil
			}
			if err := listedMoves(s, legal, moves); err != nil || !begins {
				return err
			}
			fits, err := reaches(s, by, moves)
			if asked++; !fits {
				skipped++
			}
			return err
		})
		if err != nil {
			return asked, skipped, err
		}
	}
	return asked, skipped, nil
}

func listedMoves(s engine.State, legal []engine.Command, moves Mover) error {
	p, ok := s.(search.Position)
	if !ok {
		return fmt.Errorf("%T cannot be searched", s)
	}
	all := moves(p)
	if len(all) == 0 {
		return fmt.Errorf("no move, but %q is legal", notation.Format(legal[0]))
	}
	for _, c := range all {
		if !slices.ContainsFunc(legal, func(l engine.Command) bool { return same(l, c) }) {
			return fmt.Errorf("%q is a move, and not legal", notation.Format(c))
		}
	}
	return nil
}

// mostReached bounds how many positions are visited from one.
const mostReached = 600

// A part is a walk through everything a seat may do in its part.
type part struct {
	by   engine.Seat
	next func(engine.State) []engine.Command
	seen map[any]bool // false while it is being visited
	ends map[any]string
	loop bool
}

// reaches compares where Legal and moves lead; fits is false if there are too many positions.
func reaches(s engine.State, by engine.Seat, moves Mover) (fits bool, err error) {
	legal := part{by: by, next: engine.State.Legal, seen: map[any]bool{}, ends: map[any]string{}}
	if !legal.walk(s, "") {
		return false, nil
	}
	own := part{by: by, next: func(s engine.State) []engine.Command { return moves(s.(search.Position)) }, seen: map[any]bool{}, ends: map[any]string{}}
	if !own.walk(s, "") {
		return false, nil
	}
	if own.loop {
		return true, fmt.Errorf("moves of %s lead in a circle", by)
	}
	for end, way := range legal.ends {
		if _, ok := own.ends[end]; !ok {
			return true, fmt.Errorf("moves do not lead where%s does: list it in Moves", way)
		}
	}
	return true, nil
}

// walk visits all positions; it returns false if there are too many.
func (p *part) walk(s engine.State, way string) bool {
	key := reflect.Indirect(reflect.ValueOf(s)).Interface()
	if done, been := p.seen[key]; been {
		p.loop = p.loop || !done
		return true
	}
	all := engine.BySeat(p.by, p.next(s))
	if len(all) == 0 {
		p.ends[key] = way
		return true
	}
	if len(p.seen) > mostReached {
		return false
	}
	p.seen[key] = false
	for _, c := range all {
		next, _, err := engine.Step(s, c)
		if err != nil || !p.walk(next, way+", "+notation.Format(c)) {
			return false
		}
	}
	p.seen[key] = true
	return true
}

// Moving is Reaches for several settings, with a control for the first one: moves without the last
// one.
func Moving(t *testing.T, settings []Setting, positions int, seed uint64) {
	for i, set := range settings {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			asked, skipped, err := Reaches(set, positions/len(settings), seed, search.Position.Moves)
			if err != nil || asked <= 2*skipped {
				t.Errorf("seed %d: %d positions, %d of them too large, then %v", seed, asked, skipped, err)
			}
			t.Logf("%d positions, %d of them too large", asked, skipped)
		})
	}
	_, _, err := Reaches(settings[0], 200, seed, func(p search.Position) []engine.Command {
		all := p.Moves()
		return all[:max(len(all)-1, min(len(all), 1))]
	})
	if err == nil {
		t.Error("moves lack one, and nobody noticed")
	}
	t.Logf("moves lack one: %v", err)
}

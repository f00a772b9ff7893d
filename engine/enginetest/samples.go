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

// A Sampler draws a full state from what a seat knows. It is given the truth as well, so that a
// control can peek.
type Sampler func(truth engine.State, seen search.Position, seat engine.Seat, d engine.Dice) (engine.State, bool)

// Sample is the game's own Sampler.
func Sample(_ engine.State, seen search.Position, seat engine.Seat, d engine.Dice) (engine.State, bool) {
	return seen.Sample(seat, d)
}

// Peek is a control: it returns the truth, which is not a sample.
func Peek(truth engine.State, _ search.Position, _ engine.Seat, _ engine.Dice) (engine.State, bool) {
	return truth, true
}

// Stale returns a control that always returns its first sample.
func Stale() Sampler {
	var first engine.State
	return func(_ engine.State, seen search.Position, seat engine.Seat, d engine.Dice) (engine.State, bool) {
		s, ok := seen.Sample(seat, d)
		if first == nil {
			first = s
		}
		return first, ok
	}
}

// Samples plays random games and checks samples at random positions for random seats, until it has
// checked the given number of positions:
//
//   - a sample depends on what the seat knows and on the dice alone: with another truth
//     that the seat cannot tell apart, the same dice bring the same sample;
//   - the seat sees of it what it sees of the truth, and may do the same, then and
//     while the game goes on from it;
//   - nothing is hidden in it: what it lists can be played.
func Samples(set Setting, positions int, seed uint64, sample Sampler) (asked int, err error) {
	r := rand.New(rand.NewPCG(seed, 21))
	for games := 0; asked < positions && games < positions; games++ {
		start, err := set.Game.New(set.Seats, set.Facts)
		if err != nil {
			return asked, err
		}
		s, err := engine.Resume(start, engine.NoLog{})
		if err != nil {
			return asked, err
		}
		for range max(set.Steps, 3000) {
			legal := s.State().Legal()
			if len(legal) == 0 || asked == positions {
				break
			}
			if r.IntN(askEvery) == 0 {
				seat := set.Seats[r.IntN(len(set.Seats))]
				if err := set.sampled(r, s.State(), s.Seen(seat), seat, sample); err != nil {
					return asked, fmt.Errorf("after %d commands, for %s: %w", s.Version(), seat, err)
				}
				asked++
			}
			if _, err := s.Do(set.choose(r, s.State(), legal)); err != nil {
				return asked, err
			}
		}
	}
	return asked, nil
}

const (
	askEvery = 5  // one in so many positions is asked
	playOn   = 12 // commands from a sample
)

func (set Setting) sampled(r *rand.Rand, truth, seen engine.State, seat engine.Seat, sample Sampler) error {
	p, ok := seen.(search.Position)
	if !ok {
		return fmt.Errorf("%T cannot be searched", seen)
	}
	dice := r.Uint64()
	drawn := func(truth engine.State, dice uint64) engine.State {
		s, able := sample(truth, p, seat, rand.New(rand.NewPCG(dice, 0)))
		ok = ok && able
		return s
	}
	one, twin := drawn(truth, dice), drawn(truth, dice+1)
	if !ok {
		return fmt.Errorf("there is no sample")
	}
	if honest, _ := p.Sample(seat, rand.New(rand.NewPCG(dice+2, 0))); !equal(one, drawn(honest, dice)) || !equal(twin, drawn(honest, dice+1)) {
		return fmt.Errorf("with another truth that looks the same there is another sample")
	}
	return set.agrees(r, seen, one, seat)
}

// agrees checks that the seat knows the same about the sample as about the truth, and continues to
// as the game goes on.
func (set Setting) agrees(r *rand.Rand, seen, sample engine.State, seat engine.Seat) error {
	for range playOn {
		if err := looksLike(seen, sample, seat); err != nil {
			return err
		}
		legal := sample.Legal()
		if len(legal) == 0 {
			return nil
		}
		c := set.choose(r, sample, legal)
		next, events, err := engine.Step(sample, c)
		if err != nil {
			return fmt.Errorf("the sample lists %q, and says %w", notation.Format(c), err)
		}
		sample = next
		for _, e := range events {
			if e := engine.SeenBy(seat, e); e != nil {
				seen = seen.Apply(e)
			}
		}
	}
	return nil
}

// looksLike checks that the tracks, the cards that the seat knows by name, the number of the
// others, and what the seat may do are the same.
func looksLike(seen, sample engine.State, seat engine.Seat) error {
	want, got := seen.View(), sample.View()
	if !reflect.DeepEqual(got.Tracks, want.Tracks) {
		return fmt.Errorf("the tracks are %v, not %v", got.Tracks, want.Tracks)
	}
	for _, z := range want.Zones {
		mine, theirs := z.Cards, cardsOf(got, z.Seat, z.Name)
		if z.Seat != seat && z.Seat != engine.Table { // the seat does not know where others laid theirs
			mine, theirs = cardsOf(want, z.Seat, ""), cardsOf(got, z.Seat, "")
		}
		if len(theirs) != len(mine) || !hasAll(theirs, mine) {
			return fmt.Errorf("%s of %s has %v, not %v", z.Name, z.Seat, theirs, mine)
		}
	}
	if got, want := engine.BySeat(seat, sample.Legal()), engine.BySeat(seat, seen.Legal()); !slices.EqualFunc(got, want, same[engine.Command]) {
		return fmt.Errorf("it may do %v, not %v", got, want)
	}
	return nil
}

// cardsOf lists the cards in a zone of a seat, or in all of its zones if there is no name.
func cardsOf(v engine.View, seat engine.Seat, name string) (all []engine.Card) {
	for _, z := range v.Zones {
		if z.Seat == seat && (name == "" || z.Name == name) {
			all = append(all, z.Cards...)
		}
	}
	return all
}

// hasAll reports whether the named cards are among others, as many times as they are listed.
func hasAll(others, cards []engine.Card) bool {
	left := map[engine.Term]int{}
	for _, c := range others {
		left[c.Name]++
	}
	for _, c := range cards {
		if left[c.Name]--; c.Name != "" && left[c.Name] < 0 {
			return false
		}
	}
	return true
}

// Sampled is Samples for several settings, with the controls for the first one.
func Sampled(t *testing.T, settings []Setting, positions int, seed uint64) {
	for i, set := range settings {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			asked, err := Samples(set, positions/len(settings), seed, Sample)
			if err != nil || asked == 0 {
				t.Errorf("seed %d: %d positions, then %v", seed, asked, err)
			}
			t.Logf("%d positions", asked)
		})
	}
	for name, control := range map[string]Sampler{"peeks": Peek, "is stale": Stale()} {
		if asked, err := Samples(settings[0], 200, seed, control); err == nil {
			t.Errorf("a sampler %s, and nobody noticed in %d positions", name, asked)
		} else {
			t.Logf("a sampler %s: %v", name, err)
		}
	}
}

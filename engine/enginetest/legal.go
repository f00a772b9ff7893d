package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
	"arbiter/engine/notation"
)

// Legal is Exact for several settings.
func Legal(t *testing.T, settings []Setting, games int, seed uint64) {
	for i, set := range settings {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			asked, err := Exact(set, games, seed)
			if err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			if asked == 0 {
				t.Error("nothing was asked")
			}
			t.Logf("%d questions", asked)
		})
	}
}

// Exact collects every command that is ever listed in the given number of random games, and asks
// about them in random positions of a quarter as many further games: Decide must accept one if and
// only if Legal lists it, or lists another way to pay for it. Commands are compared as values. It
// returns how many questions were asked, and the first wrong answer as an error.
func Exact(set Setting, games int, seed uint64) (asked int, err error) {
	r := rand.New(rand.NewPCG(seed, 9))
	known := map[engine.Command]bool{}
	var all []engine.Command
	for range games {
		err := set.walk(r, func(_ engine.State, legal []engine.Command) error {
			for _, c := range legal {
				if !known[c] {
					known[c], all = true, append(all, c)
				}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	next := 0
	for n := 0; n < games/4 || asked == 0; n++ {
		err := set.walk(r, func(s engine.State, legal []engine.Command) error {
			if r.IntN(every) != 0 {
				return nil
			}
			some := all[next:min(next+most, len(all))]
			if next += most; next >= len(all) {
				next = 0
			}
			asked += len(some)
			return listed(s, legal, some)
		})
		if err != nil {
			return asked, err
		}
	}
	return asked, nil
}

const (
	every = 8    // one in so many positions is asked
	most  = 1000 // how many commands a position is asked about; the next position continues from there
)

// walk plays a random game to its end and looks at each position.
func (set Setting) walk(r *rand.Rand, look func(engine.State, []engine.Command) error) error {
	s, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		return err
	}
	for range max(set.Steps, 3000) {
		legal := s.Legal()
		if len(legal) == 0 {
			return nil
		}
		if err := look(s, legal); err != nil {
			return err
		}
		c := set.choose(r, s, legal)
		if s, _, err = engine.Step(s, c); err != nil {
			return fmt.Errorf("Legal lists %q, Decide says %w", notation.Format(c), err)
		}
	}
	return fmt.Errorf("the game does not end")
}

// listed returns an error if the state accepts a command that it does not list, or refuses one that
// it lists.
func listed(s engine.State, legal, all []engine.Command) error {
	list := make(map[engine.Command]bool, len(legal))
	for _, c := range legal {
		list[c] = true
	}
	paid := paidFor(legal)
	for _, c := range all {
		if _, err := s.Decide(c); (err == nil) != list[c] && !(err == nil && paid(c)) {
			return fmt.Errorf("%q: listed %t, answer %v", notation.Format(c), list[c], err)
		}
	}
	return nil
}

// Listing returns a setting whose states list something other than they accept: a control.
func (set Setting) Listing(lists func([]engine.Command) []engine.Command) Setting {
	honest := set.Game.New
	set.Game.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := honest(seats, facts)
		return wrongList{s, lists}, err
	}
	return set
}

type wrongList struct {
	engine.State
	lists func([]engine.Command) []engine.Command
}

func (s wrongList) Legal() []engine.Command { return s.lists(s.State.Legal()) }

func (s wrongList) Apply(e engine.Event) engine.State { return wrongList{s.State.Apply(e), s.lists} }

// WrongLists is the control of Legal: it must find a list that sometimes lacks a command, and one
// that sometimes has an additional one. That may take a few games, because games change whenever a
// command is added.
func WrongLists(t *testing.T, set Setting) {
	t.Helper()
	stale := set.Begin(t).Legal()[0]
	for name, lists := range map[string]func([]engine.Command) []engine.Command{
		"lacks one": func(legal []engine.Command) []engine.Command {
			if len(legal)%3 == 2 {
				return legal[1:]
			}
			return legal
		},
		"has one too many": func(legal []engine.Command) []engine.Command {
			if len(legal)%3 == 2 && !slices.Contains(legal, stale) {
				return append([]engine.Command{stale}, legal...)
			}
			return legal
		},
	} {
		var err error
		for seed := uint64(1); err == nil && seed <= 8; seed++ {
			_, err = Exact(set.Listing(lists), 4, seed)
		}
		if err == nil || !strings.Contains(err.Error(), "list") {
			t.Errorf("a list %s, and nobody noticed in 32 games (%v)", name, err)
		} else {
			t.Logf("a list %s: %v", name, err)
		}
	}
}

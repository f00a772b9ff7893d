package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
)

// Books plays a random game from the seed and checks the books once in every so many commands, for
// each seat and for a spectator, as far as they know:
//
//   - each number on the tracks has an account, and its postings add up to it, as
//     do those of all other accounts to what is shown elsewhere;
//   - a sum within a posting adds up to it;
//   - every account that a screen asks for is there.
//
// Shown returns a number that no track shows. Books returns how many numbers it checked; the error
// names the first wrong one.
func Books(set Setting, seed uint64, every int, shown func(v engine.View, seat engine.Seat, account string) (int, bool)) (int, error) {
	r := rand.New(rand.NewPCG(seed, 1))
	start, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		return 0, err
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		return 0, err
	}
	a := auditor{set.Game, start, shown, 0}
	for n := range max(set.Steps, 3000) {
		legal := s.State().Legal()
		if n%every == 0 || len(legal) == 0 {
			if err := a.audit(s, set.Seats); err != nil {
				return a.looked, fmt.Errorf("seed %d, after %d steps: %w", seed, n, err)
			}
		}
		if len(legal) == 0 {
			return a.looked, nil
		}
		if _, err := s.Do(set.choose(r, s.State(), legal)); err != nil {
			return a.looked, err
		}
	}
	return a.looked, fmt.Errorf("seed %d: the game does not end", seed)
}

type auditor struct {
	game   engine.Game
	start  engine.State
	shown  func(engine.View, engine.Seat, string) (int, bool)
	looked int
}

func (a *auditor) audit(s *engine.Session, seats []engine.Seat) error {
	for _, eye := range append([]engine.Seat{""}, seats...) {
		var known []engine.Event
		for _, e := range s.Standing() {
			for _, event := range e.Events {
				if event = engine.SeenBy(eye, event); event != nil {
					known = append(known, event)
				}
			}
		}
		view := s.Seen(eye).View()
		for _, p := range view.Seats {
			if err := a.seat(view, p, a.game.Accounts(a.start, known, p.Seat)); err != nil {
				return fmt.Errorf("as %q sees %s: %w", eye, p.Seat, err)
			}
		}
	}
	return nil
}

func (a *auditor) seat(v engine.View, p engine.Place, accounts []engine.Account) error {
	for _, t := range v.Tracks {
		if err := asked(accounts, t.Name); err != nil {
			return err
		}
	}
	for _, c := range p.Counts {
		for _, name := range c.Of {
			if err := asked(accounts, name); err != nil {
				return err
			}
		}
	}
	for _, z := range v.Zones {
		if z.Seat == p.Seat && z.Count != "" {
			if err := asked(accounts, z.Count); err != nil {
				return err
			}
		}
	}
	for _, account := range accounts {
		a.looked++
		want, ok := a.number(v, p.Seat, account.Name)
		if got := account.Total(); !ok || got != want {
			return fmt.Errorf("%s adds up to %d, but %d is shown (%t): %v", account.Name, got, want, ok, account.Postings)
		}
		if err := within(account); err != nil {
			return err
		}
	}
	return nil
}

// asked returns an error if there is no account of that name.
func asked(accounts []engine.Account, name string) error {
	if !slices.ContainsFunc(accounts, func(a engine.Account) bool { return a.Name == name }) {
		return fmt.Errorf("there is no account of %s", name)
	}
	return nil
}

// number returns the number that screens show.
func (a *auditor) number(v engine.View, seat engine.Seat, name string) (int, bool) {
	if n, ok := v.At(name, seat); ok {
		return n, true
	}
	return a.shown(v, seat, name)
}

// within returns an error if the sum within a posting does not add up to the posting.
func within(a engine.Account) error {
	for _, p := range a.Postings {
		if p.What.IsZero() {
			return fmt.Errorf("%s: nobody knows where %d comes from", a.Name, p.N)
		}
		sum := 0
		for _, x := range p.Reason.Addends {
			sum += x.N
		}
		if len(p.Reason.Addends) > 0 && sum != p.N {
			return fmt.Errorf("%s: %s is %d, its reason adds up to %d: %v", a.Name, p.What, p.N, sum, p.Reason.Addends)
		}
	}
	return nil
}

// Audit checks the books of random games, for each setting in turn.
func Audit(t *testing.T, settings []Setting, games int, seed uint64, every int, shown func(engine.View, engine.Seat, string) (int, bool)) {
	numbers := make([]int, Shards)
	t.Run("games", func(t *testing.T) {
		for shard := range Shards {
			t.Run(fmt.Sprint(shard), func(t *testing.T) {
				t.Parallel()
				for i := shard; i < games; i += Shards {
					n := seed + uint64(i)
					looked, err := Books(settings[n%uint64(len(settings))], n, every, shown)
					if err != nil {
						t.Error(err)
					}
					numbers[shard] += looked
				}
			})
		}
	})
	all := 0
	for _, n := range numbers {
		all += n
	}
	if all == 0 {
		t.Error("no number was looked at")
	}
	t.Logf("%d games, %d numbers", games, all)
}

// Forgetful returns a setting whose books leave out some events: a control.
func (set Setting) Forgetful(forgets func(engine.Event) bool) Setting {
	honest := set.Game.Accounts
	set.Game.Accounts = func(start engine.State, events []engine.Event, seat engine.Seat) []engine.Account {
		return honest(start, slices.DeleteFunc(slices.Clone(events), forgets), seat)
	}
	return set
}

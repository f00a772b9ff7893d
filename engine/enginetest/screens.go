package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/engine"
)

// Shown plays a random game from the seed and checks what screens are told of it, as each seat
// knows it, once in every so many positions:
//
//   - the aims of legal commands name what the view shows, and tell them apart;
//   - a seat's purse and the cards that it has are never less than nothing, and every
//     view names its phase;
//   - an effect is what happens: its numbers are those before and after the command in
//     the true state, and it says no other ones;
//   - what a seat may wish for has something for each aim of a legal command, and each
//     wish that is refused has a short reason;
//   - the card that is being carried out has the steps of its face, in their order;
//   - what a seat sees has a face, which tells nothing that not everybody knows;
//   - a forecast, of a seat that knows all plans, is what the reveal does.
//
// It returns how many commands it checked; the error names the first wrong one.
func Shown(set Setting, seed uint64, every int) (int, error) {
	r := rand.New(rand.NewPCG(seed, 17))
	start, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		return 0, err
	}
	s, err := engine.Resume(start, engine.NoLog{})
	if err != nil {
		return 0, err
	}
	look := screens{set: set, s: s}
	for n := range max(set.Steps, 3000) {
		legal := s.State().Legal()
		if n%every == 0 || len(legal) == 0 {
			for _, seat := range append(slices.Clone(set.Seats), engine.Table, "") {
				if err := look.as(seat, legal); err != nil {
					return look.looked, fmt.Errorf("seed %d, after %d steps: %w", seed, n, err)
				}
			}
		}
		if len(legal) == 0 {
			return look.looked, nil
		}
		if err := look.do(set.choose(r, s.State(), legal)); err != nil {
			return look.looked, fmt.Errorf("seed %d, after %d steps: %w", seed, n, err)
		}
	}
	return look.looked, fmt.Errorf("seed %d: the game does not end", seed)
}

type screens struct {
	set             Setting
	s               *engine.Session
	looked, reveals int
}

// as checks what one seat is shown.
func (l *screens) as(seat engine.Seat, legal []engine.Command) error {
	v := l.s.Seen(seat).View()
	own := engine.BySeat(seat, legal)
	l.looked += len(own)
	if err := l.set.aimed(v, own); err != nil {
		return err
	}
	if err := l.set.faced(seat, l.s.Seen(seat), l.s.State(), v); err != nil {
		return err
	}
	if w, ok := l.s.Seen(seat).(engine.Wisher); ok && slices.Contains(l.set.Seats, seat) {
		if err := l.set.wished(v, own, w.Wishes(seat), l.s); err != nil {
			return err
		}
	}
	if err := l.inPlay(v.InPlay); err != nil {
		return err
	}
	return placed(v)
}

// inPlay returns an error if a card being carried out has other steps than are printed on it, or in
// another order. How a card scores comes after its steps.
func (l *screens) inPlay(c engine.InPlay) error {
	if c.Seat == "" || l.set.Game.Face == nil {
		return nil
	}
	face, ok := l.set.Game.Face(l.s.State(), c.Card)
	if !ok || len(c.Steps) > len(face.Steps) {
		return fmt.Errorf("%s has %d steps, but %d are carried out", c.Card, len(face.Steps), len(c.Steps))
	}
	for n, step := range c.Steps {
		switch waits := step.Progress == engine.Waiting || step.Progress == engine.Current; {
		case step.Text.IsZero() || step.Option >= len(face.Steps[n]):
			return fmt.Errorf("step %d of %s is %+v", n+1, c.Card, step)
		case n > 0 && !waits && c.Steps[n-1].Progress < engine.Finished:
			return fmt.Errorf("step %d of %s comes before the one before it", n+1, c.Card)
		}
	}
	return nil
}

// placed returns an error if the places of a view cannot be right.
func placed(v engine.View) error {
	if v.Phase == "" {
		return fmt.Errorf("the phase has no word: %v", v.Stage)
	}
	for _, p := range v.Seats {
		for _, a := range slices.Concat(p.Purse, p.Cards) {
			if a.N < 0 || a.Of == "" {
				return fmt.Errorf("%s has %d of %q", p.Seat, a.N, a.Of)
			}
		}
		for _, z := range v.Zones {
			if z.Seat == p.Seat && z.Name == engine.Hand && !slices.Contains(p.Cards, engine.Amount{Of: engine.Hand, N: len(z.Cards)}) {
				return fmt.Errorf("%s has %d cards in hand, not as in %v", p.Seat, len(z.Cards), p.Cards)
			}
		}
	}
	return nil
}

// Screens checks what screens are told of random games, for each setting in turn, and, as controls,
// settings that lack something.
func Screens(t *testing.T, settings []Setting, games int, seed uint64, every int) {
	for shard := range Shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			all := 0
			for i := shard; i < games; i += Shards {
				n := seed + uint64(i)
				looked, err := Shown(settings[n%uint64(len(settings))], n, every)
				if err != nil {
					t.Error(err)
				}
				all += looked
			}
			t.Logf("%d commands", all)
		})
	}
}

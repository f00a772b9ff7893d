package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
)

// Shown plays a random game from the seed and looks at what screens are told of it, as
// each seat knows it, in every so many positions:
//
//   - the aims of legal commands name what the view shows, and tell them apart;
//   - a seat's purse and the cards that it has are never less than nothing, and every
//     view names its phase;
//   - an effect is what happens: its numbers are those before and after the command in
//     the true state, and it says no other ones;
//   - a forecast, of a seat that knows all plans, is what the reveal does.
//
// It returns how many commands were looked at; an error names the first that is wrong.
func Shown(set Setting, seed uint64, every int) (int, error) {
	r := rand.New(rand.NewPCG(seed, 17))
	start, err := set.Game.New(set.Seats, set.Facts)
	if err != nil {
		return 0, err
	}
	s, err := engine.Resume(start, &memory{})
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

// as looks at what one seat is told.
func (l *screens) as(seat engine.Seat, legal []engine.Command) error {
	v := l.s.Seen(seat).View()
	own := engine.BySeat(seat, legal)
	l.looked += len(own)
	if err := l.set.aimed(v, own); err != nil {
		return err
	}
	return placed(v)
}

// placed is an error if the places of a view cannot be true.
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

// Screens looks at what screens are told of random games, each setting in turn; and, as
// controls, at settings that lack something.
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

// BlindScreens is the control of Screens: what is wrong is found out.
func BlindScreens(t *testing.T, set Setting) {
	t.Helper()
	faults := map[string]Setting{
		"have the same aims": set.without(func(s *Setting) { s.Small = nil }),
		"nobody sees":        set.viewed(func(v *engine.View) { v.Zones, v.Seats = nil, nil }),
		"has no word":        set.viewed(func(v *engine.View) { v.Phase = "" }),
		"cards in hand":      set.viewed(func(v *engine.View) { v.Seats[0].Cards = nil }),
		"asks":               set.effecting(func(e *engine.Effect) { e.Ask = engine.Text{} }),
		"it goes from": set.effecting(func(e *engine.Effect) {
			e.Then = nil
			for n := range e.Changes {
				e.Changes[n].To++
			}
		}),
		"none of": set.effecting(func(e *engine.Effect) { e.Then = append(e.Then, engine.Say("%d", 4711)) }),
	}
	if _, ok := set.Begin(t).(engine.Forecaster); ok {
		faults["was told"] = set.forecasting(func(f *engine.Forecast) { f.To++ })
		faults["a plan of"] = set.effecting(func(e *engine.Effect) { e.Plan.Rank++ })
	}
	for fault, wrong := range faults {
		var err error
		for seed := uint64(1); err == nil && seed <= 4; seed++ {
			_, err = Shown(wrong, seed, 1)
		}
		if err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("nobody notices %q (%v)", fault, err)
		}
	}
}

// effecting is a setting whose effects are changed.
func (set Setting) effecting(change func(*engine.Effect)) Setting {
	honest := set.Game.Effect
	set.Game.Effect = func(s engine.State, c engine.Command) engine.Effect {
		e := honest(s, c)
		change(&e)
		return e
	}
	return set
}

// viewed is a setting whose views are changed. Of its states the game knows no effects.
func (set Setting) viewed(change func(*engine.View)) Setting {
	set.Game.New, set.Game.Effect = changed(set.Game.New, change), nil
	return set
}

func (set Setting) without(what func(*Setting)) Setting {
	what(&set)
	return set
}

// forecasting is a setting whose forecasts are changed.
func (set Setting) forecasting(change func(*engine.Forecast)) Setting {
	honest := set.Game.New
	set.Game.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := honest(seats, facts)
		return changedForecast{s, change}, err
	}
	set.Game.Effect = nil
	return set
}

type changedForecast struct {
	engine.State
	change func(*engine.Forecast)
}

func (s changedForecast) Apply(e engine.Event) engine.State {
	return changedForecast{s.State.Apply(e), s.change}
}

func (s changedForecast) Forecast(seat engine.Seat) (engine.Forecast, bool) {
	f, ok := s.State.(engine.Forecaster).Forecast(seat)
	s.change(&f)
	return f, ok
}

type beginning = func([]engine.Seat, []engine.Event) (engine.State, error)

// changed begins games whose views are changed.
func changed(begin beginning, change func(*engine.View)) beginning {
	return func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := begin(seats, facts)
		return changedView{s, change}, err
	}
}

type changedView struct {
	engine.State
	change func(*engine.View)
}

func (s changedView) Apply(e engine.Event) engine.State {
	return changedView{s.State.Apply(e), s.change}
}

func (s changedView) View() engine.View {
	v := s.State.View()
	s.change(&v)
	return v
}

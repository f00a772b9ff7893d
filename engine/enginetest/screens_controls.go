package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbiter/engine"
)

// BlindScreens is the control of Screens: it must find what is wrong.
func BlindScreens(t *testing.T, set Setting) {
	t.Helper()
	known := map[engine.State]int{}
	faults := map[string]Setting{
		"have the same aims": set.without(func(s *Setting) { s.Small = nil }),
		"nobody sees":        set.viewed(func(v *engine.View) { v.Zones, v.Seats = nil, nil }),
		"has no word":        set.viewed(func(v *engine.View) { v.Phase = "" }),
		"asks":               set.effecting(func(e *engine.Effect) { e.Ask = engine.Text{} }),
		"it goes from": set.effecting(func(e *engine.Effect) {
			e.Then = nil
			for n := range e.Changes {
				e.Changes[n].To++
			}
		}),
		"has no face": set.facing(func(_ engine.State, f *engine.Face) bool {
			return f.Kind == "start" || f.Kind == "day" || f.Kind == "attack"
		}),
		"no picture": set.facing(func(_ engine.State, f *engine.Face) bool { f.Steps, f.Art = nil, ""; return false }),
		"differs for": set.facing(func(s engine.State, f *engine.Face) bool {
			if _, ok := known[s]; !ok {
				known[s] = len(fmt.Sprint(named(s.View())))
			}
			f.Ring.N = known[s]
			return false
		}),
		"none of": set.effecting(func(e *engine.Effect) { e.Then = append(e.Then, engine.Say("%d", 4711)) }),
	}
	if slices.ContainsFunc(set.Begin(t).View().Zones, func(z engine.Zone) bool { return z.Name == engine.Hand }) {
		faults["cards in hand"] = set.viewed(func(v *engine.View) { v.Seats[0].Cards = nil })
	}
	if _, ok := set.Begin(t).(engine.Wisher); ok {
		faults["nobody may wish for it"] = set.wishing(func(engine.State) []engine.Command { return nil })
		faults["but the answer is"] = set.wishing(func(s engine.State) []engine.Command { return s.Legal() })
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

// effecting returns a setting whose effects are changed.
func (set Setting) effecting(change func(*engine.Effect)) Setting {
	honest := set.Game.Effect
	set.Game.Effect = func(s engine.State, c engine.Command) engine.Effect {
		e := honest(s, c)
		change(&e)
		return e
	}
	return set
}

// facing returns a setting whose faces are changed, or missing.
func (set Setting) facing(change func(engine.State, *engine.Face) (missing bool)) Setting {
	honest := set.Game.Face
	set.Game.Face = func(s engine.State, t engine.Term) (engine.Face, bool) {
		f, ok := honest(s, t)
		if change(s, &f) {
			return engine.Face{}, false
		}
		return f, ok
	}
	return set
}

// viewed returns a setting whose views are changed.
func (set Setting) viewed(change func(*engine.View)) Setting { return set.lying(lies{view: change}) }

func (set Setting) without(what func(*Setting)) Setting {
	what(&set)
	return set
}

// forecasting returns a setting whose forecasts are changed, and wishing one whose wishes are.
func (set Setting) forecasting(change func(*engine.Forecast)) Setting {
	return set.lying(lies{forecast: change})
}

func (set Setting) wishing(wishes func(engine.State) []engine.Command) Setting {
	return set.lying(lies{wishes: wishes})
}

// lies are the wrong things that states say.
type lies struct {
	view     func(*engine.View)
	forecast func(*engine.Forecast)
	wishes   func(engine.State) []engine.Command
}

// lying returns a setting whose states lie. For such states the game has neither effects nor faces.
func (set Setting) lying(l lies) Setting {
	honest := set.Game.New
	set.Game.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := honest(seats, facts)
		return liar{s, l}, err
	}
	set.Game.Effect, set.Game.Face = nil, nil
	return set
}

type liar struct {
	engine.State
	lies
}

func (s liar) Apply(e engine.Event) engine.State { return liar{s.State.Apply(e), s.lies} }

func (s liar) View() engine.View {
	v := s.State.View()
	if s.view != nil {
		s.view(&v)
	}
	return v
}

func (s liar) Forecast(seat engine.Seat) (f engine.Forecast, ok bool) {
	if honest, is := s.State.(engine.Forecaster); is {
		f, ok = honest.Forecast(seat)
	}
	if s.forecast != nil {
		s.forecast(&f)
	}
	return f, ok
}

func (s liar) Wishes(seat engine.Seat) []engine.Command {
	honest, is := s.State.(engine.Wisher)
	switch {
	case s.wishes != nil:
		return s.wishes(s.State)
	case is:
		return honest.Wishes(seat)
	}
	return nil
}

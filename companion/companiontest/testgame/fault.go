package testgame

import (
	"fmt"
	"sync/atomic"

	"arbiter/engine"
	"arbiter/engine/rule"
)

// Faulty returns the game with a verb that is a deliberate mistake: where it says, the rules panic,
// and name the cards in hand. It is the control of tests that check what goes on after a panic.
func Faulty(f *Faults) engine.Game {
	g := Game(false)
	g.New = func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
		s, err := start(false, seats, facts)
		if err != nil {
			return nil, err
		}
		return faulty{s.(state), f, ""}, nil
	}
	g.Tell = func(x any) engine.Text {
		if e, ok := x.(Failed); ok {
			f.fail("tell", e.Where, "told")
		}
		return rule.Tell(x)
	}
	return g
}

// Faults are armed until somebody disarms them, after which nothing panics.
type Faults struct{ Disarmed atomic.Bool }

func (f *Faults) fail(place, where string, hidden any) {
	if where == place && !f.Disarmed.Load() {
		panic(fmt.Sprint("hidden: ", hidden))
	}
}

// Fail makes the rules panic in one place: decide, fold, view, legal, tell or why. With a seat,
// they panic only in what that seat knows. A card called decide panics when it is laid.
type Fail struct {
	Seat  engine.Seat
	Where string
	Whose engine.Seat `word:"optional"`
}

func (c Fail) By() engine.Seat { return c.Seat }

func (Fail) Check(*state) refusal { return refuse("not now") }

func (Fail) Play(*resolution) {}

// Failed makes the rules panic in its place, for everybody or for one seat.
type Failed struct {
	Where string
	Whose engine.Seat `word:"optional"`
}

// Cover hides all of it from others.
func (e Failed) Cover(seat engine.Seat) engine.Event {
	if e.Whose != "" && e.Whose != seat {
		return Failed{"nowhere", e.Whose}
	}
	return e
}

func (e Failed) Apply(*state) {}

// A faulty state panics in the place of its Failed.
type faulty struct {
	state
	*Faults
	where string
}

// Decide plays c by the rules.
func (s faulty) Decide(c engine.Command) ([]engine.Event, error) {
	switch c := c.(type) {
	case Fail:
		s.fail("decide", c.Where, s.sides)
		return []engine.Event{Failed{c.Where, c.Whose}}, nil
	case Plan: // nobody else may know its words
		s.fail("decide", c.Card, s.sides)
	}
	return s.state.Decide(c)
}

// Apply returns the state after e.
func (s faulty) Apply(x engine.Event) engine.State {
	if e, ok := x.(Failed); ok {
		s.fail("fold", e.Where, s.sides)
		s.where = e.Where
		return s
	}
	s.state = s.state.Apply(x).(state)
	return s
}

// Legal lists the commands that Decide accepts.
func (s faulty) Legal() []engine.Command {
	s.fail("legal", s.where, s.sides)
	return s.state.Legal()
}

// View shows the state to people.
func (s faulty) View() engine.View {
	s.fail("view", s.where, s.sides)
	return s.state.View()
}

// Why explains an event.
func (s faulty) Why(x engine.Event) engine.Reason {
	if e, ok := x.(Failed); ok {
		s.fail("why", e.Where, s.sides)
	}
	return s.state.Why(x)
}

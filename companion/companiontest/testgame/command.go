package testgame

import (
	"arbiter/engine"
	"arbiter/engine/rule"
)

// A command is what a seat wants. Its type is the verb, its fields the other words. In a game that
// is translated it has words for people, too: then it is a rule.Command, and an event a rule.Event.
type command interface {
	engine.Command
	Check(*state) refusal // a rule that refuses it; the zero refusal allows
	Play(*resolution)     // what happens; Check has allowed it
}

// An event is what happened. It changes what it says, holds no rules and cannot fail:
// a seat that knows less applies the same event to a state that knows less.
type event interface{ Apply(*state) }

// A refusal is the answer of a rule.
type refusal = rule.Refusal

var allowed refusal

func refuse(format string) refusal { return rule.Refuse(format) }

// A resolution is everything that happens while one command is played. Later rules see what
// earlier ones have done.
type resolution struct {
	state
	rule.Record
}

func emit(r *resolution, e event) {
	e.Apply(&r.state)
	r.Events = append(r.Events, e)
}

// Decide plays c by the rules.
func (s state) Decide(c engine.Command) ([]engine.Event, error) {
	if no := c.(command).Check(&s); !no.Allowed() {
		return nil, no.Err(nil)
	}
	r := &resolution{state: s}
	c.(command).Play(r)
	return r.Events, nil
}

// Apply returns the state after e.
func (s state) Apply(e engine.Event) engine.State {
	e.(event).Apply(&s)
	return s
}

// Legal lists the commands that Decide accepts. A game of this size asks about
// everything that could be said; a larger one asks each rule as soon as its arguments
// are known.
func (s state) Legal() []engine.Command {
	var legal []engine.Command
	for _, c := range s.imaginable() {
		if c.Check(&s).Allowed() {
			legal = append(legal, c)
		}
	}
	return legal
}

func (s *state) imaginable() (all []command) {
	for _, x := range s.sides {
		for field := 1; field <= fields; field++ {
			for _, card := range cards() {
				all = append(all, Plan{x.seat, field, card}, TakeBack{x.seat, field, card})
			}
		}
		for n := range mostGained + 1 {
			all = append(all, Gain{x.seat, n})
		}
		all = append(all, Ready{x.seat}, Slide{x.seat}, Act{x.seat, "left"}, Act{x.seat, "right"},
			Reroll{x.seat, 1}, Reroll{x.seat, 2}, Reroll{x.seat, both}, Hide{x.seat, wall}, Hide{x.seat, spear}, Answer{x.seat, 1}, Answer{x.seat, 2})
	}
	for _, card := range cards() {
		for n := 1; n <= mostWorth; n++ {
			all = append(all, Tell{engine.Table, card, n})
		}
	}
	return append(append(all, s.falls()...), Close{engine.Table, s.windows})
}

// Why explains an event in the state before it. It knows no more than that state: a reason computed
// from the true state would tell secrets to everybody.
func (s state) Why(e engine.Event) engine.Reason {
	r := engine.Reason{Rule: engine.Say("%d cards of moon are known to lie", s.lying("moon"))}
	if e, ok := e.(interface{ addends(*state) []engine.Addend }); ok {
		r.Addends = e.addends(&s)
	}
	return r
}

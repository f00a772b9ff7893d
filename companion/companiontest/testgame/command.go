package testgame

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// A command is what a seat wants. Its type is the verb, its fields the other words.
type command interface {
	engine.Command
	check(state) error         // a rule that refuses it; nil allows
	play(state) []engine.Event // what happens; check has allowed it
}

// An event is what happened. It changes what it says, holds no rules and cannot fail:
// a seat that knows less applies the same event to a state that knows less.
type event interface {
	apply(state) state
}

// Decide plays c by the rules.
func (s state) Decide(c engine.Command) ([]engine.Event, error) {
	if err := c.(command).check(s); err != nil {
		return nil, err
	}
	return c.(command).play(s), nil
}

// Apply returns the state after e.
func (s state) Apply(e engine.Event) engine.State { return e.(event).apply(s) }

// Legal lists the commands that Decide accepts. A game of this size asks about
// everything that could be said; a larger one asks each rule as soon as its arguments
// are known.
func (s state) Legal() []engine.Command {
	var legal []engine.Command
	for _, c := range s.imaginable() {
		if c.check(s) == nil {
			legal = append(legal, c)
		}
	}
	return legal
}

func (s state) imaginable() (all []command) {
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

// tell puts a command or an event into words; what has none is shown as in the log.
func tell(x any) engine.Text {
	if x, ok := x.(interface{ tell() engine.Text }); ok {
		return x.tell()
	}
	return engine.Say("%s", engine.Term(notation.Format(x)))
}

// Why explains an event in the state before it. It knows no more than that state: a reason computed
// from the true state would tell secrets to everybody.
func (s state) Why(e engine.Event) engine.Reason {
	r := engine.Reason{Rule: engine.Say("%d cards of moon are known to lie", s.lying("moon"))}
	if e, ok := e.(interface{ addends(state) []engine.Addend }); ok {
		r.Addends = e.addends(s)
	}
	return r
}

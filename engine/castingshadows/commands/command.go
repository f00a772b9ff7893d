// Package commands holds what seats and the table may do in Casting Shadows: what the rules allow,
// what happens then, and what the game does next on its own.
//
// There is a file for each heading of the rulebook: roll, travel, cast, reroll, protect, refresh,
// collect, resource_card, ability, absorb, transform, end. It holds the commands of that heading
// and the events that only they cause, each with the methods that check, apply, tell and explain
// it.
package commands

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/rule"
)

// A command and all its methods stand in the file of its chapter. Methods have comments only where
// they do more than is said here.
type command interface {
	engine.Command
	check(*position.State) refusal // why it may not be played; the zero refusal allows
	play(*position.Resolution)     // what happens; check has passed it
	Tell() engine.Text             // the command in words for people
}

// A refusal is a rule's answer to a command or to one of its arguments. Lists of legal commands ask
// the same rules as commands do.
type refusal = rule.Refusal

var allowed refusal

func refuse(format string, words ...word) refusal { return rule.Refuse(format, words...) }

// A word is an argument of a refusal: a number, a seat, a card or another thing.
type word = rule.Word

// usualEvents is room for the events of most commands.
const usualEvents = 8

// Step plays c if the rules allow it.
func Step(s *position.State, c engine.Command) (*position.State, []engine.Event, error) {
	if err := Check(s, c); err != nil {
		return nil, nil, err
	}
	r := &position.Resolution{State: *s, Events: make([]engine.Event, 0, usualEvents)}
	Play(r, c)
	return &r.State, r.Events, nil
}

// Play plays a command that the rules allow, and everything that follows on its own.
func Play(r *position.Resolution, c engine.Command) {
	c.(command).play(r)
	Proceed(r)
}

// Check returns why c may not be played, nil if it may.
func Check(s *position.State, c engine.Command) error {
	if c.By() != engine.Table && s.Find(c.By()) < 0 {
		return engine.Refuse("%s does not play", c.By())
	}
	if s.Over {
		return engine.Refuse("the game is over")
	}
	return c.(command).check(s).Err(s.Spoken)
}

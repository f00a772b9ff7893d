// Package testgame is a small game with secrets, for tests of whatever plays games without knowing
// their rules, and the one to copy for a new game. Nobody would buy it.
//
// Each seat holds moon, sun and star and lays them secretly on its fields 1 and 2. When every seat
// is ready the cards are shown, values that nobody has told are asked for, then each seat in turn
// may gain and slides its cards: from 1 to 2, from 2 into the hand. In round 2 the empty field 1
// comes first, then cards may be covered. After two rounds the highest score wins. A seat called
// robot is a robot that goes last. If a fact says that the game has guards, others may answer a
// gain, and a seat may drop out. If a fact says that it has dice, these are rolled before a seat
// acts.
//
// A file for each chapter of the rules has its rules, then its commands and events with all their
// methods: setup, planning, rolling, acting, answering. command.go says what a command and an event
// are, state.go what a position is, view.go what people see of it. A copy leaves out leak.go and
// fault.go, which are deliberate mistakes.
package testgame

import (
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/rule"
)

// Game returns the rules. A leaky game forgets to cover the cards.
func Game(leaky bool) engine.Game {
	return engine.Game{
		Name: "hush", Title: "Hush", // as in old records
		Words: words,
		New: func(seats []engine.Seat, facts []engine.Event) (engine.State, error) {
			return start(leaky, seats, facts)
		},
		Tell: rule.Tell,
		Orders: []engine.Order{
			{Name: "most", Text: engine.Say("pass, unless it is %d or more", mostGained), Least: mostGained},
			{Name: "out", Text: engine.Say("pass, unless I would be out"), Out: true},
		},
	}
}

// words are the verbs of the log: commands, then events and facts. What is not listed here
// cannot be written into a log.
var words = notation.Of(
	Plan{}, TakeBack{}, Ready{}, Gain{}, Slide{}, Act{}, Tell{},
	Placed{}, Spilled{}, Taken{}, Locked{}, Shown{}, Scored{}, Slid{}, Value{}, Order{},
	Hide{}, Answer{}, Close{},
	Hid{}, Announced{}, Answered{}, Closed{}, Turned{}, Fallen{}, Guards{},
	Roll{}, Rolled{}, Reroll{}, Rerolled{}, Dice{},
	Fail{}, Failed{},
)

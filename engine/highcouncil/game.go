// Package highcouncil holds the rules of The High Council (Der Hohe Rat, Volker Hesselmann), played
// with the components of Stonehenge, for two players and for four, two against two.
//
// There is a file for each heading of the rules: play, discuss, take_seat, ponder, confer,
// convince, vote, deal. It holds the commands and events of that heading, each with the methods
// that check, apply, tell and explain it. A number card is first played onto the table and then
// used, so that cards can be laid on a reader one after another.
//
// Hands are secret. At a cardboard table the rules know how many cards a hand has but not which
// ones; a seat may then play any card that is not known to be elsewhere, because it shows the real
// one. With the fact "hands dealt" the Table deals named cards, and everybody but their owner knows
// as much as at a cardboard table. One set of rules covers both. Bots, dealers and pictures are
// elsewhere.
package highcouncil

import (
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/rule"
)

// Game is The High Council.
var Game = engine.Game{
	Name:      "high-council",
	Title:     "The High Council",
	Words:     words,
	New:       start,
	Terms:     terms(),
	Tell:      rule.Tell,
	Checklist: checklist,
	Describe:  describe,
	Accounts:  engine.OfThree((*State).accounts),
	Drawn:     drawn,
	Effect:    engine.OfTwo((*State).effect),
	Face:      face,
	Rules:     rulebook,
	Guide:     guide, GuideRounds: guideTurns,

	Review: review,
}

// The verbs of the log. Old logs must stay readable forever: verbs may be added, never changed.
var words = notation.Of(
	Play{}, TakeBack{}, Discuss{}, TakeSeat{}, Ponder{}, Confer{}, Return{}, Convince{}, Finish{}, Deal{},
	Hands{}, Ruling{}, Dealt{}, Reshuffled{}, Played{}, TookBack{}, Argued{}, Owed{}, Discussed{}, TookSeat{}, Pondered{},
	Gave{}, Conferred{}, Convinced{}, Replaced{}, Moved{}, Seated{}, Turn{}, Vote{}, Won{}, Adjourned{},
)

// Package castingshadows holds the rules of Casting Shadows (Unstable Games, Asmodee) for
// two to four players: the full book, which keeps pools, cards, hit points and effects, and
// the tracks book, which keeps hit points, energy, form, turn, actions and spell books; people
// roll, pay and carry cards out.
//
// There is a file for each heading of the rulebook: roll, travel, cast, reroll, protect,
// refresh, collect, resource_card, ability, absorb, transform, out, end. It holds the
// commands and events of that heading, each with what decides, applies, tells and
// explains it. What is printed on cards, tiles and boards stands in package printed and
// comes as facts; this package carries it out: option (what a seat may choose), doing
// (line by line), moment and blow (what others may answer to), window (answers). These
// nest: a State has a stack of them.
//
// Counterspells lie face down. At a cardboard table the rules know how many a seat has
// and not which; with the fact "dealt device" the Table deals named cards, and everybody
// but their owner knows as much as a cardboard table does.
package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
)

// Game is Casting Shadows.
var Game = engine.Game{
	Name:       "casting-shadows",
	Title:      "Casting Shadows",
	Words:      words,
	New:        start,
	Terms:      terms(),
	Tell:       tell,
	Doubts:     doubts,
	Checklist:  checklist,
	Describe:   describe,
	Face:       face,
	Effect:     effect,
	Accounts:   books,
	Everybodys: endsForAll,
	Orders:     orders,
	Drawn:      drawn,
	Review:     review,
	Guide:      guide, GuideRounds: guideTurns,
}

// endsForAll: all agree to a draw.
func endsForAll(c engine.Command) bool {
	_, ends := c.(Adjourn)
	return ends
}

// The verbs of the log. Old logs are read for ever: a verb may be added, never changed.
var words = notation.Of(append(printed.Examples(),
	Roll{}, Travel{}, Cast{}, Reroll{}, Protect{}, Refresh{}, Collect{}, CollectCounterspell{}, UseCard{}, UseAbility{},
	Act{}, Take{}, Drop{}, Suffer{}, Heal{}, Spend{},
	Finish{}, Absorb{}, Summon{}, Choose{}, Skip{}, Answer{}, TurnUp{}, Close{}, Settle{}, Count{}, Stand{}, Draw{}, Deal{}, Continue{}, Adjourn{},
	Book{}, Character{}, Dealt{}, Ruling{}, Waits{},
	Turn{}, Phase{}, Rolled{}, Rerolls{}, Traveled{}, Moved{}, Spell{}, Spent{}, Refreshed{}, Collected{},
	Trapped{}, Dropped{}, Used{}, Unleashed{}, Absorbed{}, Transformed{}, Summoned{}, Gained{}, Energized{}, Healed{},
	Cleansed{}, Acts{}, Occurs{}, Works{}, Does{}, Omits{}, Ends{}, Reads{}, ReadsPrice{}, Settled{}, Counted{}, Lasts{}, Peeked{}, Strikes{}, Aimed{}, Adjusted{}, Landed{}, Missed{}, Harmed{},
	Asked{}, Answered{}, Closed{}, Turned{}, Counters{}, Returned{}, Laid{}, Appeared{}, Shuffled{}, Owed{},
	Cleared{}, Out{}, Won{}, Stalled{}, Continued{}, Adjourned{},
)...)

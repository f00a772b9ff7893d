// Package castingshadows holds the rules of Casting Shadows (Unstable Games, Asmodee) for
// two to six players: the full book, which keeps pools, cards, hit points and effects, and
// the tracks book, which keeps hit points, energy, form, turn, actions and spell books; people
// roll, pay and carry cards out.
//
// There is a file for each heading of the rulebook: roll, travel, cast, reroll, protect, refresh,
// collect, resource_card, ability, absorb, transform, end. It holds the commands of that heading
// and the events that they cause, each with the methods that check, apply, tell and explain it.
// What is printed on cards, tiles and boards comes as facts (package printed) and is carried out
// in option (what a seat may choose), doing (line by line), occasion and damage (what others may
// react to) and window (who is asked). These nest: a State has a stack of frames.
//
// Counterspells lie face down. At a cardboard table the rules know how many a seat has
// and not which; with the fact "dealt device" the Table deals named cards, and everybody
// but their owner knows as much as a cardboard table does.
package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/notation"
	"arbiter/engine/rule"
)

// Game is Casting Shadows.
var Game = engine.Game{
	Name:       "casting-shadows",
	Title:      "Casting Shadows",
	Words:      words,
	New:        start,
	Terms:      terms(),
	Tell:       rule.Tell,
	Doubts:     doubts,
	Lacking:    lacking,
	Checklist:  checklist,
	Describe:   engine.OfTwo((*State).describe),
	Face:       face,
	Effect:     engine.OfTwo((*State).effect),
	Accounts:   engine.OfThree((*State).accounts),
	Everybodys: endsForAll,
	Orders:     orders,
	Drawn:      drawnHere,
	Review:     review,
	Acts:       actionRow,
	Rules:      rulebook,
	Guide:      guide, GuideRounds: guideTurns,
}

// endsForAll reports whether a command is one that all have to agree to: a draw.
func endsForAll(c engine.Command) bool {
	_, ends := c.(Adjourn)
	return ends
}

// The verbs of the log. Old logs must stay readable forever: verbs may be added, never changed.
var words = notation.Of(append(printed.Examples(),
	ChooseHome{}, HomeChosen{}, Roll{}, Leave{}, Left{}, Travel{}, Cast{}, Reroll{}, Protect{}, Refresh{}, Collect{}, CollectCounterspell{}, UseCard{}, UseAbility{},
	Act{}, Take{}, Drop{}, Suffer{}, Heal{}, Spend{},
	Finish{}, Absorb{}, Transform{}, Summon{}, Choose{}, Skip{}, Answer{}, TurnUp{}, Close{}, Settle{}, Count{}, Stand{}, Draw{}, Deal{}, Continue{}, Adjourn{},
	Book{}, Character{}, Dealt{}, Ruling{}, House{}, Waits{},
	Turn{}, Phase{}, Rolled{}, Rerolls{}, Traveled{}, Moved{}, Spell{}, Spent{}, Refreshed{}, Collected{},
	Trapped{}, Dropped{}, Used{}, Unleashed{}, Absorbed{}, Transformed{}, Summoned{}, Gained{}, Energized{}, Healed{},
	Cleansed{}, Acts{}, Occurs{}, Works{}, Does{}, Omits{}, Ends{}, Reads{}, ReadsPrice{}, Settled{}, Counted{}, Lasts{}, Peeked{}, Frozen{}, Stunned{}, Strikes{}, Aimed{}, Returns{}, Adjusted{}, Landed{}, Missed{}, Harmed{},
	Asked{}, Answered{}, Closed{}, Turned{}, Counters{}, Returned{}, Laid{}, Appeared{}, Shuffled{}, Owed{},
	Cleared{}, Out{}, Won{}, Stalled{}, Continued{}, Adjourned{},
)...)

// orders are the standing orders that a seat may choose: what it lets pass without being asked.
var orders = []engine.Order{
	{Name: "six", Text: engine.Say("Let it pass, unless it takes %d or more", 6), Least: 6, Out: true},
	{Name: "out", Text: engine.Say("Let it pass, unless it puts me out"), Out: true},
}

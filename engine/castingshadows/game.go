// Package castingshadows holds the rules of Casting Shadows (Unstable Games, Asmodee) for
// two to four players: the full book, which keeps pools, cards, hit points and effects, and
// the tracks book, which keeps hit points, energy, form, turn, actions and spell books; people
// roll, pay and carry cards out.
//
// Its packages are printed (what cards, tiles and boards may say, which comes as facts),
// position (who has what, and how what is printed is carried out), commands (what seats
// and the table may do) and screens (what people are told). Here they become a game, with
// its setup and with what a search needs.
//
// Counterspells lie face down. At a cardboard table the rules know how many a seat has
// and not which; with the fact "dealt device" the Table deals named cards, and everybody
// but their owner knows as much as a cardboard table does.
package castingshadows

import (
	"arbiter/engine"
	"arbiter/engine/castingshadows/commands"
	"arbiter/engine/castingshadows/position"
	"arbiter/engine/castingshadows/printed"
	"arbiter/engine/castingshadows/screens"
	"arbiter/engine/notation"
)

// Game is Casting Shadows.
var Game = engine.Game{
	Name:       "casting-shadows",
	Title:      "Casting Shadows",
	Words:      words,
	New:        start,
	Terms:      screens.Terms(),
	Tell:       position.Tell,
	Doubts:     doubts,
	Checklist:  checklist,
	Describe:   screens.Describe,
	Face:       screens.Face,
	Effect:     screens.Effect,
	Accounts:   screens.Accounts,
	Everybodys: endsForAll,
	Orders:     orders,
	Drawn:      commands.Drawn,
	Review:     screens.Review,
	Acts:       screens.Acts,
	Rules:      rulebook,
	Guide:      screens.Guide, GuideRounds: screens.GuideTurns,
}

// endsForAll reports whether a command is one that all have to agree to: a draw.
func endsForAll(c engine.Command) bool {
	_, ends := c.(commands.Adjourn)
	return ends
}

// The verbs of the log. Old logs must stay readable forever: verbs may be added, never changed.
var words = notation.Of(append(printed.Examples(),
	commands.Roll{}, commands.Leave{}, commands.Left{}, commands.Travel{}, commands.Cast{}, commands.Reroll{}, commands.Protect{}, commands.Refresh{}, commands.Collect{}, commands.CollectCounterspell{}, commands.UseCard{}, commands.UseAbility{},
	commands.Act{}, commands.Take{}, commands.Drop{}, commands.Suffer{}, commands.Heal{}, commands.Spend{},
	commands.Finish{}, commands.Absorb{}, commands.Transform{}, commands.Summon{}, commands.Choose{}, commands.Skip{}, commands.Answer{}, commands.TurnUp{}, commands.Close{}, commands.Settle{}, commands.Count{}, commands.Stand{}, commands.Draw{}, commands.Deal{}, commands.Continue{}, commands.Adjourn{},
	Book{}, Character{}, Dealt{}, Ruling{}, Waits{},
	commands.Turn{}, commands.Phase{}, commands.Rolled{}, position.Rerolls{}, commands.Traveled{}, position.Moved{}, commands.Spell{}, position.Spent{}, commands.Refreshed{}, commands.Collected{},
	commands.Trapped{}, commands.Dropped{}, commands.Used{}, commands.Unleashed{}, commands.Absorbed{}, commands.Transformed{}, commands.Summoned{}, position.Gained{}, position.Energized{}, position.Healed{},
	position.Cleansed{}, position.Acts{}, position.Occurs{}, position.Works{}, position.Does{}, position.Omits{}, position.Ends{}, position.Reads{}, commands.ReadsPrice{}, commands.Settled{}, commands.Counted{}, position.Lasts{}, position.Peeked{}, position.Frozen{}, position.Stunned{}, position.Strikes{}, position.Aimed{}, position.Returns{}, position.Adjusted{}, position.Landed{}, position.Missed{}, position.Harmed{},
	position.Asked{}, commands.Answered{}, commands.Closed{}, commands.Turned{}, position.Counters{}, position.Returned{}, commands.Laid{}, commands.Appeared{}, commands.Shuffled{}, position.Owed{},
	commands.Cleared{}, position.Out{}, position.Won{}, commands.Stalled{}, commands.Continued{}, commands.Adjourned{},
)...)

// orders are the standing orders that a seat may choose: what it lets pass without being asked.
var orders = []engine.Order{
	{Name: "six", Text: engine.Say("Let it pass, unless it takes %d or more", 6), Least: 6, Out: true},
	{Name: "out", Text: engine.Say("Let it pass, unless it puts me out"), Out: true},
}

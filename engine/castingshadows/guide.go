package castingshadows

import (
	"arbiter/engine"
)

// guideTurns is how many turns, counting all seats, it takes to see most things once.
const guideTurns = 14

// guide explains the game in the order in which things come up.
var guide = []engine.GuideStep{
	{Name: "goal", At: engine.ScreenSeats, Text: engine.Say("Everybody starts with 18 hit points. The last one standing wins.")},
	{Name: "dice", Phase: acting.String(), At: engine.ScreenCards, Text: engine.Say("You rolled five dice: gems, orbs, fragments, or curses that hurt.")},
	{Name: "actions", Phase: acting.String(), At: engine.ScreenPrompt, Text: engine.Say("You have four actions a turn: in any order, also several times.")},
	{Name: "travel", Verb: "travel", At: engine.ScreenBoard, Text: engine.Say("Tap a tile next door to travel there. A card lies beside each.")},
	{Name: "collect", Verb: "collect", At: engine.ScreenBoard, Text: engine.Say("A card with a gold rim can be paid. It comes into your spell book.")},
	{Name: "cast", Verb: "cast", At: engine.ScreenCards, Text: engine.Say("Tap a spell, then whom it hits. Each card works once in a turn.")},
	{Name: "curse", Verb: "protect", At: engine.ScreenCards, Text: engine.Say("A cursed crystal costs 1 hit point at the end. Tap it to remove it.")},
	{Name: "reroll", Round: 3, Verb: "reroll", At: engine.ScreenCards, Text: engine.Say("Dice that are of no use? Tap them and reroll: one action for all.")},
	{Name: "counterspell", Verb: "collect-counterspell", At: engine.ScreenBoard, Text: engine.Say("Here a gem and an orb bring a counterspell, which nobody else sees.")},
	{Name: "absorb", Verb: "absorb", At: engine.ScreenPurse, Text: engine.Say("Fragments become shadow energy. With 3 of it you change your form.")},
	{Name: "companion", Verb: "summon", At: engine.ScreenCards, Text: engine.Say("Your shadow form brings a companion. It works until the game ends.")},
	{Name: "ability", Verb: "use-ability", At: engine.ScreenPurse, Text: engine.Say("Full energy pays for your shadow ability. That costs no action.")},
}

package highcouncil

import "arbiter/engine"

// guideTurns is how many turns, counting all seats, it takes to see most things once.
const guideTurns = 12

// guide explains the game in the order in which things come up.
var guide = []engine.GuideStep{
	{Name: "goal", At: engine.ScreenBoard, Text: engine.Say("Sixteen pieces of your side next to each other win the council over.")},
	{Name: "sides", At: engine.ScreenSeats, Text: engine.Say("Each seat speaks for Pro or Contra, with pieces of two colors.")},
	{Name: "play", Verb: "play", At: engine.ScreenCards, Text: engine.Say("Play a card: its number is a field, its color an argument.")},
	{Name: "seat", Verb: "take-seat", At: engine.ScreenBoard, Text: engine.Say("Tap the field of that number: a piece of yours sits down there.")},
	{Name: "discuss", Verb: "discuss", At: engine.ScreenCards, Text: engine.Say("Or tap a color: the card brings you an argument in its place.")},
	{Name: "ponder", Verb: "ponder", At: engine.ScreenPrompt, Text: engine.Say("Nothing fits? Ponder: your whole hand goes and you draw a new one.")},
	{Name: "convince", Verb: "convince", At: engine.ScreenBoard, Text: engine.Say("Arguments in a field’s color convince the neighbor: yours sits there.")},
	{Name: "vote", Phase: "vote", At: engine.ScreenBoard, Text: engine.Say("The vote has begun: larger groups convince for a single argument.")},
}

package councilofshadows

import "arbiter/engine"

// guideRounds is how many rounds it takes to see everything once.
const guideRounds = 3

// guide explains the game in the order in which its things come up. Level II and III
// come after the guide, and say themselves what they bring.
var guide = []engine.GuideStep{
	{Name: "goal", At: engine.ScreenSeats, Text: engine.Say("Let your energy catch up with your consumption: you rise a level.")},
	{Name: "throne", At: engine.ScreenSeats, Text: engine.Say("Whoever reaches level III first ends the game with that round.")},
	{Name: "buy", Phase: string(PhaseBuy), At: engine.ScreenCards, Text: engine.Say("Gems buy cards and upgrades, up to three things a round.")},
	{Name: "fields", Phase: string(PhasePlan), At: engine.ScreenCards, Text: engine.Say("Lay a card on each field: tap the card, then the field.")},
	{Name: "ring", Phase: string(PhasePlan), At: engine.ScreenCards, Text: engine.Say("The number in the ring is what a card consumes.")},
	{Name: "order", Phase: string(PhasePlan), At: engine.ScreenPrompt, Text: engine.Say("Consume most and you act first, but your goal moves away.")},
	{Name: "range", Phase: string(PhaseAct), At: engine.ScreenCards, Text: engine.Say("Your cards act from left to right; P1 to P3 is how far each reaches.")},
	{Name: "rings", Phase: string(PhaseAct), At: engine.ScreenBoard, Text: engine.Say("Where something has a gold ring you can act: tap it, then confirm.")},
	{Name: "harvest", Phase: string(PhaseAct), At: engine.ScreenBoard, Text: engine.Say("Harvest takes what stands at the rim of a system; your cubes stay.")},
	{Name: "score", Phase: "score", At: engine.ScreenBoard, Text: engine.Say("Score a galaxy with a colony of yours: energy, but one cube leaves.")},
	{Name: "majority", Phase: "score", At: engine.ScreenBoard, Text: engine.Say("With most cubes there you get the large number, else the small one.")},
	{Name: "level", Phase: "level", At: engine.ScreenCards, Text: engine.Say("A level brings Dark Tech: take one card, it works for you from now on.")},
}

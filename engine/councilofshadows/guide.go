package councilofshadows

import "arbiter/engine"

// guideRounds is how many rounds it takes to see everything once.
const guideRounds = 3

// guide explains the game in the order in which things come up. Levels II and III come after the
// guide, and explain themselves.
var guide = []engine.GuideStep{
	{Name: "goal", At: engine.ScreenSeats, Text: engine.Say("Energy reaches consumption: you rise a level. The highest level wins.")},
	{Name: "map", At: engine.ScreenBoard, Text: engine.Say("Here you settle: glowing galaxies, with circles for solar systems.")},
	{Name: "buy", Phase: string(PhaseBuy), At: engine.ScreenCards, Text: engine.Say("Gems buy up to three things a round. Or save them and go on.")},
	{Name: "plan", Phase: string(PhasePlan), At: engine.ScreenCards, Text: engine.Say("Tap cards to lay them. The number in the ring is their consumption.")},
	{Name: "order", Phase: string(PhaseAct), At: engine.ScreenSeats, Text: engine.Say("Most consumption acts first. The Automa does what its card says.")},
	{Name: "explore", Verb: "place", At: engine.ScreenCards, Text: engine.Say("You explore: choose one of the two systems, then a circle for it.")},
	{Name: "colonize", Verb: "found", At: engine.ScreenBoard, Text: engine.Say("Colonize: tap a planet with a gold ring. A cube of yours stays there.")},
	{Name: "harvest", Verb: "gather", At: engine.ScreenBoard, Text: engine.Say("Harvest: a system gives the gems and the energy at its lower rim.")},
	{Name: "upgrade", Verb: "raise", At: engine.ScreenPurse, Text: engine.Say("Upgrade: one of your gems turns into the next better color.")},
	{Name: "score", Phase: "score", Verb: "score", At: engine.ScreenBoard, Text: engine.Say("Score: most cubes in a galaxy get more energy. One cube goes back.")},
	{Name: "next", Phase: string(PhasePlan), Round: 2, At: engine.ScreenCards, Text: engine.Say("Your cards moved one field on and act again. Fill the free one.")},
	{Name: "level", Phase: "level", At: engine.ScreenCards, Text: engine.Say("You rise a level: take a card of Dark Tech. It helps from now on.")},
}

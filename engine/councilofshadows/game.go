// Package councilofshadows holds the rules of Council of Shadows (alea, 2022), in two books. In the
// tracks book it keeps cards, fields, hands, consumption, energy, order, levels, Dark Tech, leaders
// and rounds; the cardboard keeps gems, cubes and tiles, and people report the energy they bring.
// In the full book it keeps and judges everything. The full book only adds to the rules; none is
// written twice.
//
// There is a file for each chapter of the rulebook: setup, leaders, buy and stations (phase 1),
// plan and reveal (phase 2), card_steps, colonize, discover, harvest, gems and score (phase 3),
// levels and darktech, bonus_deal, final, automa. Each holds its commands, the events that they
// cause, and all that belongs to them. Printed values are facts of the box and are never written
// here; neither is chance, which comes from the seat table.
package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/notation"
	"arbiter/engine/rule"
)

// Game is Council of Shadows.
var Game = engine.Game{
	Name:       "council-of-shadows",
	Title:      "Council of Shadows",
	Words:      words,
	New:        start,
	Terms:      terms(),
	Tell:       rule.Tell,
	Checklist:  checklist,
	Accounts:   engine.OfThree((*State).accounts),
	Describe:   engine.OfTwo((*State).describe),
	Effect:     engine.OfTwo((*State).effect),
	Face:       face,
	Drawn:      drawn,
	Everybodys: switchesBook,
	PeopleOnly: switchesBook,

	Doubts:  doubts,
	Lacking: lacking,
	Rules:   rulebook,
	Guide:   guide, GuideRounds: guideRounds,
	Review: review,
}

// The verbs of the log. Old logs must stay readable forever: verbs may be added, never changed.
var words = notation.Of(
	Pick{}, Buy{}, Plan{}, TakeBack{}, Ready{}, Gain{}, Slide{}, Pass{}, Choose{}, Take{}, Count{}, Bonus{},
	Card{}, Open{}, Step{}, Scoring{}, Do{}, Skip{},
	Printed{}, Named{}, Bonused{}, Barred{}, Pile{}, Advanced{}, Acts{}, Scores{}, Module{}, Ruling{}, Civilization{}, At{},
	Round{}, Phase{}, Turn{}, Scored{}, Settled{}, Led{}, Bought{}, Took{}, Ranged{}, Planned{}, TookBack{}, Readied{},
	Shown{}, Opened{}, Reshuffled{}, Consumption{}, Energy{}, Order{}, Slid{}, Level{}, Due{}, Chose{}, Done{},
	Receives{}, Throne{}, Did{}, Counted{}, Won{},

	Build{}, Found{}, Explore{}, Place{}, Gather{}, Raise{}, Score{}, Return{}, Show{}, Draw{}, Refill{}, Deal{}, Remove{}, Switch{},
	Book{}, Stacks{}, Price{}, Effect{}, Idle{}, Gives{}, System{}, Site{}, Fields{}, Reward{}, StationField{}, Covered{}, Pays{}, Marked{}, Crosses{}, Holds{}, Stands{}, Displays{},
	Built{}, Located{}, Does{}, Omits{}, Stopped{}, Founded{}, Explored{}, Drew{}, Placed{}, Gathered{}, Raised{}, Claimed{}, Owed{},
	Dealt{}, GaveBack{}, Exposed{}, Refilled{}, Cleared{}, Removed{},
)

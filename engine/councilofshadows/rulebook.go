package councilofshadows

import (
	_ "embed"

	"arbiter/engine"
)

//go:embed RULES.md
var rules string

// rulebook is what people can look up; the rulings are those of a game in which the table chose
// nothing else.
var rulebook = append(engine.ReadChapters(rules), engine.NewChapter(engine.Say("What the rulebook leaves open"),
	rulingReach, rulingTwoLevels, rulingOver, rulingApplied, rulingTie, rulingPerpetual, rulingCompensation, rulingFinalOrder, rulingSkip, rulingPileEmpty, rulingUpgrade,
	rulingStationCubes, rulingScoringOrder, rulingBonusNine, rulingAutomaChoice, rulingBonusUnder, rulingButeo, rulingStargate, rulingPeople, rulingWinner))

package councilofshadows

import "arbiter/engine"

// The rulings for what the rulebook leaves open. Each has a script of the same name. Some leave the
// table a choice, which is made when the game starts and recorded as a fact of the setup. Without
// that fact the first reading applies, the only one there was in older games; new games have what
// the rulebook's box says.
const (
	rulingPhaseEnd = "phase-end"
	phaseEndPart   = "part"    // levels rise at the end of the seat's own part
	phaseEndTable  = "table"   // levels rise when everybody has finished
	phaseEndOnce   = "at-once" // levels rise at once; cards come at the end of the seat's own part

	rulingGalaxyBonus = "galaxy-bonus"
	galaxyBonusSum    = "sum"  // 3 always, 6 more with the majority, or 3 more with a colony
	galaxyBonusNine   = "nine" // 9 with the majority, 3 with a colony, otherwise nothing

	rulingSaverLate = "saver-late"
	saverLateFall   = "fall" // if energy has already passed consumption, consumption falls all the same
	saverLateStop   = "stop" // the marker stops one field above energy, whenever it falls
)

// The texts of rulings, which answer "why?".
var (
	rulingReach        = engine.Say("Energy that equals consumption is enough.")
	rulingTwoLevels    = engine.Say("The marker goes back by the consumption and turns to the next level; two level-ups in one phase come one after the other.")
	rulingOnce         = engine.Say("As soon as the energy marker has caught up with consumption it goes back and turns to the next level; the Dark Tech card and the others' gems come at the end of the seat's part.")
	rulingOver         = engine.Say("The track ends at 100. What energy goes further is counted, for it is left over when the level rises.")
	rulingApplied      = engine.Say("For the turn order only the steps count that the marker really moved: it stops at 20, at 100 and, when falling, one field above energy.")
	rulingTie          = engine.Say("With equal consumption, who is further along on energy goes first; then whose marker came to that field first. On the start field the marker under the highest number counts as first.")
	rulingPerpetual    = engine.Say("With Perpetual motion consumption counts exactly 0 in each following round, whatever is played.")
	rulingCompensation = engine.Say("When somebody reaches level I, every seat on level 0 takes a gold gem; at level II, level I takes a gold gem and level 0 a gold and a transparent one. The Automa's level-ups give nothing.")
	rulingFinalOrder   = engine.Say("The holder of the throne scores first, then turn order. Levels rise without cards and gems.")
	rulingSkip         = engine.Say("An action happens if it can; it is left out only when nothing of it is possible.")
	rulingPileEmpty    = engine.Say("Without a tile in the stack or a free field in its parsec there is no discovery; of one tile there is no choice. AI cards laid aside are shuffled when the pile runs out; if none is left, a gap stays.")
	rulingUpgrade      = engine.Say("Gems may be upgraded, and need not be.")
	rulingStationCubes = engine.Say("The three cubes on a Colonize station count for the majority, as cubes on the board and in the parsec of the field on which the station stands; they are no colonies.")
	rulingScoringOrder = engine.Say("First, by themselves: S3E3, Empire, Feudalism; then, in any order, yields and galaxies. The majority is judged before the cube leaves.")
	rulingBonusSum     = engine.Say("A galaxy card brings its base; with the majority there 6 more, else with a colony there 3 more.")
	rulingBonusNine    = engine.Say("A galaxy card brings 9 with the majority, 3 with a colony there, else nothing.")
	rulingAutomaChoice = engine.Say("Among equal targets people choose for the Automa. Of two tiles drawn it takes the one that has the planet it needs.")
	rulingBonusUnder   = engine.Say("A bonus card that is given back goes under the pile of light cards, also a dark one; the cards above it come first.")
	rulingSaver        = engine.Say("Energy has passed consumption already, so the marker does not stop above it: consumption falls at once.")
	rulingButeo        = engine.Say("Buteo's harvest is one like any other: with Experienced traveler it may take the yield of other seats' colonies.")
	rulingStargate     = engine.Say("The panel with a further action field comes right of the board. As in every later round only the empty left field must take a card; the new field may stay empty until cards slide into it.")
	rulingPeople       = engine.Say("Two yields in systems with a colony of the seat's own: each cube brings one, and other seats' colonies none, also with Experienced traveler.")
	rulingWinner       = engine.Say("The highest level wins, then energy, then cubes on the game board; else the victory is shared.")
)

// Sentences and reasons that several events share.

var (
	ruleLeader = engine.Say("Each leader sets consumption and energy at the start.")
	ruleAutoma = engine.Say("It is printed on the Automa's card.")
	rulePanel  = engine.Say("The panel with a further action field comes right of the board.")
	ruleTech   = engine.Say("The Dark Tech card says so.")
)

// whyPanel explains an action field that came with Ava or New stargate.
func (s *State) whyPanel() engine.Reason {
	if s.phase == PhaseLeaders {
		return engine.Reason{Rule: rulePanel, Source: sourceLeaders}
	}
	return engine.Reason{Rule: rulingStargate, Source: sourceTech}
}

// Where the rules are written.
var (
	sourceSetup    = engine.Say("Rulebook, setup")
	sourceBuy      = engine.Say("Rulebook, phase 1")
	sourcePlan     = engine.Say("Rulebook, phase 2")
	sourceAct      = engine.Say("Rulebook, phase 3")
	sourceScoring  = engine.Say("Rulebook, scoring")
	sourceStations = engine.Say("Rulebook, module 1")
	sourceTech     = engine.Say("Rulebook, Dark Tech")
	sourceEnd      = engine.Say("Rulebook, end of the game")
	sourceLeaders  = engine.Say("Rulebook, module 2")
	sourceAutoma   = engine.Say("Rulebook, Automa mode")
	sourceTable    = engine.Say("Told at the table")
)

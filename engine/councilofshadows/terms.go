package councilofshadows

import (
	"arbiter/engine"
	"arbiter/engine/notation"
)

// terms lists the words that screens show: everything in the box, and what is printed on its cards.
func terms() []engine.Term {
	var all []engine.Term
	for i := None + 1; i < items; i++ {
		all = append(all, i.term())
	}
	for _, p := range planets {
		all = append(all, engine.Term(p))
	}
	for _, g := range galaxies {
		all = append(all, engine.Term(g))
		if name := galaxyTerm(g); name != engine.Term(g) {
			all = append(all, name)
		}
	}
	for _, s := range []Side{Left, Right, Skipped} {
		all = append(all, engine.Term(s))
	}
	for _, m := range []ModuleName{ModuleStations, ModuleLeaders, ModuleAdvanced} {
		all = append(all, engine.Term(m))
	}
	for _, t := range []TrackName{TrackConsumption, TrackEnergy} {
		all = append(all, engine.Term(t))
	}
	for _, t := range tasks {
		all = append(all, engine.Term(t))
	}
	for _, b := range []BookName{TracksBook, FullBook} {
		all = append(all, engine.Term(b))
	}
	for _, o := range []notation.Origin{notation.Rulebook, notation.Owner, notation.StandIn} {
		all = append(all, engine.Term(o))
	}
	return append(all, throne, rulingPhaseEnd, phaseEndPart, phaseEndTable, phaseEndOnce, rulingGalaxyBonus, galaxyBonusSum, galaxyBonusNine,
		rulingSaverLate, saverLateFall, saverLateStop)
}

package councilofshadows

import "arbiter/engine"

// Why cubes stand, yields come and tiles lie where they do. A card that says
// otherwise than the general rule is read out.

func (s *State) whyFounded(e Founded) engine.Reason {
	if e.Cause == Zoe {
		return engine.Reason{Rule: techText(Zoe), Source: sourceLeaders}
	}
	if o := s.chosen(colonizing); o.any || o.where == anywhere {
		return engine.Reason{Rule: s.reading(o), Source: s.sourceCard()}
	}
	return engine.Reason{Rule: engine.Say("Cubes go on a planet in range to which the seat is adapted; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
}

func (s *State) whyGathered(e Gathered) engine.Reason {
	switch e.Cause {
	case Buteo:
		return engine.Reason{Rule: techText(Buteo), Source: sourceLeaders}
	case StationHarvest:
		return engine.Reason{Rule: techText(StationHarvest), Source: sourceStations}
	}
	if o := s.chosen(yielding); o.task == yielding {
		return engine.Reason{Rule: s.reading(o), Source: s.sourceCard()}
	}
	return engine.Reason{Rule: engine.Say("Each colony brings the yield of its system once for each card; no cube is removed."), Source: sourceAct}
}

func (s *State) whyPlaced() engine.Reason {
	if s.phase == PhaseSetup {
		return engine.Reason{Rule: engine.Say("Two tiles of parsec 1 lie open in the grey galaxy, Parvus Corta."), Source: sourceSetup}
	}
	return engine.Reason{Rule: engine.Say("One of the tiles drawn goes on a free field of its parsec, the other under its stack."), Source: sourceAct}
}

// chosen is the alternative of the step of that kind; its task is noTask if there
// is none.
func (s *State) chosen(kind task) option {
	if s.working() && !s.automaActs() {
		for _, o := range s.options() {
			if o.task == kind {
				return o
			}
		}
	}
	return option{}
}

// reading reads an alternative of the card out.
func (s *State) reading(o option) engine.Text {
	return engine.Say("%s: %s", s.job.card.term(), o.text())
}

func (s *State) sourceCard() engine.Text {
	if s.due.who >= 0 {
		return sourceTech
	}
	return sourceAct
}

package councilofshadows

import (
	"slices"

	"arbiter/engine"
)

// Why things happen in the full book.

// whyPlaced explains a tile laid on the board.
func (s *State) whyPlaced() engine.Reason {
	if s.phase == PhaseSetup {
		return engine.Reason{Rule: engine.Say("Two tiles of parsec 1 lie open in the grey galaxy, Parvus Corta."), Source: sourceSetup}
	}
	return engine.Reason{Rule: engine.Say("One of the tiles drawn goes on a free field of its parsec, the other under its stack."), Source: sourceAct}
}

// whyFull explains an event of the full book.
func (s *State) whyFull(e engine.Event) engine.Reason {
	switch e := e.(type) {
	case Omits:
		if s.facts.full.card[e.Card].steps[e.Step-1][0].task == noTask {
			return engine.Reason{Rule: engine.Say("This card has no action."), Source: sourceAct}
		}
		for _, o := range s.facts.full.card[e.Card].steps[e.Step-1] {
			if o.task == discovering {
				return engine.Reason{Rule: rulingPileEmpty, Source: sourceAct}
			}
		}
		return engine.Reason{Rule: rulingSkip, Source: sourceAct}
	case Gathered:
		if e.Cause == Buteo {
			if i := s.find(e.Seat); i >= 0 && s.table.present[i]&(1<<e.Site>>1) == 0 {
				return engine.Reason{Rule: rulingButeo, Source: sourceLeaders}
			}
			return engine.Reason{Rule: techText(Buteo), Source: sourceLeaders}
		}
		if e.Cause == ResourcePeople {
			return engine.Reason{Rule: rulingPeople, Source: sourceTech}
		}
		if e.Cause == StationHarvest {
			return engine.Reason{Rule: techText(StationHarvest), Source: sourceStations}
		}
		if s.working() && !s.asksFor(harvesting) {
			return engine.Reason{Rule: engine.Say("The card brings the yield of this system; it takes no colony."), Source: sourceAct}
		}
		return engine.Reason{Rule: engine.Say("Each colony brings the yield of its system once for each card; no cube is removed."), Source: sourceAct}
	case Founded:
		return s.whyFounded(e)
	case Scored:
		if e.Seat == automaSeat {
			return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
		}
		return engine.Reason{Rule: rulingScoringOrder, Source: sourceScoring}
	case Built:
		if e.What == StationColonize {
			return engine.Reason{Rule: rulingStationCubes, Source: sourceStations}
		}
		return engine.Reason{Rule: engine.Say("A station goes into a galaxy without one in which the seat has a colony, and stays there."), Source: sourceStations}
	case Did:
		return s.whyDid(e)
	case GaveBack:
		return engine.Reason{Rule: rulingBonusUnder, Source: sourceScoring}
	case Stopped:
		if s.asksFor(upgrading) {
			return engine.Reason{Rule: rulingUpgrade, Source: sourceAct}
		}
	case Placed:
		return s.whyPlaced()
	case Claimed:
		return s.whyClaimed(e)
	case Owed:
		if s.due.who >= 0 && s.due.what == InformationEdge {
			return engine.Reason{Rule: ruleTech, Source: sourceTech}
		}
		return engine.Reason{Rule: engine.Say("Some galaxies bring a light bonus card; a seat keeps at most four bonus cards."), Source: sourceScoring}
	case Refilled:
		return engine.Reason{Rule: rulingPileEmpty, Source: sourceBuy}
	case Cleared:
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	case Removed:
		return engine.Reason{Rule: engine.Say("Two cards of each Dark Tech pile go into the box unseen."), Source: sourceSetup}
	}
	return engine.Reason{}
}

// asksFor tells whether the step that waits has an alternative of a kind.
func (s *State) asksFor(kind task) bool {
	return slices.ContainsFunc(s.waiting(), func(o option) bool { return o.task == kind })
}

// waiting are the alternatives of the step that waits, none if no step does.
func (s *State) waiting() []option {
	if !s.working() {
		return nil
	}
	return s.options()[:]
}

// whyDid explains an action of the Automa's card.
func (s *State) whyDid(e Did) engine.Reason {
	acts, _ := s.current()
	switch {
	case e.Side == Skipped:
		return engine.Reason{Rule: engine.Say("Neither side of the action is possible."), Source: sourceAutoma}
	case !acts[e.Side.index()].branches():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	return engine.Reason{Rule: rulingAutomaChoice, Source: sourceAutoma}
}

// whyFounded names the limits that the card, the leader or the Automa's card sets.
func (s *State) whyFounded(e Founded) engine.Reason {
	switch {
	case e.Cause == Zoe:
		return engine.Reason{Rule: techText(Zoe), Source: sourceLeaders}
	case e.Cause.isAutoma():
		return engine.Reason{Rule: ruleAutoma, Source: sourceAutoma}
	}
	for _, o := range s.waiting() {
		if o.task == colonizing && o.any {
			return engine.Reason{Rule: engine.Say("This card puts cubes on a planet of any type; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
		}
	}
	return engine.Reason{Rule: engine.Say("Cubes go on a planet in range to which the seat is adapted; at most three stand on one, and on cubes only with the expansion."), Source: sourceAct}
}

// whyClaimed compares the cubes in the galaxy.
func (s *State) whyClaimed(e Claimed) engine.Reason {
	g, _ := galaxyIndex(e.Galaxy)
	r := engine.Reason{Rule: engine.Say("More cubes than each other seat bring the higher reward, a tie or fewer the lower one; then one cube leaves."), Source: sourceScoring}
	for _, i := range s.ordered() {
		if n := s.strength(g, i); n > 0 {
			r.Compares = append(r.Compares, engine.Addend{Name: engine.Say("%s", s.players[i].seat), N: int(n)})
		}
	}
	i := s.find(e.Seat)
	switch {
	case s.players[i].leader == Breish && s.rank(g, i) == 0:
		r.Rule, r.Source = techText(Breish), sourceLeaders
	case e.Site == 0 && s.players[i].leader == Casares:
		r.Rule, r.Source = techText(Casares), sourceLeaders
	case e.Site == 0:
		r.Rule, r.Source = techText(StationScore), sourceStations
	}
	return r
}

// whyBonus says what a bonus card counts.
func (s *State) whyBonus(i int8, card Item) engine.Reason {
	b := s.facts.full.bonus[card-firstLight]
	r := engine.Reason{Rule: b.Kind.text(), Source: sourceEnd}
	switch b.Kind {
	case CountsConsumption:
		r.Addends = []engine.Addend{{Name: engine.Say("Consumption"), N: int(s.players[i].consumption) / max(int(b.Each), 1)}}
		return r
	case CountsGalaxy:
		if r.Rule = rulingBonusSum; s.ninth {
			r.Rule = rulingBonusNine
		}
		r.Addends = []engine.Addend{{Name: engine.Say("%s", engine.Term(b.Of)), N: int(s.worth(i, card))}}
		return r
	}
	r.Addends = []engine.Addend{{Name: engine.Say("%s", card.term()), N: int(b.Base)}}
	if n := s.counts(i, b); b.Each > 0 {
		r.Addends = append(r.Addends, engine.Addend{Name: engine.Say("%d for each of %d", int(b.Each), int(n)), N: int(b.Each) * int(n)})
	}
	return r
}

// text says what a bonus card counts.
func (k BonusKind) text() engine.Text {
	switch k {
	case CountsGems:
		return engine.Say("It counts the gems of one color that are left.")
	case CountsPlanets:
		return engine.Say("It counts the cubes on planets of one type.")
	case CountsConsumption:
		return engine.Say("It brings a tenth of the consumption, rounded down.")
	case CountsUpgrades:
		return engine.Say("It counts the cubes on the player board and its panels; printed ones do not count.")
	case CountsParsec:
		return engine.Say("It counts the cubes in one parsec.")
	case CountsAICards:
		return engine.Say("It counts the AI cards, besides what they bring anyway.")
	case CountsLightCards:
		return engine.Say("It counts the light bonus cards, itself included.")
	case CountsStations:
		return engine.Say("It counts the stations on the board.")
	}
	return engine.Say("It brings what is printed on it.")
}

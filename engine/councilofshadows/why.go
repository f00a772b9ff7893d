package councilofshadows

import "arbiter/engine"

// Why explains an event by what was added up and by the rule.
func (s *State) Why(e engine.Event) engine.Reason {
	if !s.fits(e) {
		return engine.Reason{}
	}
	switch e := e.(type) {
	case Consumption:
		return s.whyConsumption(e)
	case Energy:
		return s.whyEnergy(e)
	case Order:
		return s.whyOrder(e)
	case Level:
		return s.whyLevel(e)
	case Receives:
		return s.whyReceives()
	case Ranged:
		if e.Field > s.player(e.Seat).fields {
			return s.whyPanel()
		}
		return engine.Reason{Rule: engine.Say("A field reaches parsec 2 before parsec 3; each step gives one energy."), Source: sourceBuy}
	case Throne:
		return engine.Reason{Rule: engine.Say("The first to reach level III takes the throne; the round is played to its end."), Source: sourceEnd}
	case Opened:
		return engine.Reason{Rule: engine.Say("When everybody has planned, the top card of the Automa's pile is opened."), Source: sourceAutoma}
	case Slid:
		return engine.Reason{Rule: engine.Say("After the actions all cards move one field to the right; the last stack goes back to the hand."), Source: sourceAct}
	case Shown:
		return engine.Reason{Rule: engine.Say("When everybody is ready, the planned cards are shown; only the top card of a field counts."), Source: sourcePlan}
	case Won:
		return engine.Reason{Rule: rulingWinner, Source: sourceEnd}
	case Due:
		if e.What.pile() != None {
			return engine.Reason{Rule: ruleTech, Source: sourceTech}
		}
		return engine.Reason{Rule: engine.Say("Levels I and II bring a Dark Tech card of the seat's choice."), Source: sourceTech}
	case Printed:
		return engine.Reason{Rule: engine.Say("Printed values are told once and remembered with the box."), Source: sourceTable}
	case Turn:
		return engine.Reason{Rule: engine.Say("Seats act in the order of their tiles."), Source: sourceSetup}
	}
	return s.whyFull(e)
}

var (
	ruleLeader = engine.Say("Each leader sets consumption and energy at the start.")
	ruleAutoma = engine.Say("It is printed on the Automa's card.")
	rulePanel  = engine.Say("The panel with a further action field comes right of the board.")
	ruleTech   = engine.Say("The Dark Tech card says so.")
)

// whyPanel explains an action field that comes with Ava or New stargate.
func (s *State) whyPanel() engine.Reason {
	if s.phase == PhaseLeaders {
		return engine.Reason{Rule: rulePanel, Source: sourceLeaders}
	}
	return engine.Reason{Rule: rulingStargate, Source: sourceTech}
}

// whyConsumption adds up the visible cards, and says where the marker stopped.
func (s *State) whyConsumption(e Consumption) engine.Reason {
	p := s.player(e.Seat)
	switch {
	case s.phase == PhaseLeaders:
		return engine.Reason{Rule: ruleLeader, Source: sourceLeaders}
	case s.phase != PhaseReveal:
		n := -int(s.value(EnergySaver))
		r := engine.Reason{Addends: []engine.Addend{{Name: engine.Say("%s", EnergySaver.term()), N: n}}, Source: sourceTech}
		if r.Rule = ruleTech; n == int(e.By) {
			if p.reached() {
				r.Rule = rulingSaver
			}
			return r
		}
		return s.stopped(r, n, int(e.By))
	case s.perpetual(p):
		return engine.Reason{Rule: rulingPerpetual, Source: sourceTech}
	}
	r := engine.Reason{Source: sourcePlan}
	for _, card := range s.visible(p) {
		r.Addends = append(r.Addends, engine.Addend{Name: s.named(card), N: int(s.value(card))})
	}
	return s.stopped(r, int(s.played(p)), int(e.By))
}

// named names an item whose value is added up, and says so if that is invented.
func (s *State) named(i Item) engine.Text {
	if s.facts.origin[i] == StandIn {
		return engine.Say("%s (%s)", i.term(), engine.Term(StandIn))
	}
	return engine.Say("%s", i.term())
}

// stopped adds the rule: the sum, or the stop that kept the marker from it.
func (s *State) stopped(r engine.Reason, sum, moved int) engine.Reason {
	r.Rule = engine.Say("The consumption of the visible cards is added up.")
	if sum != moved {
		r.Addends = append(r.Addends, engine.Addend{Name: engine.Say("stopped"), N: moved - sum})
		r.Rule = rulingApplied
	}
	return r
}

func (s *State) whyEnergy(e Energy) engine.Reason {
	p := s.player(e.Seat)
	r := engine.Reason{Addends: []engine.Addend{{Name: engine.Say("%s", e.Cause.term()), N: int(e.By)}}}
	switch {
	case e.Cause == LevelUp:
		r.Addends = []engine.Addend{{Name: engine.Say("Energy"), N: int(p.energy)}, {Name: engine.Say("Consumption"), N: int(e.By)}}
		r.Rule, r.Source = rulingTwoLevels, sourceTech
	case e.Cause.isRange() || e.Cause.isProject():
		r.Rule, r.Source = engine.Say("Each range step gives one energy; a project gives what is printed there, once."), sourceBuy
	case e.Cause.isBonus() && s.find(e.Seat) >= 0:
		return s.whyBonus(s.find(e.Seat), e.Cause)
	case e.Cause == Galaxy && s.full:
		r.Rule, r.Source = engine.Say("The reward printed beside the galaxy."), sourceScoring
	case e.Cause == Yield && s.full:
		r.Rule, r.Source = engine.Say("The yield printed on the tile."), sourceAct
	case e.Cause == Anthracite || e.Cause == Gold || e.Cause == Crystal || e.Cause == AICard || e.Cause == BonusCard:
		r.Rule, r.Source = rulingFinalOrder, sourceEnd
	case e.Cause.isLeader() && s.phase == PhaseLeaders:
		r.Rule, r.Source = ruleLeader, sourceLeaders
	case e.Cause.isLeader():
		r.Rule, r.Source = techText(e.Cause), sourceLeaders
	case e.Cause == Empire || e.Cause == Feudalism:
		r.Rule, r.Source = techText(e.Cause), sourceTech
	case e.Cause.pile() != None:
		r.Rule, r.Source = engine.Say("%s: a Dark Tech card.", e.Cause.term()), sourceTech
	case e.Cause.isAutoma():
		r.Rule, r.Source = ruleAutoma, sourceAutoma
	default:
		r.Rule, r.Source = engine.Say("Reported at the table."), sourceTable
	}
	return r
}

// whyOrder compares the steps of all seats.
func (s *State) whyOrder(e Order) engine.Reason {
	r := engine.Reason{Rule: engine.Say("The highest consumption of this round goes first; only the steps really moved count."), Source: sourcePlan}
	own := s.player(e.Seat)
	for _, i := range s.byConsumption() {
		p := &s.players[i]
		r.Compares = append(r.Compares, engine.Addend{Name: engine.Say("%s", p.seat), N: int(p.applied)})
		if p.seat != own.seat && p.applied == own.applied {
			r.Rule = rulingTie
		}
	}
	return r
}

func (s *State) whyLevel(e Level) engine.Reason {
	p := s.player(e.Seat)
	return engine.Reason{
		Compares: []engine.Addend{{Name: engine.Say("Energy"), N: int(p.energy)}, {Name: engine.Say("Consumption"), N: int(p.consumption)}},
		Rule:     rulingReach, Source: sourceTech,
	}
}

func (s *State) whyReceives() engine.Reason {
	switch {
	case s.due.who >= 0:
		return engine.Reason{Rule: ruleTech, Source: sourceTech}
	case s.working():
		return engine.Reason{Rule: engine.Say("The gems shown on the card."), Source: sourceAct}
	}
	return engine.Reason{Rule: rulingCompensation, Source: sourceTech}
}

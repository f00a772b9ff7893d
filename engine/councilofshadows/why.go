package councilofshadows

import "arbiter/engine"

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
